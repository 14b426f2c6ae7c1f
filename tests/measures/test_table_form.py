"""The form of a comparison, its parts and its verdict."""

from collections.abc import Callable

import pytest

from triptych.measures import Analysis, take_measure

Make = Callable[..., Analysis]


@pytest.mark.parametrize(
    ("old", "new", "level"),
    [
        ("nothing", "nothing", 5),
        ("| 4.1 | 4.2 | 4.3 |", "| 4.1 |  | 4.3 |", 4),
        ("| Screen |", "| Attribute 2 |", 3),
        ("| Average Rating | 4.1 | 4.2 | 4.3 |\n", "", 3),
        ("| 4.1 | 4.2 | 4.3 |", "| 4.1 | N/A | 4.3 |", 4),
    ],
)
def test_the_lowest_fault_decides(comparison: Make, table: str, old: str, new: str, level: int) -> None:
    assert take_measure("table_form", comparison(table.replace(old, new))).figures["level"] == level


def test_prose_is_no_table(comparison: Make) -> None:
    assert take_measure("table_form", comparison("The Norvel is the best of them.")).figures["level"] == 1


def test_a_verdict_stands_on_the_table_or_on_air(comparison: Make, table: str) -> None:
    whole = take_measure("verdict_grounds", comparison(table))
    head, mark, _ = table.partition("Final Verdict Summary:")
    invented = (
        head + mark + " Take the Ostrin Slate 12: it won a medal in Helsinki, sings to penguins and glows in the dark."
    )
    on_air, missing = (take_measure("verdict_grounds", comparison(text)) for text in (invented, head))
    assert whole.value is not None and on_air.value is not None
    assert whole.value > on_air.value + 0.4 and missing.value == 0.0


def test_a_con_that_denies_a_row_is_found(comparison: Make, table: str) -> None:
    assert take_measure("table_agreement", comparison(table)).faults == 0
    odd = table.replace("| Weak speakers; heavy |", "| Terrible battery; heavy |")
    assert take_measure("table_agreement", comparison(odd)).faults >= 1
