"""A comparison as the classic table, to the letter; what reads back, and what does not amount to one."""

import re
from decimal import Decimal
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from triptych.errors import UsageError
from triptych.records import Column, Comparison, Line, Money
from triptych.texts import read_comparison, read_table, write_comparison, write_html


def rupees(digits: str) -> Money:
    return Money(amount=Decimal(digits), currency="INR")


COMPARISON = Comparison(
    attributes=("Battery Life", "Driver", "Latency", "Microphones", "Water Resistance"),
    columns=(
        Column(
            title="boAt Airdopes 141 | Black",
            base_price=rupees("4490"),
            final_price=rupees("1299.00"),
            values=("42 hours", "8 mm", None, "2", "IPX4"),
            average_rating=4.1,
            pros=("long battery", "bass; and treble"),
            cons=(),
        ),
        Column(
            title="JBL Tune 230NC",
            base_price=Money(amount=Decimal("79.95"), currency="USD"),
            values=("40 hours", "10 mm", None, "4", None),
            average_rating=4.0,
            pros=("clear calls",),
            cons=("over budget", "no app"),
        ),
    ),
    verdict="Take the boAt for music and the JBL for calls.",
)

MARKDOWN = r"""| Product Title | boAt Airdopes 141 \| Black | JBL Tune 230NC |
| --- | --- | --- |
| Base Price | Rs. 4490 | $79.95 |
| Final Price | Rs. 1299.00 | N/A |
| Battery Life | 42 hours | 40 hours |
| Driver | 8 mm | 10 mm |
| Latency | N/A | N/A |
| Microphones | 2 | 4 |
| Water Resistance | IPX4 | N/A |
| Average Rating | 4.1 | 4 |
| Pros | long battery; bass\; and treble | clear calls |
| Cons | N/A | over budget; no app |

Final Verdict Summary: Take the boAt for music and the JBL for calls.
"""


def test_the_classic_table_is_written_to_the_letter() -> None:
    assert write_comparison(COMPARISON) == MARKDOWN


def test_it_reads_back() -> None:
    assert read_comparison(MARKDOWN) == COMPARISON


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("plain words, 100% & more (really)", "plain words, 100% & more (really)"),
        ("10*20*30 cm", "10*20*30 cm"),
        ("USB_C_port", "USB_C_port"),
        ("a|b", r"a\|b"),
        ("a; b", "a; b"),
        (r"C:\music", r"C:\music"),
        (r"ends in \|", r"ends in \\\|"),
        ("*new*", r"\*new\*"),
        ("AT&amp;T", r"AT\&amp;T"),
        ("x<br>y", r"x\<br>y"),
        ("<5 kg", "<5 kg"),
        ("a\u200bb", "a&#8203;b"),
    ],
)
def test_a_value_is_escaped_only_where_reading_would_change_it(value: str, written: str) -> None:
    column = COMPARISON.columns[0].model_copy(update={"values": (value, None, None, None, None)})
    text = write_comparison(COMPARISON.model_copy(update={"columns": (column, COMPARISON.columns[1])}))
    assert f"| Battery Life | {written} | 40 hours |" in text


def test_points_that_make_a_tag_only_together_are_escaped() -> None:
    column = COMPARISON.columns[0].model_copy(update={"cons": ("<table", ">")})
    text = write_comparison(COMPARISON.model_copy(update={"columns": (column, COMPARISON.columns[1])}))
    assert r"\<table; \>" in text


def test_points_that_look_numbered_read_back() -> None:
    column = COMPARISON.columns[0].model_copy(update={"cons": ("2. loud", "dim")})
    comparison = COMPARISON.model_copy(update={"columns": (column, COMPARISON.columns[1])})
    assert read_comparison(write_comparison(comparison)).columns[0].cons == ("2. loud", "dim")


def test_no_cell_is_empty() -> None:
    column = Column(title="x", values=(None,) * 5)
    text = write_comparison(COMPARISON.model_copy(update={"columns": (column, column)}))
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert len(rows) == 12
    assert not any(re.search(r"\|\s*\|", row) for row in rows)


def test_its_own_json_reads_back() -> None:
    assert read_comparison(COMPARISON.model_dump_json()) == COMPARISON
    with pytest.raises(UsageError, match="not a comparison"):
        read_comparison('{"attributes": []}')


def test_all_that_is_missing_is_said_at_once() -> None:
    lines = [line for line in MARKDOWN.splitlines() if not line.startswith(("| Base", "| Cons", "| Latency", "Final"))]
    with pytest.raises(UsageError) as error:
        read_comparison("\n".join(lines))
    for said in ("no row 'Base Price'", "no row 'Cons'", "4 attribute rows", "no verdict"):
        assert said in str(error.value)


def test_one_product_is_too_few() -> None:
    text = re.sub(r"(?m)^(\|.*?[^\\]\|.*?[^\\]\|).*$", r"\1", MARKDOWN)
    with pytest.raises(UsageError, match="there are 1 products, not 2 to 6"):
        read_comparison(text)


def test_a_repeated_attribute_is_refused() -> None:
    with pytest.raises(UsageError, match="'battery life' is there twice"):
        read_comparison(MARKDOWN.replace("| Driver |", "| Battery Life |"))


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
comparisons = st.builds(
    Comparison,
    attributes=st.lists(_lines, min_size=5, max_size=5, unique_by=lambda name: name.strip().casefold()).filter(
        lambda names: len({_LINE.validate_python(name).casefold() for name in names}) == 5
    ),
    columns=st.lists(_columns, min_size=2, max_size=3).map(tuple),
    verdict=_lines,
)


def _digits(comparison: Comparison) -> list[str]:
    prices = [price for column in comparison.columns for price in (column.base_price, column.final_price) if price]
    return [format(price.amount, "f") for price in prices]


@settings(max_examples=100, deadline=None)
@given(comparisons)
def test_any_comparison_survives_the_round_trip(comparison: Comparison) -> None:
    read = read_comparison(write_comparison(comparison))
    assert read == comparison
    assert _digits(read) == _digits(comparison)


@settings(max_examples=50, deadline=None)
@given(comparisons)
def test_what_we_write_has_nothing_to_repair(comparison: Comparison) -> None:
    read = read_table(write_comparison(comparison))
    assert (read.faults, read.uneven, read.is_transposed) == ((), (), False)


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
    assert read_comparison(write_comparison(twisted)).attributes == attributes


MARKED_UP = Comparison(
    attributes=("Power", "Jar <size>", "Noise", "Weight", "Warranty"),
    columns=(
        Column(
            title='Mixer "Pro" & <Max>',
            base_price=Money(amount=Decimal("129999.00"), currency="INR"),
            final_price=Money(amount=Decimal("1.299"), currency="EUR"),
            values=("750 W", "1 < 2", None, "4 kg", "2 years"),
            average_rating=4.5,
            pros=("strong; quiet", "<b>bold</b>"),
        ),
        Column(title="Other", values=(None,) * 5, cons=("weak",)),
    ),
    verdict="Take <the> first & be happy.",
)


class _Tags(HTMLParser):
    """What a browser would see."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.words: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_a_browser_sees_a_real_table_and_every_tag_closed() -> None:
    seen = _Tags(write_html(MARKED_UP))
    assert seen.open == []
    scopes = [attributes.get("scope") for tag, attributes in seen.tags if tag == "th"]
    assert scopes == ["col"] * 3 + ["row"] * 10
    names = [tag for tag, _ in seen.tags]
    assert (names.count("table"), names.count("caption"), names.count("tr"), names.count("td")) == (1, 1, 11, 20)


def test_words_are_escaped_and_prices_grouped_for_people() -> None:
    words = _Tags(write_html(MARKED_UP)).words
    assert 'Mixer "Pro" & <Max>' in words
    assert "<b>bold</b>" in words
    assert "₹1,29,999.00" in words


def test_html_is_read_as_well() -> None:
    column = COMPARISON.columns[0].model_copy(update={"title": "boAt Airdopes 141", "pros": ("long battery",)})
    comparison = COMPARISON.model_copy(update={"columns": (column, COMPARISON.columns[1])})
    assert read_comparison(write_html(comparison)) == comparison
