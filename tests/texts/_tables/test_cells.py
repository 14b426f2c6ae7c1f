"""The words of a cell without its marks."""

import pytest

from triptych.texts._tables.cells import TextPart, read_cell, read_words


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("  **Rs. 1,299**  ", "Rs. 1,299"),
        ("__a__ and *b* and `c`", "a and b and c"),
        ("***both***", "both"),
        ("snake_case_name", "snake_case_name"),
        ("10*20*30", "10*20*30"),
        (r"\*kept\*", "*kept*"),
        (r"a\|b\\", "a|b\\"),
        (r"C:\new", r"C:\new"),
        ("AT&amp;T &#8377;5 &unknown;", "AT&T ₹5 &unknown;"),
        ("&#xD800;&#9999999;x", "x"),
        ("one<br>two<br/>three", "one two three"),
        ("<span style='x'>a</span> < b", "a < b"),
        ("[boAt](https://example.com) ![x](y.png)", "boAt x"),
        ("a\u200bb\ufeff", "ab"),
        ("zero\u200djoiner", "zero\u200djoiner"),
        ("a\r\n   b", "a b"),
    ],
)
def test_marks_are_dropped_and_words_kept(source: str, text: str) -> None:
    assert read_cell(TextPart(source)).text == text
    assert read_words(source) == text


@pytest.mark.parametrize(
    ("source", "points"),
    [
        ("a; b;c", ("a", "b", "c")),
        (r"a\; b; c", ("a; b", "c")),
        ("a &amp; b; c", ("a & b", "c")),
        ("- a<br>- b", ("a", "b")),
        ("1. a<br>2) b<br>(3) c", ("a", "b", "c")),
        ("• a • b", ("a", "b")),
        ("✅ a<br>❌ b", ("a", "b")),
        ("<ul><li>a; b</li><li>c</li></ul>", ("a; b", "c")),
        ("**a; b**", ("a", "b")),
        ("N/A", ()),
        ("a; none; b", ("a", "b")),
        ("good, cheap and light", ("good, cheap and light",)),
        ("2.5 hours", ("2.5 hours",)),
    ],
)
def test_points_are_told_apart(source: str, points: tuple[str, ...]) -> None:
    assert read_cell(TextPart(source)).points == points


@pytest.mark.parametrize("source", ["Battery:", "**Battery:**", "**Battery**:", "Battery：", " Battery : "])
def test_a_label_has_no_colon(source: str) -> None:
    assert read_cell(TextPart(source), is_label=True).text == "Battery"


def test_the_place_leaves_out_the_spaces() -> None:
    cell = read_cell(TextPart("  **x** ", start=10, line=3))
    assert (cell.start, cell.end, cell.line) == (12, 17, 3)
