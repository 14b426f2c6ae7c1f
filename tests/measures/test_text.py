"""A text in clauses and pieces."""

import re
from collections.abc import Callable

import pytest

from triptych.measures import Analysis
from triptych.measures._text import (
    Piece,
    brief,
    clauses_of,
    content_lemmas,
    covered_aspects,
    is_verbless,
    join_covered,
    leanings_of,
    major_aspects,
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
        assert not re.search(r"\n|%[a-z]+%", wording(name).pattern.pattern)


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


def prose(text: str) -> Piece:
    return Piece(text, 0, len(text), "prose")


def test_aspects_are_matched_with_those_of_the_reading(opinion: Make) -> None:
    reading = opinion("x").sources[0].reading
    found = {one.name: one for one in covered_aspects([prose("The battery is great. Penguins sing.")], reading)}
    (battery,) = [one for name, one in found.items() if "battery" in name]
    assert battery.aspect is not None and battery.spots[0].value > 0 and battery.spots[0].degree > 0


def test_places_are_those_of_the_text(opinion: Make) -> None:
    reading = opinion("x").sources[0].reading
    ((covered,),) = [covered_aspects([Piece("great battery", 40, 53, "pro")], reading)]
    assert 40 <= covered.spots[0].start < 60


def test_major_aspects_are_raised_by_two_or_more(opinion: Make) -> None:
    major = major_aspects(opinion("x").sources[0].reading)
    assert major and all(aspect.reviewers.total >= 2 for aspect in major)


def test_a_quote_adds_what_the_writer_leaves_open(opinion: Make) -> None:
    reading = opinion("x").sources[0].reading
    own = covered_aspects([prose("They speak of the battery.")], reading)
    quoted = covered_aspects([prose("The battery is excellent. The screen is bright.")], reading)
    joined = {one.name: one for one in join_covered(own, quoted)}
    assert len(joined) == 2 and any(spot.degree > 0 for one in joined.values() for spot in one.spots)


def test_of_many_reviewers_a_tenth_must_raise_an_aspect(opinion: Make) -> None:
    reviews = tuple(f"The battery is great, day {n}." for n in range(27))
    few = opinion("x", (*reviews, *(f"The screen is bright, week {n}." for n in range(2)))).sources[0].reading
    enough = opinion("x", (*reviews, *(f"The screen is bright, week {n}." for n in range(4)))).sources[0].reading
    assert [len(major_aspects(reading)) for reading in (few, enough)] == [1, 2]
