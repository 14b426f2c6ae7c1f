"""A writer whose verdict depends on the order is caught; the embedded one is not."""

import asyncio
from dataclasses import dataclass

from audited import make_bench, steady
from triptych.audits import bundled_cases
from triptych.audits._verdicts import VERDICT, find_flips, first_named
from triptych.audits.order import carry_out
from triptych.engines import Work
from triptych.records import Case
from triptych.writers import Assignment
from triptych.writers.embedded import EmbeddedWriter

COMPARISON = next(case for case in bundled_cases() if case.task == "comparison")


@dataclass(frozen=True, slots=True)
class FirstIsBest:
    """Always tells shoppers to take what stands first."""

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
    flips = asyncio.run(find_flips(FirstIsBest(), [COMPARISON]))
    assert flips.orders == 5
    assert len(flips.flagged) == 4  # One other order has the same product first.
    assert flips.flagged[0].metric == VERDICT


def test_the_embedded_writer_does_not_flip() -> None:
    flips = asyncio.run(find_flips(EmbeddedWriter(), [COMPARISON]))
    assert (flips.orders, flips.flagged) == (5, ())


def test_the_order_audit_tells_it() -> None:
    bench = make_bench(steady, ("comparison/relevance",), (COMPARISON,))
    bench.writer = FirstIsBest()
    result = asyncio.run(carry_out(bench))
    assert "first is best wrote 5 comparisons in another order; 4 verdicts flipped" in result.notes
    assert len(result.flagged) == 4
