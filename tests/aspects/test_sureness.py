"""Remarks with the probability of praise and of blame."""

import pytest

from triptych.aspects.sentences.opinion_words import judge_words
from triptych.aspects.sureness import HeardRemark, odds_of, remarks_in
from triptych.english.sentences import kept_sentences


def remarks(text: str, stars: float | None = None, title: str | None = None) -> list[HeardRemark]:
    return remarks_in([judge_words(sentence) for sentence in kept_sentences(text)], stars, title)


@pytest.mark.parametrize(
    ("text", "praises"),
    [("The lid is great", True), ("Works perfectly", True), ("The lid is awful", False), ("It broke in a week", False)],
)
def test_plain_words_are_sure(text: str, praises: bool) -> None:
    odds = odds_of(remarks(text)[0], [])
    assert (odds.praise > 2 * odds.blame) if praises else (odds.blame > 2 * odds.praise)
    assert odds.praise + odds.blame <= 1


def test_a_question_tells_little() -> None:
    asked, told = (odds_of(remarks(text)[0], []) for text in ("Is the lid good?", "The lid is good."))
    assert asked.praise < told.praise / 2


def test_stars_bear_on_the_odds() -> None:
    few, many = (odds_of(remarks("The lid is what it is", stars)[0], []) for stars in (1, 5))
    assert few.blame > many.blame
    assert few.praise < many.praise


def test_the_clause_stops_where_the_mood_turns() -> None:
    text = "It is soft and very warm but the zip broke."
    clauses = [text[slice(*remark.clause)] for remark in remarks(text)]
    assert clauses == ["It is soft and very warm", "It is soft and very warm", "the zip broke"]
