"""Whether a product is of the kind asked for."""

import re
from functools import cache
from itertools import pairwise

from triptych.english.wordings import lowered
from triptych.english.words import lines_of
from triptych.listing.kinds import is_product
from triptych.needs.excerpts import Excerpts, Settled, stem
from triptych.needs.lists import listed
from triptych.records import AnswerState, Need

_WORD = re.compile(r"[^\W_]+(?:'s)?")
_FOR = re.compile(r"\b(?:for|compatible|fits|with|suitable)\b")
_GLUED = re.compile(r"(?<=[a-z]{2})(?=[A-Z][a-z])")


def answer_kind(need: Need, excerpts: Excerpts) -> Settled:
    """Whether the listing, or else the reviewers, call the product what is asked for."""
    words = [word for word in _WORD.findall(lowered(need.text)) if word not in listed("small in kinds")]
    if not words or not excerpts.listing:
        return Settled("unknown")
    title, head = excerpts.listing[0].evidence, _head(words)
    if state := _by_title(words, excerpts):
        return Settled(state, (title,))
    if called := [excerpt for excerpt in excerpts.finds([stem(head)]) if excerpt.is_review]:
        return Settled("met", (title, *(excerpt.evidence for excerpt in called[:2])))
    return Settled("missed" if excerpts.reading.kind else "unknown", (title,))


def _by_title(words: list[str], excerpts: Excerpts) -> AnswerState | None:
    """What the title says by itself: nothing where it does not name the kind."""
    title = lowered(_GLUED.sub(" ", excerpts.product.title))
    kind = excerpts.reading.kind or ""
    # What stands behind "for" and "with" is not the product.
    own = " , ".join(_FOR.split(phrase)[0] for phrase in title.split(","))
    forms = _forms(f"{lowered(kind)} , {own}")
    head = _head(words)
    is_named = not (_called(stem(head)) | _joined(words)).isdisjoint(forms)
    spelt = r"[\s&,-]*(?:and |& )?".join(map(re.escape, words))
    if re.search(rf"(?<!for )(?<!with )\b{spelt}(?:e?s)?\b", title) and (is_named or not kind):
        return "met"
    others = [stem(word) for word in words if word != head]
    if head in listed("loose heads") and others:
        return "met" if all(map(excerpts.is_listed, others)) else "missed" if is_named else None
    is_other = bool(others) and not any(map(excerpts.is_listed, (*others, *_joined(words))))
    return ("partly" if is_other else "met") if is_named else None


def _head(words: list[str]) -> str:
    """The word that says what it is: "bottle" of "water bottle"."""
    return next((word for word in reversed(words) if is_product(word)), words[-1])


@cache
def _called(head: str) -> frozenset[str]:
    """The stems of what else shops call such a thing."""
    groups = [frozenset(map(stem, line.split())) for line in lines_of("needs/same.txt")]
    return frozenset({head}).union(*(group for group in groups if head in group))


def _forms(text: str) -> set[str]:
    words = _WORD.findall(text)
    return {stem(word) for word in words} | _joined(words)


def _joined(words: list[str]) -> set[str]:
    """Neighbours written as one: "power bank" as "powerbank"."""
    return {one + stem(other) for one, other in pairwise(words)}
