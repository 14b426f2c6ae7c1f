"""Stretches of a review that may complain: where they begin and end, and what cannot be one."""

import pytest

from triptych.records import Mention, Review
from triptych.writers._stretches import ReviewStretch, heard_of, stretches_in


def stretches(text: str, title: str | None = None, stars: float | None = None) -> list[ReviewStretch]:
    """Those of a review, the likeliest complaint first."""
    review = Review(id="r1", text=text, title=title, stars=stars)
    return sorted(stretches_in(review, (), frozenset()), key=lambda stretch: -stretch.score)


def worded(text: str) -> list[str]:
    """Their words."""
    return [text[stretch.start : stretch.end] for stretch in stretches(text)]


def test_the_likeliest_stretch_is_the_complaint_without_what_is_said_beside_it() -> None:
    text = "I love the blue colour, but the lid does not close and I make tea every day."
    assert worded(text)[0] in ("the lid does not close", "lid does not close")
    assert stretches(text)[0].score > 0


@pytest.mark.parametrize(
    "text",
    [
        "There is no bad smell at all.",
        "It is not too big for my shelf.",
        "The quality is okay.",
        "Does the lid not close?",
        "The parcel was damaged.",
        "I love the blue colour of it.",
    ],
)
def test_what_is_no_complaint_of_the_product_has_no_likely_stretch(text: str) -> None:
    assert all(stretch.score < 0 for stretch in stretches(text))


def test_a_title_has_stretches_of_its_own() -> None:
    found = stretches("I make tea.", title="The lid does not close", stars=1.0)
    assert {stretch.source for stretch in found} == {"review_title"}


def test_fewer_stars_make_a_complaint_likelier() -> None:
    text = "The lid does not close."
    assert stretches(text, stars=1.0)[0].score > stretches(text, stars=5.0)[0].score


def test_what_is_heard_as_blame_is_below_zero_and_neutral_remarks_are_not_heard() -> None:
    given = ((0, 4, "negative", 0.9), (5, 9, "positive", 0.8), (10, 14, "neutral", 0.7))
    mentions = [
        Mention(review_id="r1", start=start, end=end, text="word", polarity=polarity, sureness=sureness)
        for start, end, polarity, sureness in given
    ]
    assert heard_of(mentions) == [(0, 4, -0.9), (5, 9, 0.8)]
