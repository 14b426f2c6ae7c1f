"""Order and names: products in every order, columns in step, and names masked; a writer's verdicts must stay too."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice, permutations
from typing import Any

from triptych.audits._findings import AuditResult, Bench, ChangedCase, Flagged, flag_moved, judge_changes, rows_of
from triptych.engines.local import LocalEngine
from triptych.errors import UsageError
from triptych.records import Case, Comparison, Product, Shortlist
from triptych.texts import read_comparison, read_table, short_names, write_comparison
from triptych.writers import Assignment, Writer

ANOTHER_ORDER = "another order"
NAMES_MASKED = "names masked"
VERDICT = "comparison/verdict"
"""The metric that flipped verdicts are listed under."""

# What names a record or is no prose: masking it would make another case of it.
_NOT_MASKED = {"id", "item", "task", "currency", "category", "product_id", "system", "date"}
_SHORTEST_NAME = 3
_MOST_ORDERS = 24
_BRANDS = ("Alfa", "Bravo", "Castor", "Delta", "Ecko", "Foxley")


async def carry_out(bench: Bench) -> AuditResult:
    """How far order and names move the judge."""
    comparisons = [case for case in bench.cases if case.task == "comparison"]
    changes: list[ChangedCase] = []
    for own, *others in map(reorderings, comparisons):
        changes += [ChangedCase(own, other, ANOTHER_ORDER, 0, f"order {_order_of(other)}") for other in others]
    changes += [ChangedCase(case, mask_names(case), NAMES_MASKED, 0) for case in bench.cases]
    pairs = await judge_changes(bench, changes)
    notes = [] if comparisons else ["no comparison is among the cases, so no order could be changed"]
    flipped: list[Flagged] = []
    if bench.writer:
        count, flipped = await find_flips(bench.writer, comparisons)
        notes.append(f"{bench.writer.name} wrote {count} comparisons in another order; {len(flipped)} verdicts flipped")
    return AuditResult(
        audit="order",
        question="Does the score depend on which product comes first, or on what the products are called?",
        measure="how far the score moved either way",
        judged=len(changes) + len(comparisons) + len(bench.cases),
        findings=tuple(rows_of(pairs)),
        flagged=(*flag_moved(pairs), *flipped),
        notes=tuple(notes),
    )


def reorderings(case: Case) -> Iterator[Case]:
    """The case in every order of its products (of many the first few), its own first; a table goes with them."""
    comparison = _read(case)
    for order in islice(permutations(range(len(case.products))), _MOST_ORDERS):
        changes: dict[str, Any] = {"products": tuple(case.products[place] for place in order), "claims": ()}
        if comparison is not None:
            columns = tuple(comparison.columns[place] for place in order)
            changes["text"] = write_comparison(comparison.model_copy(update={"columns": columns}))
        yield case.model_copy(update=changes)


def mask_names(case: Case) -> Case:
    """The case with "Alfa A1" for the first short name, "Alfa" for its brand and "A1" for its model, wherever said.

    A mask has the form of what it hides, a brand and a model: a judge that looks for names still finds some.
    """
    masks: dict[str, str] = {}
    titles = [product.title for product in case.products]
    for number, (brand, name) in enumerate(zip(_BRANDS, short_names(titles), strict=False), start=1):
        given, _, model = name.partition(" ")
        masks |= {name.casefold(): f"{brand} {brand[0]}{number}", model.casefold(): f"{brand[0]}{number}"}
        masks.setdefault(given.casefold(), brand)
    words = sorted((name for name in masks if len(name) >= _SHORTEST_NAME), key=len, reverse=True)
    if not words:
        return case
    pattern = re.compile(r"\b(?:" + "|".join(map(re.escape, words)) + r")(?!\w)", re.IGNORECASE)

    def mask(value: Any) -> Any:
        match value:
            case str():
                return pattern.sub(lambda found: masks.get(found[0].casefold(), found[0]), value)
            case dict():
                return {key: inner if key in _NOT_MASKED else mask(inner) for key, inner in value.items()}
            case list():
                return [mask(inner) for inner in value]
        return value

    return Case.model_validate(mask(case.model_dump(mode="json", exclude_none=True, exclude={"claims"})))


def _read(case: Case) -> Comparison | None:
    try:
        comparison = read_comparison(case.text)
    except UsageError:
        return None
    return comparison if len(comparison.columns) == len(case.products) else None


def _order_of(case: Case) -> str:
    return ", ".join(short_names([product.title for product in case.products]))


async def find_flips(writer: Writer, comparisons: Sequence[Case]) -> tuple[int, list[Flagged]]:
    """Each comparison written anew in every other order: how many that is, and those whose verdict flipped."""
    count = 0
    flagged: list[Flagged] = []
    for case in comparisons:
        asked = Shortlist(id=case.id, query=case.query or "", products=case.products)
        orders = [asked.model_copy(update={"products": one.products}) for one in reorderings(case)]
        own, *others = await _write(writer, orders)
        count += len(others)
        for other in others:
            first, second = first_named(own), first_named(other)
            if first and second and first.id != second.id:
                what = f"in the order {_order_of(other)} the verdict names {second.id} first, not {first.id}"
                flagged.append(Flagged(case_id=own.id, metric=VERDICT, what=what))
    return count, flagged


async def _write(writer: Writer, shortlists: Sequence[Shortlist]) -> list[Case]:
    assignments = [Assignment(place, shortlist, ("comparison",)) for place, shortlist in enumerate(shortlists)]
    written: dict[int, Case] = {}
    async for outcome in LocalEngine(workers=1).run(writer.work, assignments):
        (written[outcome.given.position],) = outcome.unwrap()
    return [written[place] for place in range(len(shortlists))]


def first_named(case: Case) -> Product | None:
    """The product that the verdict of a comparison names first."""
    verdict = read_table(case.text).verdict
    if verdict is None:
        return None
    names = short_names([product.title for product in case.products])
    places = [(verdict.text.casefold().find(name.casefold()), number) for number, name in enumerate(names)]
    found = [(place, number) for place, number in places if place >= 0]
    return case.products[min(found)[1]] if found else None
