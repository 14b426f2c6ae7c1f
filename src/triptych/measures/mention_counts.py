"""Quantities said or implied against how many reviewers say so; widely shared points left out; rare ones blown up."""

import re
from dataclasses import dataclass

import numpy as np

from triptych.english.meanings import Vectors
from triptych.english.wordings import Wording
from triptych.measures._analysis import Analysis
from triptych.measures._covered_aspects import CoveredAspect, implied_aspects, major_aspects
from triptych.measures._measured import Measured
from triptych.measures._prevalence import Prevalence, quantities
from triptych.measures._sources import ProductSources
from triptych.records import Aspect, Evidence

_SAME_POINT = 0.6
_WIDE_SHARE, _FEWEST_WIDE = 0.15, 3
_PRAISE_LEFT_OUT = 0.6
"""What it counts that praise is left out, where a complaint counts 2: it misleads less, and aspects overlap."""
_CROWD = Wording(
    r"\b(?:users|buyers|customers|owners|reviewers|people|sellers|runners|they|shoppers|everyone|reports?)\b",
)
_BREAK = re.compile(r"[;.]\s|,\s(?!with\b|by\b|from\b)|\b(?:but|while|against|although|though|whereas|and)\b")
_MOST_NOTES = 10


@dataclass(frozen=True, slots=True)
class Counted:
    """One quantity of the text and the count it stands for."""

    name: str
    said: str
    count: int
    fit: float


def measure(analysis: Analysis) -> Measured:
    """1 where every quantity fits; a widely shared complaint left out counts like two wrong quantities."""
    reading = analysis.readings[0]
    if reading.reviewers < 2:
        return Measured(None, ("there are too few reviews to count anything",))
    loose = _loose_counts(analysis)
    counted = _told_counts(analysis) + loose
    hidden = _hidden(analysis)
    blown = [one for one in counted if one.fit == 0 and one.count <= 1]
    faults = sum(1 - one.fit for one in counted) + sum(
        2.0 if is_complaint else _PRAISE_LEFT_OUT for _, is_complaint in hidden
    )
    total = len(counted) + len(hidden)
    if not total:
        return Measured(None, ("the text says nothing that could be counted",))
    lines = [
        f"{n}. {one.name}: “{one.said}”, by my count {one.count}: "
        + ("fits" if one.fit == 1 else "slightly off" if one.fit else "wrong")
        for n, one in enumerate(counted[:_MOST_NOTES], start=1)
    ]
    lines += [f"Left out: {aspect.name} ({_counts(aspect)})." for aspect, _ in hidden]
    return Measured(
        max(0.0, 1 - faults / max(1, total)),
        (f"{reading.reviewers} reviewers. Quantities in the text:", *lines),
        tuple(_evidence(analysis, hidden)),
        certainty=min(1.0, 0.3 + len(counted) / 8),
        faults=faults,
        of=total,
        figures={
            "wrong": sum(one.fit == 0 for one in counted) / max(1, len(counted)),
            "hidden": float(sum(is_complaint for _, is_complaint in hidden)),
            "blown": float(len(blown)),
            "reaching": float(sum(one.fit == 0 for one in loose)),
        },
        asides=tuple(
            f"Told as usual, said by {one.count} of {reading.reviewers}: “{one.name}”." for one in loose if one.fit == 0
        ),
    )


def _told_counts(analysis: Analysis) -> list[Counted]:
    found: dict[tuple[str, bool], Counted] = {}
    for told in analysis.covered[0]:
        if told.aspect is None or told.aspect.reviewers.total < 2:
            continue
        for start, positive, quantity in _spoken_quantities(analysis, told):
            counts = told.aspect.reviewers
            sides = (counts.for_, counts.against, counts.total)
            count = counts.for_ if positive else counts.against if positive is False else counts.total
            if positive is None and quantity.kind in ("number", "of"):
                count = min(sides, key=lambda side: abs(side - quantity.number))
            if quantity.kind == "none":
                # "nobody complains": what is denied is the side that the words name.
                count = min(counts.for_, counts.against)
            fit = quantity.fits(count, counts.total, analysis.readings[0].reviewers)
            # A reviewer whose meaning is open may be counted either way.
            either = quantity.fits(counts.total, counts.total, analysis.readings[0].reviewers)
            if quantity.kind in ("number", "of"):
                fit = max(fit, either)
                if fit < 1:
                    # A count may be of one point among those that the aspect takes together.
                    alike = _reviewers_alike(analysis, start)
                    fit = max(fit, quantity.fits(alike, counts.total, analysis.readings[0].reviewers) if alike else 0)
            key = told.name, bool(positive)
            one = Counted(told.name, quantity.text, count, fit)
            if key not in found or one.fit > found[key].fit:
                found[key] = one
    return list(found.values())


def _reviewers_alike(analysis: Analysis, start: int) -> int:
    """How many reviewers say what the clause at a place says."""
    sources = analysis.sources[0]
    place = next((n for n, clause in enumerate(analysis.clauses) if clause.start <= start < clause.end), None)
    if place is None or not sources.review_rows:
        return 0
    return _reviewers_near(sources, sources.review_clause_vectors @ analysis.clause_vectors[place])


def _reviewers_near(sources: ProductSources, near: Vectors) -> int:
    """How many reviewers say the same, by how near each of their clauses comes."""
    first = sources.review_rows.start
    return len({sources.clauses[first + row].source.id for row in np.flatnonzero(near >= _SAME_POINT).tolist()})


def _spoken_quantities(analysis: Analysis, told: CoveredAspect) -> list[tuple[int, bool | None, Prevalence]]:
    """For each place the text speaks of an aspect, the quantity that stands before it in its clause."""
    found: list[tuple[int, bool | None, Prevalence]] = []
    for spot in told.spots:
        sentence = analysis.piece_at(spot.start)
        if sentence is None:
            continue
        before = analysis.prose[sentence.start : spot.end]
        said = [q for q in quantities(before) if not _BREAK.search(before, q.start + len(q.text))]
        chosen = said[-1] if said else _quantity_behind(analysis.prose, spot.end, sentence.end)
        if chosen:
            found.append((spot.start, spot.degree > 0 if spot.degree else None, chosen))
    return found


def _quantity_behind(prose: str, start: int, end: int) -> Prevalence | None:
    """The first quantity of the same clause behind a place."""
    first = next(quantities(prose[start : min(end, start + 60)]), None)
    return first if first and not _BREAK.search(prose[start : start + first.start]) else None


def _loose_counts(analysis: Analysis) -> list[Counted]:
    """Points that are no known aspect: told as usual, said by how many reviewers?"""
    sources = analysis.sources[0]
    if not sources.review_rows:
        return []
    spots = [
        spot.start
        for told in analysis.covered[0]
        if told.aspect and told.aspect.reviewers.total > 1
        for spot in told.spots
    ]
    found: list[Counted] = []
    for number, clause in enumerate(analysis.clauses):
        is_told = any(clause.start <= start < clause.end for start in spots)
        if is_told or clause.is_quoted or len(clause.lemmas) < 2:
            continue
        said = next(iter(quantities(clause.text)), None)
        if said is None and not _CROWD.search(clause.text):
            continue
        near = sources.review_clause_vectors @ analysis.clause_vectors[number]
        count = _reviewers_near(sources, near)
        quantity = said or Prevalence(0, clause.text[:30], "many")
        if quantity.kind in ("many", "most", "all", "percent", "some") and count <= 1 and near.size:
            fit = 0.5 if quantity.kind == "some" else 0.0
            if float(near.max()) >= 0.45:
                found.append(Counted(clause.text[:40], quantity.text, max(1, count), fit))
    return found


def _hidden(analysis: Analysis) -> list[tuple[Aspect, bool]]:
    """Widely shared points that the text leaves out, and whether each is a complaint."""
    reading = analysis.readings[0]
    told = {one.name for one in analysis.covered[0]}
    fewest = max(_FEWEST_WIDE, _WIDE_SHARE * reading.reviewers)
    missing = [aspect for aspect in major_aspects(reading) if aspect.name not in told]
    meant = implied_aspects(missing, analysis.sources[0], analysis.clause_vectors)
    wide = [a for a in missing if a.name not in meant and max(a.reviewers.for_, a.reviewers.against) >= fewest]
    return [(aspect, aspect.reviewers.against > aspect.reviewers.for_) for aspect in wide]


def _counts(aspect: Aspect) -> str:
    return f"{aspect.reviewers.for_} for, {aspect.reviewers.against} against"


def _evidence(analysis: Analysis, hidden: list[tuple[Aspect, bool]]) -> list[Evidence]:
    return [quote for aspect, _ in hidden for quote in analysis.sources[0].quote(aspect)]
