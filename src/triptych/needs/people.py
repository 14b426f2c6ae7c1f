"""Needs that say for whom: an age, or how many people."""

import re
from collections.abc import Iterator

from triptych.english.units import SPELT_NUMBER, number_of
from triptych.needs.excerpts import Excerpts, Settled
from triptych.records import Evidence, Need, Source

_AGE = re.compile(r"(\d{1,2})[\s-]?(years?|yrs?|months?)", re.IGNORECASE)
_AGES = re.compile(r"(\d{1,2})\s?(?:-|–|to)\s?(\d{1,2})\s?\+?\s?-?(?:years?|yrs?)", re.IGNORECASE)
_UP_FROM = re.compile(
    r"\b(?:ages?|aged)\s?(\d{1,2})\s?(?:\+|and (?:up|above|over))|(\d{1,2})\s?\+\s?(?:years?|yrs?)", re.IGNORECASE
)
_NOT_AFTER = re.compile(
    r"\b(?:not|n't|isnt|cannot|useless|no use)\b[^.]{0,30}\b(?:after|above|over|beyond|older than)\s(\d{1,2})"
    r"\s?(?:years?|yrs?)",
    re.IGNORECASE,
)
_CHILD = re.compile(r"\b(\d{1,2})[\s-](?:years?|yrs?)[\s-]old", re.IGNORECASE)
_ASKED_PARTY = re.compile(
    r"(?:family|group|party|household) of (\d{1,2})|(\d{1,2})[\s-]?(?:people|persons?|members?|adults)\b", re.IGNORECASE
)
_PARTY = re.compile(
    r"(?:(?:family|group|party|household) of|serves?|feeds?)\s(?P<one>\d{1,2})(?:\s?(?:-|–|to)\s?(?P<to>\d{1,2}))?\b"
    r"|\b(?P<first>\d{1,2})(?:\s?(?:-|–|to)\s?(?P<last>\d{1,2}))?[\s-]?"
    r"(?:people|persons?|members?|adults|servings?|guests|cups?|mugs?|portions?)\b",
    re.IGNORECASE,
)
_DENIED = re.compile(r"\b(?:not|no|n't|never|too small)\b[^.,;]{0,25}$", re.IGNORECASE)
_BEFORE = 30
_ONE_YEAR = 1


def answer_age(need: Need, excerpts: Excerpts) -> Settled | None:
    """Whether something is for somebody of an age; None where nothing tells."""
    asked = _AGE.search(need.text)
    if not asked:
        return None
    age = int(asked[1]) / (12 if asked[2].lower().startswith("month") else 1)
    sources = (source for source in excerpts.product.sources() if source.kind not in ("price", "rating"))
    return next((fit for source in sources if (fit := _fits_age(source, age))), None)


def _fits_age(source: Source, age: float) -> Settled | None:
    """What one source says of an age: the maker's range, or reviewers' children."""
    if not source.is_review:
        if found := _AGES.search(source.text):
            fits = int(found[1]) <= age <= int(found[2])
        elif found := _UP_FROM.search(source.text):
            fits = age >= int(found[1] or found[2])
        return Settled("met" if fits else "missed", (source.evidence(*found.span()),)) if found else None
    if (found := _NOT_AFTER.search(source.text)) and age >= int(found[1]):
        return Settled("missed", (source.evidence(*found.span()),))
    if (found := _CHILD.search(source.text)) and abs(int(found[1]) - age) <= _ONE_YEAR:
        return Settled("met", (source.evidence(*found.span()),))
    return None


def answer_party(need: Need, excerpts: Excerpts) -> Settled | None:
    """Whether something does for so many people; None where nothing tells."""
    asked = _ASKED_PARTY.search(re.sub(SPELT_NUMBER, lambda spelt: f"{number_of(spelt[0]) or 0:g}", need.text.lower()))
    if not asked:
        return None
    said = list(_parties(int(asked[1] or asked[2]), excerpts))
    good, bad = [span for span, fits in said if fits], [span for span, fits in said if not fits]
    if good and bad:
        return Settled("disputed", (good[0], bad[0]))
    return Settled("met", tuple(good[:2])) if good else Settled("missed", tuple(bad[:2])) if bad else None


def _parties(many: int, excerpts: Excerpts) -> Iterator[tuple[Evidence, bool]]:
    """Each place that gives a number of people, with whether that is enough."""
    for source in excerpts.product.sources():
        if source.kind in ("price", "rating"):
            continue
        for match in _PARTY.finditer(source.text):
            most = int(match["to"] or match["one"] or match["last"] or match["first"])
            is_denied = bool(_DENIED.search(source.text[max(0, match.start() - _BEFORE) : match.start()]))
            # A buyer's household is no limit, a maker's figure is.
            if is_denied and many >= most:
                yield source.evidence(*match.span()), False
            elif not is_denied and (most >= many or not source.is_review):
                yield source.evidence(*match.span()), most >= many
