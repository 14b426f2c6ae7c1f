"""Tables with odd rows and headers."""

import pytest

from triptych.texts import read_table


def _table(*rows: str) -> str:
    return "\n".join(["| Product Title | A1 | B2 |", "|---|---|---|", *rows]) + "\n"


@pytest.mark.parametrize(
    "gap", ["NA", "N/A", "n/a", "n.a.", "N.A.", "-", "--", "—", "None", "nil", "", " ", "Not available"]
)
def test_gaps_are_no_values(gap: str) -> None:
    reading = read_table(
        _table(f"| Base Price | {gap} | $5 |", f"| Colour | {gap} | Red |", f"| Pros | {gap} | good |")
    )
    column = reading.columns[0]
    assert (column.base_price, column.values, column.pros, column.faults) == (None, (None,), (), ())


def test_a_missing_label_cell_in_the_header_is_understood() -> None:
    reading = read_table("| A1 | B2 |\n|---|---|\n| Base Price | $1 | $2 |\n| Pros | good | bad |\n")
    assert [column.title for column in reading.columns] == ["A1", "B2"]


def test_rows_without_a_label_go_on_with_the_row_above() -> None:
    reading = read_table(
        _table("| Pros | good | light |", "| | cheap | N/A |", "| | | small |", "| Cons | dull | weak |")
    )
    assert [column.pros for column in reading.columns] == [("good", "cheap"), ("light", "small")]
