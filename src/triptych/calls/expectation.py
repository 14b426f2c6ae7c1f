"""The expectation over the score digit, from the log-probabilities of the tokens around it."""

import math
import re
from dataclasses import dataclass

from triptych.calls.score import score_digit
from triptych.models import TokenLogprobs

# Tokens kept on either side of the digit, so that the tag can be recognised again.
_AROUND = 12
# Below this much probability on whole scores the distribution says nothing about the score.
_LEAST_MASS = 0.5


@dataclass(frozen=True, slots=True)
class Distribution:
    """How probable each score was when the judge gave one of them."""

    shares: dict[int, float]
    """Score to probability; they sum to 1."""

    @property
    def mean(self) -> float:
        """The expected score."""
        return min(5.0, max(1.0, math.fsum(score * share for score, share in self.shares.items())))


def around_score(tokens: TokenLogprobs) -> TokenLogprobs:
    """The few tokens around the score digit: all that is worth keeping of a reply's log-probabilities."""
    place = _place(tokens) if tokens else None
    return tokens[max(0, place.index - _AROUND) : place.index + _AROUND + 1] if place else ()


def distribution(tokens: TokenLogprobs, score: int) -> Distribution | None:
    """The distribution over 1–5 at the digit of `score`; None where the tokens do not show it."""
    place = _place(tokens) if tokens else None
    if place is None or place.digit != score:
        return None
    alternative = re.compile(re.escape(place.before) + r"\s*([1-5])(?![\d.,/])")
    mass: dict[int, float] = {}
    for text, logprob in tokens[place.index][1].items():
        if found := alternative.match(text):
            digit = int(found[1])
            mass[digit] = mass.get(digit, 0.0) + math.exp(min(0.0, logprob))
    total = math.fsum(mass.values())
    if total < _LEAST_MASS or score not in mass:
        return None
    return Distribution({digit: share / total for digit, share in sorted(mass.items())})


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the digit stands among the tokens."""

    index: int
    before: str
    digit: int


def _place(tokens: TokenLogprobs) -> _Place | None:
    found = score_digit("".join(token for token, _ in tokens))
    if found is None:
        return None
    offset, digit = found
    for index, (token, _) in enumerate(tokens):
        if offset < len(token):
            return _Place(index, token[:offset].lstrip(), digit)
        offset -= len(token)
    return None
