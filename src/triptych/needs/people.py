"""Needs that say for whom: an age, or how many people."""

import re
from collections.abc import Iterator

from triptych.english.units import SPELT_NUMBER, number_of
from triptych.needs.excerpts import Excerpts, Settled
from triptych.needs.lists import pattern
from triptych.records import Evidence, Need, Source

_BEFORE = 30
_ONE_YEAR = 1


def answer_age(need: Need, excerpts: Excerpts) -> Settled | None:
    """Whether something is for somebody of an age; None where nothing tells."""
    asked = pattern("asked age").search(need.text)
    if not asked:
        return None
    age = int(asked[1]) / (12 if asked[2].lower().startswith("month") else 1)
    sources = (source for source in excerpts.product.sources() if source.kind not in ("price", "rating"))
    return next((fit for source in sources if (fit := _fits_age(source, age))), None)


def _fits_age(source: Source, age: float) -> Settled | None:
    """What one source says of an age: the maker's range, or reviewers' children."""
    if not source.is_review:
        if found := pattern("ages").search(source.text):
            fits = int(found[1]) <= age <= int(found[2])
        elif found := pattern("up from").search(source.text):
            fits = age >= int(found[1] or found[2])
        return Settled("met" if fits else "missed", (source.evidence(*found.span()),)) if found else None
    if (found := pattern("not after").search(source.text)) and age >= int(found[1]):
        return Settled("missed", (source.evidence(*found.span()),))
    if (found := pattern("child").search(source.text)) and abs(int(found[1]) - age) <= _ONE_YEAR:
        return Settled("met", (source.evidence(*found.span()),))
    return None


def answer_party(need: Need, excerpts: Excerpts) -> Settled | None:
    """Whether something does for so many people; None where nothing tells."""
    text = re.sub(SPELT_NUMBER, lambda spelt: f"{number_of(spelt[0]) or 0:g}", need.text.lower())
    asked = pattern("asked party").search(text)
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
        for match in pattern("party").finditer(source.text):
            most = int(match["to"] or match["one"] or match["last"] or match["first"])
            is_denied = bool(pattern("no party").search(source.text[max(0, match.start() - _BEFORE) : match.start()]))
            # A buyer's household is no limit, a maker's figure is.
            if is_denied and many >= most:
                yield source.evidence(*match.span()), False
            elif not is_denied and (most >= many or not source.is_review):
                yield source.evidence(*match.span()), most >= many
