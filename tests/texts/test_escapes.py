"""Hostile names and words, as a terminal, a Markdown page and a spreadsheet are given them."""

import pytest

from triptych.texts import for_csv, for_markdown, for_terminal


@pytest.mark.parametrize("text", ["\x1b[2J", "\x1b]8;;http://x\x07y", "a\u202eb", "\x9b31m", "\u200b", "\r", "\x7f"])
def test_a_terminal_is_sent_nothing_but_what_is_seen(text: str) -> None:
    assert for_terminal(text).isprintable()


@pytest.mark.parametrize("text", ["two\nlines\tand a tab", "नमस्ते क्‍ष", "👩‍🔧", "100 % — “fine”", "日本"])
def test_what_people_write_stays(text: str) -> None:
    assert for_terminal(text) == text


def test_markdown_holds_no_html_link_or_image() -> None:
    made = for_markdown("![x](http://spy/1.png) <script>alert(1)</script> [a](javascript:b) | cell |")
    assert "<" not in made and "[" not in made
    assert made.endswith("| cell |")


@pytest.mark.parametrize("text", ["=HYPERLINK(1)", "+cmd|' /C calc'!A0", "-1+1", "@SUM(A1)", "\t=1", " =1"])
def test_a_spreadsheet_is_given_no_formula(text: str) -> None:
    assert for_csv(text) == f"'{text}"


@pytest.mark.parametrize("cell", ["a=b", "", 4, -4.5, None])
def test_other_cells_stay(cell: object) -> None:
    assert for_csv(cell) == cell
