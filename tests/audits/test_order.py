"""Products in every order with their columns in step, and names masked wherever they are said."""

import asyncio
from dataclasses import dataclass

from audited import fond_of_brand, fond_of_first, make_bench, steady
from triptych.audits import AuditResult, bundled_cases
from triptych.audits.order import (
    ANOTHER_ORDER,
    NAMES_MASKED,
    VERDICT,
    carry_out,
    find_flips,
    first_named,
    mask_names,
    reorderings,
)
from triptych.engines import Work
from triptych.models.scripted import Script
from triptych.records import Case
from triptych.texts import read_comparison
from triptych.writers import Assignment
from triptych.writers.embedded import EmbeddedWriter

COMPARISON = next(case for case in bundled_cases() if case.task == "comparison")


def shifts(script: Script) -> dict[str, float]:
    result: AuditResult = asyncio.run(carry_out(make_bench(script, ("comparison/relevance",))))
    return {finding.probe: finding.shift or 0.0 for finding in result.findings}


def test_every_order_with_the_columns_in_step() -> None:
    orders = list(reorderings(COMPARISON))
    assert len(orders) == 6
    assert orders[0].products == COMPARISON.products
    assert len({tuple(product.id for product in case.products) for case in orders}) == 6
    for case in orders:
        columns = read_comparison(case.text).columns
        assert [column.title for column in columns] == [product.title for product in case.products]
        assert [column.final_price for column in columns] == [product.final_price for product in case.products]


def test_a_text_that_is_no_table_stays_as_it_is() -> None:
    prose = COMPARISON.model_copy(update={"text": "Take the first one."})
    orders = list(reorderings(prose))
    assert {case.text for case in orders} == {"Take the first one."}
    assert orders[1].products != prose.products


def test_names_are_masked_everywhere() -> None:
    masked = mask_names(COMPARISON)
    words = masked.to_json()
    for name in ("Dhunva", "Kelvorn", "Tavmi", "Sprint X1", "Hush 300"):
        assert name not in words
    assert "Alfa A1" in masked.text and masked.products[1].title.startswith("Bravo B2")
    assert masked.item == COMPARISON.item
    assert [product.id for product in masked.products] == [product.id for product in COMPARISON.products]


def test_a_judge_that_looks_at_the_order_is_caught() -> None:
    found = shifts(fond_of_first)
    assert found[ANOTHER_ORDER] > 0.3
    assert found[NAMES_MASKED] == 0


def test_a_judge_that_looks_at_names_is_caught() -> None:
    found = shifts(fond_of_brand)
    assert found[NAMES_MASKED] == 3
    assert found[ANOTHER_ORDER] == 0


def test_a_steady_judge_is_let_go() -> None:
    assert shifts(steady) == {ANOTHER_ORDER: 0, NAMES_MASKED: 0}


def test_without_a_comparison_it_says_so() -> None:
    cases = tuple(case for case in bundled_cases() if case.task == "opinion")
    result = asyncio.run(carry_out(make_bench(steady, ("opinion/fluency",), cases)))
    assert "no comparison" in result.notes[0]
    assert {finding.probe for finding in result.findings} == {NAMES_MASKED}


@dataclass(frozen=True, slots=True)
class FirstIsBest:
    """Always tells shoppers to take what comes first."""

    name: str = "first is best"
    signature: str = "first"

    @property
    def work(self) -> Work[Assignment, tuple[Case, ...]]:
        return Work(compute=self._write)

    def _write(self, assignment: Assignment) -> tuple[Case, ...]:
        products = assignment.shortlist.products
        text = f"Final Verdict Summary: Take the {' '.join(products[0].title.split()[:3])}."
        return (COMPARISON.model_copy(update={"products": products, "text": text}),)


def test_the_product_named_first() -> None:
    found = first_named(COMPARISON)
    assert found is not None and found.id == "earbuds-sprint"
    assert first_named(COMPARISON.model_copy(update={"text": "no verdict"})) is None


def test_a_writer_that_takes_the_first_flips() -> None:
    orders, flagged = asyncio.run(find_flips(FirstIsBest(), [COMPARISON]))
    assert orders == 5
    assert len(flagged) == 4  # One other order has the same product first.
    assert flagged[0].metric == VERDICT


def test_the_embedded_writer_does_not_flip() -> None:
    assert asyncio.run(find_flips(EmbeddedWriter(), [COMPARISON])) == (5, [])


def test_the_order_audit_lists_flipped_verdicts() -> None:
    bench = make_bench(steady, ("comparison/relevance",), (COMPARISON,))
    bench.writer = FirstIsBest()
    result = asyncio.run(carry_out(bench))
    assert "first is best wrote 5 comparisons in another order; 4 verdicts flipped" in result.notes
    assert len(result.flagged) == 4
