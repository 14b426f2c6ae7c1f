"""Writers and the order of products: does the verdict name another product first when they stand in another order?"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, permutations

from triptych.audits._findings import Flagged
from triptych.engines.local import LocalEngine
from triptych.records import Case, Product, Shortlist
from triptych.texts import read_table, short_names
from triptych.writers import Assignment, Writer

_MOST_ORDERS = 24
VERDICT = "comparison/verdict"
"""What stands for a metric where a verdict flips."""


@dataclass(frozen=True, slots=True)
class Flips:
    """What became of a writer's verdicts."""

    orders: int
    """Comparisons written in another order than the first."""
    flagged: tuple[Flagged, ...]
    """Those whose verdict names another product first."""

    def note(self, writer: str) -> str:
        """The outcome in words."""
        return f"{writer} wrote {self.orders} comparisons in another order; {len(self.flagged)} verdicts flipped"


async def find_flips(writer: Writer, comparisons: Sequence[Case]) -> Flips:
    """Every order of the products of each comparison, written anew."""
    orders = 0
    flagged: list[Flagged] = []
    for case in comparisons:
        own, *others = await _write(writer, _orders(case))
        orders += len(others)
        flagged += (flip for other in others if (flip := _flip(own, other)))
    return Flips(orders, tuple(flagged))


async def _write(writer: Writer, shortlists: Sequence[Shortlist]) -> list[Case]:
    assignments = [Assignment(place, shortlist, ("comparison",)) for place, shortlist in enumerate(shortlists)]
    written: dict[int, Case] = {}
    async for outcome in LocalEngine(workers=1).run(writer.work, assignments):
        (written[outcome.given.position],) = outcome.unwrap()
    return [written[place] for place in range(len(shortlists))]


def orders_of(count: int) -> Iterator[tuple[int, ...]]:
    """Every order of so many things, their own first; of many the first few."""
    return islice(permutations(range(count)), _MOST_ORDERS)


def first_named(case: Case) -> Product | None:
    """The product that the verdict of a comparison names first."""
    verdict = read_table(case.text).verdict
    if verdict is None:
        return None
    names = short_names([product.title for product in case.products])
    places = [(verdict.text.casefold().find(name.casefold()), number) for number, name in enumerate(names)]
    found = [(place, number) for place, number in places if place >= 0]
    return case.products[min(found)[1]] if found else None


def _orders(case: Case) -> list[Shortlist]:
    own = Shortlist(id=case.id, query=case.query or "", products=case.products)
    orders = orders_of(len(case.products))
    return [own.model_copy(update={"products": tuple(case.products[n] for n in order)}) for order in orders]


def _flip(own: Case, other: Case) -> Flagged | None:
    first, second = first_named(own), first_named(other)
    if first is None or second is None or first.id == second.id:
        return None
    order = ", ".join(short_names([product.title for product in other.products]))
    what = f"in the order {order} the verdict names {second.id} first, not {first.id}"
    return Flagged(case_id=own.id, metric=VERDICT, what=what)
