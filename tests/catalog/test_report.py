from decimal import Decimal
from typing import Any

import pytest

from triptych.catalog import Report, RowProblem
from triptych.catalog._report import show
from triptych.errors import UsageError

PROBLEM = RowProblem("a.jsonl", 12, "products[1].final_price", "'-5' is negative")


def test_a_problem_names_file_line_and_field() -> None:
    assert str(PROBLEM) == "a.jsonl:12: products[1].final_price: '-5' is negative"
    assert str(RowProblem("a.parquet", None, "", "is damaged")) == "a.parquet: is damaged"


def test_a_strict_report_raises_the_first_problem() -> None:
    with pytest.raises(UsageError, match=r"a\.jsonl:12"):
        Report(is_strict=True).skip_row([PROBLEM])
    with pytest.raises(UsageError, match=r"a\.jsonl:12"):
        Report(is_strict=True).skip_review(PROBLEM)


def test_all_problems_are_counted_and_some_are_kept() -> None:
    report = Report(most_problems=3)
    for _ in range(5):
        report.skip_row([PROBLEM])
    assert (report.skipped, report.problem_count, len(report.problems)) == (5, 5, 3)


@pytest.mark.parametrize(
    "value", ["x" * 10_000, 10**4000, Decimal("1." + "3" * 5000), list(range(1000)), {"a": {"b": {}}}]
)
def test_values_are_shown_short(value: Any) -> None:
    assert 0 < len(show(value)) < 100


def test_values_are_shown_so_that_they_can_be_printed() -> None:
    assert show("a\nb\ud800") == "'a\\nb\\ud800'"
    assert show(Decimal("24.90")) == "24.90"
