from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from triptych.catalog import _cleaning
from triptych.catalog._cleaning import (
    MOST_CHARACTERS,
    clean_line,
    clean_paragraphs,
    drop_unstorable,
    sameness_key,
)

# Pieces that make markup, entities and invisible characters when they meet.
PIECES = st.lists(
    st.sampled_from(["&", "&amp;", "amp;", "lt;", "&lt;", "&#38;", "#38;", "&#x26;", "&#3", "8;", "&#56;", "&nbsp;"])
    | st.sampled_from(["<", ">", "b", "<b>", "</b>", "<br/>", "<p class='x'>", "<!--", "-->", "<script>", "</script>"])
    | st.sampled_from(
        ["&zwj;", "&#8203;", "&#0;", "&#xD800;", "\u200b", "\u200d", "\u200c", "\ufe0f", "\ufe0e", "\u20e3"]
    )
    | st.sampled_from(["❤", "👩", "🏽", "1", "#", "क", "्", "ष", "word", "\ud800", "\x00", "\x1f", "\x85", "\u00a0"])
    | st.sampled_from([" ", "  ", "\n", "\n\n\n", "\r\n", "\t", "\u2028"]),
    max_size=40,
).map("".join)
TEXTS = PIECES | st.text() | st.text(alphabet="<>&;#ablt/!-\u200d\ufe0f❤ \n")


def line(text: str) -> str:
    return clean_line(text, "title", Counter())


def paragraphs(text: str) -> str:
    return clean_paragraphs(text, "review", Counter())


@pytest.mark.parametrize(
    ("dirty", "clean"),
    [
        ("  plain  ", "plain"),
        ("<p>Good<br>sound</p>", "Good\nsound"),
        ("<b>bold</b>ly <a href='x?a=1&b=2'>linked</a>", "boldly linked"),
        ("a<!-- hidden --> b", "a b"),
        ("a <script>alert(1)</script>b<STYLE>p{}</STYLE>", "a b"),
        ("Tom &amp; Jerry &quot;x&quot; &#8377;99 &#x20B9;1", 'Tom & Jerry "x" ₹99 ₹1'),
        ("&amp;amp;lt;b&amp;amp;gt;deep&lt;/b&gt;", "deep"),
        ("R&D at AT&T, see ?a=1&lang=en", "R&D at AT&T, see ?a=1&lang=en"),
        ("I <3 it; 5 < 6 and 7 > 2; a<b and c>d", "I <3 it; 5 < 6 and 7 > 2; a<b and c>d"),
        ("<score>5</score> <unknown>", "<score>5</score> <unknown>"),
        ("zero\u200bwidth so\u00adft \ufeffmark \u202eturned", "zerowidth soft mark turned"),
        ("hidden \U000e0067\U000e0069\U000e0076e 5", "hidden e 5"),
        ("nul\x00 bell\x07 lone\ud800", "nul bell lone"),
        (
            "family 👨\u200d👩\u200d👧 heart ❤\ufe0f key 1\ufe0f\u20e3",
            "family 👨\u200d👩\u200d👧 heart ❤\ufe0f key 1\ufe0f\u20e3",
        ),
        ("smuggled a\ufe0fb\u200dc 1\ufe0f2", "smuggled abc 12"),
        ("क्\u200dष", "क्\u200dष"),
        ("one\r\n\r\n\r\n\r\ntwo  \t three", "one\n\ntwo three"),
    ],
)
def test_paragraphs(dirty: str, clean: str) -> None:
    assert paragraphs(dirty) == clean


def test_a_line_has_no_breaks() -> None:
    assert line("<p>Good</p>\n\nsound\u2028here") == "Good sound here"


@given(TEXTS)
@settings(max_examples=400)
def test_cleaning_twice_is_cleaning_once(text: str) -> None:
    assert line(line(text)) == line(text)
    assert paragraphs(paragraphs(text)) == paragraphs(text)


@given(TEXTS)
def test_a_cleaned_text_can_be_stored_and_has_nothing_to_count(text: str) -> None:
    cleaned = paragraphs(text)
    cleaned.encode()
    counts: Counter[str] = Counter()
    clean_paragraphs(cleaned, "review", counts)
    assert not counts
    assert "\x00" not in cleaned


@given(st.text(alphabet="ab <>&\u200d❤", min_size=990, max_size=1100))
def test_cutting_too_leaves_nothing_to_clean(text: str) -> None:
    cut = line(text)
    assert len(cut) <= MOST_CHARACTERS["title"]
    assert line(cut) == cut


@pytest.mark.parametrize("wrapped", ["&amp;" * 5000 + "lt;b>", "&#3" * 300 + "8;" * 300, "<" * 40 + "b>" * 40])
def test_markup_wrapped_very_deep_still_settles(wrapped: str) -> None:
    assert paragraphs(paragraphs(wrapped)) == paragraphs(wrapped)


def test_what_was_done_is_counted_once_a_text() -> None:
    counts: Counter[str] = Counter()
    clean_line("<b>a</b> <i>b</i> \u200bc\u200b", "title", counts)
    clean_line("clean", "title", counts)
    clean_line("word " * 1000, "title", counts)
    assert counts == {"html": 1, "invisible": 1, "cut": 1}


def test_long_texts_are_cut_at_a_word() -> None:
    cut = paragraphs("letters " * 10_000)
    assert 19_900 < len(cut) <= 20_000
    assert cut.endswith("letters")


def test_a_long_word_is_cut_where_it_must() -> None:
    assert len(paragraphs("x" * 30_000)) == 20_000


@pytest.mark.parametrize(
    "hostile",
    [
        "<!--" * 50_000,
        "--><!--" * 30_000,
        "<script>" * 25_000,
        "<a b=" * 40_000,
        "\ufe0f\u200d" * 100_000,
        "&amp;" * 40_000,
    ],
)
def test_hostile_texts_take_one_pass(hostile: str) -> None:
    # Anything quadratic would keep this going for minutes.
    paragraphs(hostile)


def test_the_judged_text_keeps_all_but_what_cannot_be_stored() -> None:
    assert drop_unstorable(" <b>\u200b&amp;</b>\x00\ud800\n") == " <b>\u200b&amp;</b>\n"


@pytest.mark.parametrize(
    ("one", "other"),
    [("Good phone!", "good  PHONE"), ("It’s fine…", "its fine"), ("बहुत अच्छा।", "बहुत अच्छा"), ("a-b", "ab")],
)
def test_case_punctuation_and_spaces_make_no_other_text(one: str, other: str) -> None:
    assert sameness_key(one) == sameness_key(other)


@pytest.mark.parametrize(("one", "other"), [("👍", "👎"), ("...", "!!!"), ("की", "का"), ("good", "goods")])
def test_other_texts_stay_other(one: str, other: str) -> None:
    assert sameness_key(one) != sameness_key(other)


@given(TEXTS | st.text(alphabet="a &;#3]>\n"))
def test_a_look_that_finds_nothing_to_do_is_right(text: str) -> None:
    counts: Counter[str] = Counter()
    cleaned = [clean(text, "review", counts) for clean in (clean_line, clean_paragraphs)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_cleaning, "_is_plain", lambda *_: False)
        slow_counts: Counter[str] = Counter()
        assert [clean(text, "review", slow_counts) for clean in (clean_line, clean_paragraphs)] == cleaned
    assert slow_counts == counts
