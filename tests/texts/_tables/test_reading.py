"""What is read from tables as models really write them, and what is said of the rest."""

import re
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from triptych.errors import UsageError
from triptych.records import Comparison
from triptych.texts import TableReading, parse_money, read_comparison, read_table, show_money
from triptych.texts._tables.reading import ColumnReading, parse_rating, show_rating

MESSY = Path(__file__).parent.parent / "messy"

INPUTS = sorted(path for path in MESSY.iterdir() if path.suffix != ".expected")


@pytest.mark.parametrize(
    ("text", "stars"),
    [
        ("4.3", 4.3),
        ("4", 4.0),
        ("4,3", 4.3),
        ("4.3/5", 4.3),
        ("4.3 / 5.0", 4.3),
        ("4.3 out of 5", 4.3),
        ("4.3 out of 5 stars", 4.3),
        ("4.3 ★", 4.3),
        ("⭐ 4.3/5", 4.3),
        ("4.3⭐️ (1,234 ratings)", 4.3),
        ("4.3 (210)", 4.3),
        ("Rated 4.3", 4.3),
        ("★★★★☆", 4.0),
    ],
)
def test_a_rating_is_read(text: str, stars: float) -> None:
    assert parse_rating(text) == stars


@pytest.mark.parametrize("text", ["", "good", "8.6/10", "0.5", "5.1", "45", "4.3.1", "☆☆", "★★★★★★", "4.3 9"])
def test_what_is_no_rating_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="is not"):
        parse_rating(text)


@given(st.floats(1, 5))
def test_every_digit_of_a_rating_is_shown(stars: float) -> None:
    assert parse_rating(show_rating(stars)) == stars


def _text(name: str) -> str:
    return (MESSY / name).read_bytes().decode()


def _listed(shown: list[str | None]) -> str:
    return " | ".join("none" if value is None else value for value in shown)


def _column_lines(columns: tuple[ColumnReading, ...]) -> list[str]:
    prices = [
        _listed([show_money(price) if price else None for price in which])
        for which in ([each.base_price for each in columns], [each.final_price for each in columns])
    ]
    ratings = _listed([None if each.average_rating is None else str(each.average_rating) for each in columns])
    points = [
        _listed([" + ".join(each) or None for each in which])
        for which in ([each.pros for each in columns], [each.cons for each in columns])
    ]
    return [
        f"titles: {_listed([each.title for each in columns])}",
        f"base prices: {prices[0]}",
        f"final prices: {prices[1]}",
        f"ratings: {ratings}",
        f"pros: {points[0]}",
        f"cons: {points[1]}",
    ]


def _shown(reading: TableReading) -> str:
    """A reading as a person checks it."""
    lines = [f"form: {reading.form}{', turned' if reading.is_transposed else ''}"]
    if reading.columns:
        lines += _column_lines(reading.columns)
    for place, row in enumerate(reading.attributes):
        lines.append(f"attribute {row.label.text}: {_listed([column.values[place] for column in reading.columns])}")
    verdict = reading.verdict
    lines.append(f"verdict, line {verdict.line}: {verdict.text}" if verdict else "verdict: none")
    lines += [f"prose, line {passage.line}: {passage.text}" for passage in reading.prose]
    lines += [f"fault: {sentence}" for sentence in reading.faults]
    lines += [f"uneven: {sentence}" for sentence in reading.uneven]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("path", INPUTS, ids=lambda path: path.stem)
def test_messy_output_is_read_as_expected(path: Path) -> None:
    assert _shown(read_table(_text(path.name))) == path.with_suffix(".expected").read_text()


@pytest.mark.parametrize("path", INPUTS, ids=lambda path: path.stem)
def test_it_is_a_comparison_or_the_error_says_every_fault(path: Path) -> None:
    text = _text(path.name)
    faults = read_table(text).faults
    if faults:
        with pytest.raises(UsageError, match=re.escape("; ".join(faults))):
            read_comparison(text)
    else:
        assert isinstance(read_comparison(text), Comparison)


@pytest.mark.parametrize("path", INPUTS, ids=lambda path: path.stem)
def test_places_point_at_what_was_read(path: Path) -> None:
    text = _text(path.name)
    reading = read_table(text)
    cells = [cell for row in reading.rows for cell in (row.label, *row.cells)]
    for cell in cells:
        source = text[cell.start : cell.end]
        assert source == source.strip()
        assert text.count("\n", 0, cell.start) + 1 == cell.line
        assert set(re.findall(r"\w{2,}", cell.text)) <= set(re.findall(r"\w{2,}", source.replace("\u200b", "")))
        assert reading.start <= cell.start <= cell.end <= reading.end
    if reading.verdict:
        source = text[reading.verdict.start : reading.verdict.end]
        assert reading.verdict.text.split()[0] in source
        assert reading.verdict.text.split()[-1] in source


def _table(*rows: str) -> str:
    return "\n".join(["| Product Title | A1 | B2 |", "|---|---|---|", *rows]) + "\n"


def test_prices_point_at_their_cells() -> None:
    text = _table("| Base Price | Rs. 1,299 | **$24.99** |")
    row = read_table(text).row("base_price")
    assert row is not None
    assert [text[cell.start : cell.end] for cell in row.cells] == ["Rs. 1,299", "**$24.99**"]
    assert [parse_money(cell.text).amount for cell in row.cells] == [1299, parse_money("24.99").amount]


_PIECES = (
    *("|", "｜", "\\|", "|---|", "---", "\n", "\r\n", "\n\n", "\t", "  ", "```", "#", ">", "**", "__", "`", "*", ":"),
    *(
        "<table>",
        "</table>",
        "<tr>",
        "<td>",
        "<td colspan=99>",
        "</td>",
        "<th",
        ">",
        "<li>",
        "<br>",
        "<p>",
        "<!--",
        "&#",
        "&#1114112;",
    ),
    *(
        "Product Title",
        "Base Price",
        "Price",
        "Average Rating",
        "Pros",
        "Cons",
        "Verdict:",
        "Final Verdict Summary:",
        "N/A",
    ),
    *("Rs. 1,299", "$5", "4.5", "9/10", "★★", "a", "1", "\u200b", "\x00", "\ud800", "; ", "- "),
)


@settings(max_examples=400, deadline=None)
@given(st.lists(st.sampled_from(_PIECES) | st.text(max_size=5), max_size=60).map("".join))
def test_any_text_can_be_read(text: str) -> None:
    reading = read_table(text)
    assert reading.form or reading.faults
    assert all(len(row.cells) == len(reading.columns) for row in reading.rows)
    with suppress(UsageError):
        read_comparison(text)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_damaged_table_can_be_read(data: st.DataObject) -> None:
    text = _text(data.draw(st.sampled_from(INPUTS)).name)
    for _ in range(data.draw(st.integers(1, 6))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 40)))
        text = text[:start] + data.draw(st.sampled_from(_PIECES)) + text[end:]
    try:
        read_comparison(text)
    except UsageError as error:
        assert str(error).startswith("this is not a comparison: ")


@pytest.mark.parametrize(
    "unit",
    [
        "**a ",
        "*a ",
        "<!--",
        "<table>",
        "| a ",
        "|a|b|\n",
        "\\",
        "[a](",
        "<td ",
        "; ",
        "Verdict:\n",
        " ",
        "-",
        "`a",
        "&#1;",
        "_a ",
    ],
)
def test_a_long_text_of_marks_can_be_read(unit: str) -> None:
    assert read_table(unit * (40_000 // len(unit))).faults


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
