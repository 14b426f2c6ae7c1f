"""The classic table, to the letter."""

import re
from decimal import Decimal

import pytest

from triptych.records import Column, Comparison, Money
from triptych.texts.markdown_table import read, write


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
    assert write(COMPARISON) == MARKDOWN


def test_it_reads_back() -> None:
    assert read(MARKDOWN) == COMPARISON


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
    text = write(COMPARISON.model_copy(update={"columns": (column, COMPARISON.columns[1])}))
    assert f"| Battery Life | {written} | 40 hours |" in text


def test_points_that_make_a_tag_only_together_are_escaped() -> None:
    column = COMPARISON.columns[0].model_copy(update={"cons": ("<table", ">")})
    text = write(COMPARISON.model_copy(update={"columns": (column, COMPARISON.columns[1])}))
    assert r"\<table; \>" in text


def test_points_that_look_numbered_read_back() -> None:
    column = COMPARISON.columns[0].model_copy(update={"cons": ("2. loud", "dim")})
    comparison = COMPARISON.model_copy(update={"columns": (column, COMPARISON.columns[1])})
    assert read(write(comparison)).columns[0].cons == ("2. loud", "dim")


def test_no_cell_is_empty() -> None:
    column = Column(title="x", values=(None,) * 5)
    text = write(COMPARISON.model_copy(update={"columns": (column, column)}))
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert len(rows) == 12
    assert not any(re.search(r"\|\s*\|", row) for row in rows)
