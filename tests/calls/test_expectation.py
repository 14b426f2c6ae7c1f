"""The expectation over the score digit."""

import math

import pytest

from triptych.calls.expectation import around_score, distribution
from triptych.models import TokenLogprobs


def tokens(*texts: str, alternatives: dict[str, float] | None = None, at: str = "4") -> TokenLogprobs:
    """Tokens of which the last one that is `at` has alternatives; all others are certain."""
    places = [index for index, text in enumerate(texts) if text == at]
    return tuple(
        (text, alternatives if alternatives and index == places[-1] else {text: 0.0})
        for index, text in enumerate(texts)
    )


def shares(**by_digit: float) -> dict[str, float]:
    """`d4=0.8` as a log-probability."""
    return {name[1:]: math.log(share) for name, share in by_digit.items()}


def test_the_mean_is_taken_over_the_digit_of_the_score_line() -> None:
    spoken = tokens(
        "4", " of", " 4", ".\nScore", "- ", "<score>", "4", "</score>", alternatives=shares(d4=0.6, d3=0.3, d5=0.1)
    )
    found = distribution(spoken, 4)
    assert found is not None
    assert found.shares == pytest.approx({3: 0.3, 4: 0.6, 5: 0.1})
    assert found.mean == pytest.approx(3.8)


def test_a_digit_inside_a_larger_token_is_compared_with_its_like() -> None:
    spoken = tokens(
        "Score- <score",
        ">4",
        "</",
        "score>",
        alternatives={">4": math.log(0.5), ">2": math.log(0.5), "4": -1.0},
        at=">4",
    )
    found = distribution(spoken, 4)
    assert found is not None
    assert found.mean == pytest.approx(3.0)


def test_what_is_no_whole_score_has_no_share() -> None:
    alternatives = {
        "4": math.log(0.7),
        "10": math.log(0.1),
        "4.": math.log(0.1),
        "four": math.log(0.05),
        " 4": math.log(0.05),
    }
    found = distribution(tokens("Score- <score>", "4", "</score>", alternatives=alternatives), 4)
    assert found is not None
    assert found.shares == pytest.approx({4: 1.0})


@pytest.mark.parametrize(
    ("spoken", "score"),
    [
        ((), 4),
        (tokens("no", " score"), 4),
        (tokens("Score- <score>", "4", "</score>"), 3),
        (tokens("Score- <score>", "4", "</score>", alternatives=shares(d4=0.2, d3=0.1)), 4),
        (tokens("Score- <score>", "4", "</score>", alternatives={"3": -0.1, "5": -3.0}), 4),
    ],
)
def test_there_is_none_where_the_tokens_do_not_show_it(spoken: TokenLogprobs, score: int) -> None:
    assert distribution(spoken, score) is None


def test_only_the_tokens_around_the_score_are_kept() -> None:
    spoken = tokens(*["word "] * 500, "\nScore", "- ", "<", "score", ">", "4", "</", "score", ">", *[" more"] * 100)
    kept = around_score(spoken)
    assert len(kept) <= 25
    assert distribution(kept, 4) is not None
    assert around_score(tokens("no", " score")) == ()
