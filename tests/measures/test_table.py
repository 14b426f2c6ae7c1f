"""The form of a comparison."""

from collections.abc import Callable

import pytest

from triptych.measures import Analysis
from triptych.measures.table import measure

Make = Callable[..., Analysis]


@pytest.mark.parametrize(
    ("old", "new", "level"),
    [
        ("nothing", "nothing", 5),
        ("| 4.1 | 4.2 | 4.3 |", "| 4.1 |  | 4.3 |", 4),
        ("| Screen |", "| Attribute 2 |", 3),
        ("| Average Rating | 4.1 | 4.2 | 4.3 |\n", "", 3),
        ("| 4.1 | 4.2 | 4.3 |", "| 4.1 | N/A | 4.3 |", 4),
        ("| Average Rating | 4.1 | 4.2 | 4.3 |\n| Pros |", "| Average Rating | 4.1 | 4.2 | 4.3 |\n| Upkeep |", 3),
        ("| Bright and sharp | Bright", "| Bright and | Bright", 4),
    ],
)
def test_the_lowest_fault_decides(comparison: Make, table: str, old: str, new: str, level: int) -> None:
    measured = measure(comparison(table.replace(old, new)))
    assert 1 + 4 * measured.value == level


def test_prose_is_no_table(comparison: Make) -> None:
    measured = measure(comparison("The Norvel is the best of them."))
    assert measured.value == 0 and measured.notes == ("There is no table.",)


def test_essential_rows_are_counted(comparison: Make, table: str) -> None:
    without = "\n".join(line for line in table.splitlines() if not line.startswith(("| Pros", "| Cons")))
    assert "3 of 5; missing: Pros, Cons" in measure(comparison(without)).notes[0]


def test_values_of_more_words_fill_it(comparison: Make, table: str) -> None:
    fuller = table.replace("Bright and sharp", "Bright and sharp enough to read by at noon")
    assert measure(comparison(fuller)).filled > measure(comparison(table)).filled


def test_two_essential_rows_are_too_few(comparison: Make, table: str) -> None:
    rows = ("| Pros", "| Cons", "| Average")
    bare = "\n".join(line for line in table.splitlines() if not line.startswith(rows))
    assert measure(comparison(bare)).value == 0.25


def test_the_more_cells_are_empty_the_more_faults(comparison: Make, table: str) -> None:
    whole, one = (measure(comparison(text)) for text in (table, table.replace("| 4.1 |", "|  |")))
    two = measure(comparison(table.replace("| 4.1 | 4.2 |", "|  |  |")))
    assert whole.faults == 0 < one.faults < two.faults
