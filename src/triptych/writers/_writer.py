"""What a writer is: a shortlist in, its texts out as cases; what those cases are called; and writing as a stage."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from triptych.engines import Outcome, Work
from triptych.errors import UsageError
from triptych.records import FEWEST_PRODUCTS, MOST_PRODUCTS, TASKS, Case, Product, Shortlist, Task, Writing, digest_of
from triptych.stores import KeptCase, Store

_LONGEST_NAME = 200
_HASH = 17
_MOST_CASES = FEWEST_PRODUCTS * MOST_PRODUCTS + 1
"""The most texts one shortlist has; positions leave room for as many."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """The texts to write for one shortlist, or for one product that no query asks for."""

    position: int
    shortlist: Shortlist
    """The shortlist; a product alone has an empty query."""
    tasks: tuple[Task, ...] = TASKS
    opinions: tuple[str, ...] = ()
    """Ids of the products whose opinion is written with this shortlist: each product once in a run."""

    @property
    def case_ids(self) -> tuple[str, ...]:
        """The cases that will come of it, in their order."""
        return tuple(case_id for case_id, _, _ in self.texts())

    def texts(self) -> Iterator[tuple[str, Task, tuple[Product, ...]]]:
        """Each text to write: its case's id, its task and its products."""
        shortlist = self.shortlist
        if "comparison" in self.tasks:
            yield _name(shortlist.id, "comparison"), "comparison", shortlist.products
        for product in shortlist.products:
            if "explanation" in self.tasks:
                yield _name(shortlist.id, product.id, "explanation"), "explanation", (product,)
            if "opinion" in self.tasks and product.id in self.opinions:
                yield _name(product.id, "opinion"), "opinion", (product,)


class Writer(Protocol):
    """Writes the texts of shortlists."""

    @property
    def name(self) -> str:
        """What `Case.system` says: `embedded`, `openai:MODEL@URL` …; never with a key in it."""
        ...

    @property
    def signature(self) -> str:
        """What makes its texts these and not others: another signature is written anew."""
        ...

    @property
    def work(self) -> Work[Assignment, tuple[Case, ...]]:
        """The cases of an assignment, in its order."""
        ...


def assign(given: Iterable[Shortlist | Product], tasks: tuple[Task, ...] = TASKS) -> Iterator[Assignment]:
    """An assignment for each shortlist or product; an opinion is written with the first that has the product."""
    seen: set[str] = set()
    for position, one in enumerate(given):
        shortlist = one if isinstance(one, Shortlist) else _alone(one, tasks)
        if "comparison" in tasks and len(shortlist.products) < FEWEST_PRODUCTS:
            raise UsageError(
                f"{shortlist.id} has 1 product; a comparison needs {FEWEST_PRODUCTS} to {MOST_PRODUCTS} products"
            )
        fresh = tuple(product.id for product in shortlist.products if product.id not in seen)
        seen.update(fresh)
        yield Assignment(position, shortlist, tasks, fresh)


def _alone(product: Product, tasks: tuple[Task, ...]) -> Shortlist:
    """Holds a product that no query asks for, which only an opinion can do without."""
    if tasks != ("opinion",):
        raise UsageError(f"{product.id} is a product without a query; only opinions are written of products alone")
    return Shortlist.model_construct(id=product.id, query="", products=(product,))


def make_case(case_id: str, task: Task, query: str, products: tuple[Product, ...], text: str, writing: Writing) -> Case:
    """The case of a text without its claims."""
    return Case.model_validate(
        {
            "id": case_id,
            "task": task,
            "query": None if task == "opinion" else query,
            "products": products,
            "text": text,
            "system": writing.writer,
            "writing": writing,
        }
    )


def _name(*parts: str) -> str:
    """The parts with slashes between them; where that is too long, its beginning and a hash of all of it."""
    name = "/".join(parts)
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - _HASH]}~{digest_of(name)}"


@dataclass(frozen=True, slots=True)
class WritingStage:
    """Writes the texts of shortlists and keeps them."""

    store: Store
    run_id: str
    writer: Writer
    is_fresh: bool = False
    """Write again whatever is there."""
    failures: list[str] = field(default_factory=list)
    """Shortlists that could not be written, and why."""

    @property
    def work(self) -> Work[Assignment, tuple[Case, ...]]:
        """Writing one shortlist's texts."""
        return self.writer.work

    def missing(self, inputs: Sequence[Assignment]) -> Sequence[Assignment]:
        """The shortlists that lack a text."""
        if self.is_fresh:
            return inputs
        held = self.store.held_cases(self.run_id, [case_id for given in inputs for case_id in given.case_ids])
        return [given for given in inputs if not {held.get(name) for name in given.case_ids} <= {self._digest(given)}]

    def keep(self, outcomes: Sequence[Outcome[Assignment, tuple[Case, ...]]]) -> None:
        """Commit the texts; a shortlist that failed is noted and tried again by the next start."""
        rows = []
        for outcome in outcomes:
            given = outcome.given
            if outcome.result is None:
                self.failures.append(f"{given.shortlist.id}: {outcome.error}")
                continue
            digest = self._digest(given)
            first = given.position * _MOST_CASES
            rows += [KeptCase.of(self.run_id, first + n, digest, case) for n, case in enumerate(outcome.result)]
        self.store.save(rows)

    def name_of(self, given: Assignment) -> str:
        """What a shortlist is claimed by."""
        return given.shortlist.id

    def _digest(self, given: Assignment) -> str:
        return digest_of([given.shortlist.model_dump_json(), self.writer.signature])
