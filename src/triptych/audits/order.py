"""Order and names: the products of a comparison in every order, with the table's columns in step, and names masked."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from triptych.audits._bench import Bench, Scores
from triptych.audits._findings import AuditResult
from triptych.audits._pairs import Pair, either_way, flag_moved, pair_up, rows_of
from triptych.audits._verdicts import find_flips, orders_of
from triptych.errors import UsageError
from triptych.records import Case, Comparison
from triptych.texts import read_comparison, short_names, write_comparison

QUESTION = "Does the score depend on which product stands first, or on what the products are called?"
MEASURE = "how far the score moved either way"

ANOTHER_ORDER = "another order"
NAMES_MASKED = "names masked"

# What names a record or is no prose: masking it would make another case of it.
_NOT_MASKED = {"id", "item", "task", "currency", "category", "product_id", "system", "date"}
_SHORTEST_NAME = 3
_BRANDS = ("Alfa", "Bravo", "Castor", "Delta", "Ecko", "Foxley")


async def carry_out(bench: Bench) -> AuditResult:
    """How far order and names move the judge."""
    comparisons = [case for case in bench.cases if case.task == "comparison"]
    orders = [list(reorderings(case)) for case in comparisons]
    masked = [mask_names(case) for case in bench.cases]
    scores = iter(await bench.judge_all([*(case for some in orders for case in some), *bench.cases, *masked]))
    pairs: list[Pair] = []
    for some in orders:
        pairs += _order_pairs([(case, next(scores)) for case in some])
    plain, without_names = list(islice(scores, len(bench.cases))), list(scores)
    for case, before, after in zip(bench.cases, plain, without_names, strict=True):
        pairs += pair_up(before, after, case, NAMES_MASKED, either_way)
    notes = [] if comparisons else ["no comparison is among the cases, so no order could be changed"]
    flips = await find_flips(bench.writer, comparisons) if bench.writer else None
    if bench.writer and flips:
        notes.append(flips.note(bench.writer.name))
    return AuditResult(
        audit="order",
        question=QUESTION,
        measure=MEASURE,
        judged=sum(map(len, orders)) + 2 * len(bench.cases),
        findings=tuple(rows_of(pairs)),
        flagged=(*flag_moved(pairs), *(flips.flagged if flips else ())),
        notes=tuple(notes),
    )


def reorderings(case: Case) -> Iterator[Case]:
    """The case in every order of its products, its own first; the table, where it can be read, goes with them."""
    comparison = _read(case)
    for order in orders_of(len(case.products)):
        changes: dict[str, Any] = {"products": tuple(case.products[place] for place in order), "claims": ()}
        if comparison is not None:
            columns = tuple(comparison.columns[place] for place in order)
            changes["text"] = write_comparison(comparison.model_copy(update={"columns": columns}), "md")
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

    fields = mask(case.model_dump(mode="json", exclude_none=True, exclude={"claims"}))
    return Case.model_validate(fields)


def _read(case: Case) -> Comparison | None:
    try:
        comparison = read_comparison(case.text)
    except UsageError:
        return None
    return comparison if len(comparison.columns) == len(case.products) else None


def _order_pairs(judged: Sequence[tuple[Case, Scores]]) -> Iterator[Pair]:
    own, before = judged[0]
    for case, after in judged[1:]:
        order = ", ".join(short_names([product.title for product in case.products]))
        yield from pair_up(before, after, own, ANOTHER_ORDER, either_way, f"order {order}")
