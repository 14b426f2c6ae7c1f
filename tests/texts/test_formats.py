"""A comparison survives every format, whatever its words are."""

import json
import re
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from triptych.errors import UsageError
from triptych.records import Claim, Column, Comparison, Evidence, Line, Money
from triptych.texts import FORMATS, read_comparison, read_table, write_comparison

_AWKWARD = (
    *(
        "|",
        r"\|",
        "\\",
        "a\\",
        "｜",
        " | ",
        ";",
        "a; b",
        "*x*",
        "**bold**",
        "__u__",
        "`code`",
        "```",
        "~~~",
        "*",
        "_a_",
    ),
    *(
        "<br>",
        "<b>x</b>",
        "<table>",
        "</table>",
        "<table ",
        "<td",
        ">",
        "<!--",
        "-->",
        "<script>",
        "</script>",
        "<li>a",
    ),
    *(
        "&amp;",
        "&",
        "&#59;",
        "&nbsp;",
        "&#8203;",
        "\\&",
        "'",
        '"',
        "<p>",
        "</p>",
        "<h2>",
        "\\<p\\>",
        "<",
        "!",
        "$5",
        "4.5",
    ),
    *(
        "- point",
        "1. point",
        "(1) point",
        "• point",
        "✅ yes",
        "+ plus",
        "–",
        "--",
        ":--",
        "---",
        "===",
        "# head",
        "> x",
    ),
    *("N/A", "NA", "n.a.", "-", "—", "None", "not available", "Pros", "Price", "Product Title", "Average Rating"),
    *("Verdict:", "Final Verdict Summary: x", "**Final Verdict Summary:** x", "Note: x", ":", "a:", "a：", "\\:"),
    *("[a](b)", "![a](b)", "\u200b", "a\u200bb", "\ufeff", "\u00ad", "a\tb", "a  b", "\x1c", "\x00", "\x85", "\u2028"),
    *("é", "हिन्दी", "\U0001f600", "long " * 60),
)
_LINE = TypeAdapter[str](Line)
COMPARISON = Comparison(
    attributes=("a", "b", "c", "d", "e"),
    columns=(Column(title="x", values=(None,) * 5), Column(title="y", values=("é",) * 5)),
    verdict="x.",
    query="q",
)


def test_it_is_one_line_of_json_with_every_field() -> None:
    text = write_comparison(COMPARISON, "jsonl")
    assert text.count("\n") == 1
    assert "é" in text
    assert set(json.loads(text)) == set(Comparison.model_fields)
    assert read_comparison("\ufeff" + text, "jsonl") == COMPARISON


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Invalid JSON"),
        ("[1", "Invalid JSON"),
        ("{}", "attributes: Field required; columns: Field required; verdict: Field required"),
        (
            write_comparison(COMPARISON, "jsonl").replace('"query"', '"question"'),
            "question: Extra inputs are not permitted",
        ),
        (
            write_comparison(COMPARISON, "jsonl").replace('"verdict":"x."', '"verdict":"a\\nb"'),
            "verdict: String should match",
        ),
        ("\ud800", "this is not a comparison"),
    ],
)
def test_what_is_wrong_is_said_with_its_field(text: str, said: str) -> None:
    with pytest.raises(UsageError, match=re.escape(said)):
        read_comparison(text, "jsonl")


@given(st.text() | st.recursive(st.none() | st.integers() | st.text(), st.lists).map(json.dumps))
def test_other_texts_raise_usage_errors_only(text: str) -> None:
    with pytest.raises(UsageError):
        read_comparison(text, "jsonl")


def _is_line(text: str) -> bool:
    try:
        return bool(_LINE.validate_python(text))
    except ValidationError:
        return False


_lines = st.lists(st.sampled_from(_AWKWARD) | st.text(max_size=8), min_size=1, max_size=4).map("".join).filter(_is_line)
_amounts = st.builds(
    lambda digits, places: Decimal(digits).scaleb(-places), st.integers(0, 10**12), st.integers(0, 5)
) | st.sampled_from([Decimal(digits) for digits in ("0", "1299.00", "1.299", "0.500", "1E+3", "0E-3", "999999.100")])
_prices = st.builds(
    Money,
    amount=_amounts,
    currency=st.none() | st.sampled_from(["INR", "USD", "EUR", "GBP", "JPY", "CHF", "IDR", "SEK", "KWD", "XTS"]),
)
_columns = st.builds(
    Column,
    title=_lines,
    base_price=st.none() | _prices,
    final_price=st.none() | _prices,
    values=st.tuples(*([st.none() | _lines] * 5)),
    average_rating=st.none() | st.floats(1, 5),
    pros=st.lists(_lines, max_size=3).map(tuple),
    cons=st.lists(_lines, max_size=3).map(tuple),
)
_evidence = st.builds(
    lambda text: Evidence(product_id="p", source="review", source_id="r", start=3, end=3 + len(text), text=text),
    st.text(),
)
_claims = st.builds(
    Claim,
    text=st.text(),
    start=st.integers(0, 9),
    end=st.integers(0, 9),
    kind=st.sampled_from(["stated", "counted", "derived", "absent", "advice"]),
    evidence=st.lists(_evidence, max_size=1).map(tuple),
)
comparisons = st.builds(
    Comparison,
    attributes=st.lists(_lines, min_size=5, max_size=5, unique_by=lambda name: name.strip().casefold()).filter(
        lambda names: len({_LINE.validate_python(name).casefold() for name in names}) == 5
    ),
    columns=st.lists(_columns, min_size=2, max_size=3).map(tuple),
    verdict=_lines,
    query=st.none() | st.text(),
    product_ids=st.sampled_from([(), ("p", "q"), ("a|b", "<c>", "</script>")]),
    claims=st.lists(_claims, max_size=2).map(tuple),
)


def _digits(comparison: Comparison) -> list[str]:
    prices = [price for column in comparison.columns for price in (column.base_price, column.final_price) if price]
    return [format(price.amount, "f") for price in prices]


@settings(max_examples=100, deadline=None)
@given(comparisons)
@pytest.mark.parametrize("name", FORMATS)
def test_any_comparison_survives_the_round_trip(name: str, comparison: Comparison) -> None:
    carried = comparison
    if name == "md":
        carried = comparison.model_copy(update={"query": None, "product_ids": (), "claims": ()})
    read = read_comparison(write_comparison(comparison, name), name)
    assert read == carried
    assert _digits(read) == _digits(comparison)


@settings(max_examples=50, deadline=None)
@given(comparisons)
def test_what_we_write_has_nothing_to_repair(comparison: Comparison) -> None:
    for name in ("md", "html"):
        read = read_table(write_comparison(comparison, name))
        assert (read.faults, read.uneven, read.is_transposed) == ((), (), False)


def test_the_format_is_seen_from_the_text() -> None:
    column = Column(title="x", values=(None,) * 5)
    comparison = Comparison(attributes=("a", "b", "c", "d", "e"), columns=(column, column), verdict="x.", query="q")
    for name in ("html", "jsonl"):
        assert read_comparison(write_comparison(comparison, name)) == comparison
    assert read_comparison(write_comparison(comparison, "md")).verdict == "x."


def test_an_unknown_format_lists_the_known_ones() -> None:
    with pytest.raises(UsageError, match="unknown format 'pdf'; known: html, jsonl, md"):
        read_comparison("", "pdf")


@settings(deadline=None)
@given(comparisons.filter(lambda comparison: len(comparison.columns) == 2))
def test_the_writer_leaves_a_product_title_that_names_a_row_alone(comparison: Comparison) -> None:
    """Rows are told by their place in the classic table, so titles and attributes may be called anything."""
    titles = [column.title for column in comparison.columns]
    columns = [
        column.model_copy(update={"values": (title,) * 5})
        for column, title in zip(comparison.columns, titles, strict=True)
    ]
    attributes = ("Product Title", "Base Price", "Pros", "Cons", "Average Rating")
    twisted = comparison.model_copy(update={"columns": tuple(columns), "attributes": attributes})
    assert read_comparison(write_comparison(twisted, "md"), "md").attributes == attributes
