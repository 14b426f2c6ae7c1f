"""Sentences are cut into parts that say one thing."""

import pytest

from triptych.aspects.opinion_words import judge_words
from triptych.aspects.remarks import HeardRemark, RemarkCut, odds_of, parts_of, remarks_in
from triptych.english.clauses import clause_numbers
from triptych.english.sentences import Sentence, kept_sentences


def cut(text: str) -> list[tuple[Sentence, RemarkCut]]:
    return [(one, part) for one in kept_sentences(text) for part in parts_of(one, clause_numbers(one)[0])]


def remarks(text: str) -> list[str]:
    return [text[one.starts[part.start] : one.ends[part.end - 1]] for one, part in cut(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The lid is tight but the straw leaks.", ["The lid is tight", "the straw leaks"]),
        ("It is soft, warm and fits well", ["It is soft", "warm", "fits well"]),
        ("The sound, the battery and the price are great", ["The sound, the battery and the price are great"]),
        ("I love that it folds", ["I love that it folds"]),
        (
            "the quality is very poor the edges are all very sharp the finish is bad and it wobbles",
            ["the quality is very poor", "the edges are all very sharp", "the finish is bad", "it wobbles"],
        ),
    ],
)
def test_remarks_are_told_apart(text: str, expected: list[str]) -> None:
    assert remarks(text) == expected


def test_a_part_knows_what_it_hangs_on() -> None:
    parts = [part for _, part in cut("It is light, which I like, but the strap broke.")]
    assert [part.leans_on_last for part in parts] == [False, True, False]
    assert [part.is_turn for part in parts] == [False, False, True]


def test_emoji_are_words_and_marks_are_not() -> None:
    assert remarks("!!! 😍") == ["😍"]


def heard(text: str, stars: float | None = None, title: str | None = None) -> list[HeardRemark]:
    return remarks_in([judge_words(sentence) for sentence in kept_sentences(text)], stars, title)


@pytest.mark.parametrize(
    ("text", "praises"),
    [("The lid is great", True), ("Works perfectly", True), ("The lid is awful", False), ("It broke in a week", False)],
)
def test_plain_words_are_sure(text: str, praises: bool) -> None:
    odds = odds_of(heard(text)[0], [])
    assert (odds.praise > 2 * odds.blame) if praises else (odds.blame > 2 * odds.praise)
    assert odds.praise + odds.blame <= 1


def test_a_question_tells_little() -> None:
    asked, told = (odds_of(heard(text)[0], []) for text in ("Is the lid good?", "The lid is good."))
    assert asked.praise < told.praise / 2


def test_stars_bear_on_the_odds() -> None:
    few, many = (odds_of(heard("The lid is what it is", stars)[0], []) for stars in (1, 5))
    assert few.blame > many.blame
    assert few.praise < many.praise


def test_the_clause_stops_where_the_mood_turns() -> None:
    text = "It is soft and very warm but the zip broke."
    clauses = [text[slice(*remark.clause)] for remark in heard(text)]
    assert clauses == ["It is soft and very warm", "It is soft and very warm", "the zip broke"]


@pytest.mark.parametrize(
    "text",
    [
        "I love it, but it is a bit heavy.",
        "Great lamp. I wish the cord was longer.",
        "Pros: bright. Cons: small.",
        "Lovely, although I had to tighten the screws.",
    ],
)
def test_a_happy_review_can_complain(text: str) -> None:
    *_, last = heard(text, stars=4)
    odds = odds_of(last, [])
    assert odds.blame > odds.praise
