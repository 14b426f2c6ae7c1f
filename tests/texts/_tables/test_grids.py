"""Where a text holds a table."""

from triptych.texts import read_table


def _table(*rows: str) -> str:
    return "\n".join(["| Product Title | A1 | B2 |", "|---|---|---|", *rows]) + "\n"


def test_a_placeholder_in_angle_brackets_hides_nothing() -> None:
    assert [column.title for column in read_table(_table("| Pros | <title> | b |")).columns] == ["A1", "B2"]


def test_a_table_without_known_rows_is_still_a_table() -> None:
    reading = read_table("| x | y |\n|---|---|\n| 1 | 2 |\n")
    assert reading.form == "pipes"
    assert "there is no row 'Base Price'" in reading.faults


def test_pipes_in_prose_are_no_table() -> None:
    assert read_table("Choose red | blue.\nOr green | yellow.").form is None


def test_what_is_hidden_in_html_is_not_read() -> None:
    text = "<!-- | Pros | a |\n| Cons | b | --><script>\n| Pros | a |\n| Cons | b |\n</script>"
    assert read_table(text) == read_table(" ")
