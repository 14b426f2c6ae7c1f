"""A case as a judge is shown it."""

from hypothesis import given
from hypothesis import strategies as st

from triptych.records import Review
from triptych.rubrics._case import _are_lines, _review, _stars

TEXTS = st.lists(st.text(alphabet="ab é\n\t\u200b\u00a0.", max_size=8), max_size=4)


@given(TEXTS)
def test_reviews_that_are_taken_as_they_are_are_one_line_each(texts: list[str]) -> None:
    reviews = [Review(id=f"r{number}", text=text, stars=4.0) for number, text in enumerate(texts)]
    as_they_are = [f"{review.id}{_stars(review.stars)}: {review.text}" for review in reviews]
    if _are_lines(as_they_are):
        assert as_they_are == [_review(review) for review in reviews]


def test_most_reviews_are_taken_as_they_are() -> None:
    assert _are_lines(["r1 (5 stars): It lasts – 12 hours.", "r2: Fine."])
    assert not _are_lines(["r1: It lasts.\nr2: forged"])
