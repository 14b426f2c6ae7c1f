"""A text in clauses and pieces."""

from collections.abc import Callable

import pytest

from triptych.measures import Analysis
from triptych.measures._text import (
    brief,
    clauses_of,
    content_lemmas,
    is_verbless,
    leanings_of,
    products_named,
    tagged,
    told_words,
    wording,
    wordings,
    words_of,
)

Make = Callable[..., Analysis]


def test_a_sentence_is_cut_where_it_says_another_thing() -> None:
    found = [clause.text for clause in clauses_of(tagged("The battery is great, but the speakers are weak."))]
    assert found == ["The battery is great", "the speakers are weak."]


def test_content_is_what_says_something() -> None:
    (sentence,) = tagged("Reviewers say that the batteries last ten hours")
    assert {"battery", "last", "hour"} <= set(content_lemmas(sentence)) and "reviewer" not in content_lemmas(sentence)
    assert told_words(["battery", "praise", "10"]) == ["battery"]


def test_good_news_leans_up_and_bad_news_down() -> None:
    good, bad, nothing = leanings_of([["i", "love", "it"], ["total", "waste", "of", "money"], []])
    assert good > 0.2 and bad < -0.2 and nothing == 0
    assert leanings_of([]) == []


@pytest.mark.parametrize(
    ("text", "expected"), [("Battery, screen, weight.", True), ("The battery lasts.", False), ("Great value", True)]
)
def test_words_without_a_verb_are_no_statement(text: str, expected: bool) -> None:
    assert is_verbless(tagged(text)[0]) == expected


def test_long_quotes_are_cut_after_a_word() -> None:
    assert brief("one two three", 8) == "one two …" and brief("one two") == "one two"


def test_cells_become_pieces_with_their_product_and_place(comparison: Make, table: str) -> None:
    cells = comparison(table).cells
    assert {piece.place for piece in cells} == {"value", "pro", "con"} and {piece.product for piece in cells} == {
        0,
        1,
        2,
    }
    assert any(piece.said == "Screen: Bright and sharp" for piece in cells)
    assert sum(piece.place == "pro" and piece.product == 0 for piece in cells) == 2


def test_products_are_named_by_words_of_their_own(comparison: Make, table: str) -> None:
    case = comparison(table).case
    assert products_named("The Quessa beats the Norvel.", case) == (1, 0)
    assert products_named("It lasts 10 hours.", case) == ()


def test_columns_are_matched_by_title(comparison: Make, table: str) -> None:
    lines = table.splitlines()
    turned = [
        f"| {a} | {d} | {b} | {c} |"
        for a, b, c, d in (
            [part.strip() for part in line.strip("|").split("|")] for line in lines if line.startswith("|")
        )
    ]
    assert comparison("\n".join(turned)).columns == (2, 0, 1)


@pytest.mark.parametrize("group", ["phrases", "openings", "patterns"])
def test_every_turn_of_phrase_is_a_pattern(group: str) -> None:
    for name in wordings()[group]:
        assert "\n" not in wording(name).pattern.pattern


@pytest.mark.parametrize(
    ("name", "text", "is_said"),
    [
        ("sweeping", "Everyone agrees.", True),
        ("sweeping", "Ballpark figures", False),
        ("closing", "“In short, take it.”", True),
        ("closing", "It is, in short, fine.", False),
        ("taken", "Axis -> 👉", True),
    ],
)
def test_words_count_as_whole_words_and_openings_only_in_front(name: str, text: str, is_said: bool) -> None:
    assert bool(wording(name).search(text)) == is_said


def test_sets_of_words_are_read_whole() -> None:
    assert {"average", "down"} <= words_of("telling") and "battery" not in words_of("telling")
