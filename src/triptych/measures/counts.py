"""How many are said to think so, against how many reviewers do; wide complaints left out, rare ones blown up."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from triptych.english.units import number_of
from triptych.measures._analysis import Analysis, Measured, NothingToMeasure
from triptych.measures._text import CoveredAspect, major_aspects, wording
from triptych.records import Aspect

_FRACTIONS = {"third": 1 / 3, "thirds": 2 / 3, "quarter": 0.25, "quarters": 0.75, "fifth": 0.2, "tenth": 0.1}
_NO_COUNT = re.compile(r"[A-Z][\w-]*\s+$|\b(?:of|among|from) (?:the|its|all|these|those|our) $")
"""Before a number of a title ("Tab 10"), and before the number of all ("a third of the 34 reviewers")."""
_WIDE_SHARE, _FEWEST_WIDE = 0.15, 3
_PRAISE_LEFT_OUT = 0.6
"""What it counts that praise is left out, where a complaint counts 2: it misleads less, and aspects overlap."""
_BREAK = re.compile(r"[;.]\s|,\s(?!with\b|by\b|from\b)|\b(?:but|while|against|although|though|whereas|and)\b")
_NEAR_BEHIND = 60
_MOST_NOTES = 10
_NOTHING_COUNTED = 0.6
"""What a text gets that says nothing of how many."""


class Prevalence(NamedTuple):
    """How many a text says."""

    start: int
    text: str
    kind: str
    number: float = 0.0
    whole: float = 0.0
    """Of how many, where it says so."""

    def is_beyond(self, reviewers: int) -> bool:
        """True where it speaks of more than there are."""
        return self.kind == "of" and self.whole > max(3, reviewers)

    def fits(self, count: int, mentioning: int, reviewers: int) -> float:
        """How well it fits a count of reviewers, of those who mention the aspect and of all: 1 well, 0 not at all."""
        share = count / max(1, mentioning)
        overall = count / max(1, reviewers)
        if self.kind == "number":
            return _nearness(self.number, count)
        if self.is_beyond(reviewers):
            return 0.0
        if self.kind == "of":
            # Of all, or of those who mention it; of another number only the share can be held against the reviews.
            wholes = [whole for whole in (reviewers, mentioning) if abs(whole - self.whole) <= max(1, 0.1 * whole)]
            return _nearness(self.number if wholes else self.number / self.whole * reviewers, count)
        off = min(abs(share - self.number), abs(overall - self.number))
        fits, fits_half = {
            "percent": (off <= 0.15, off <= 0.25),
            "all": (share >= 0.8 and count >= 3, share > 0.6 and count >= 3),
            "most": (share > 0.5 and count >= 3, share >= 0.4 and count >= 3),
            "half": (0.3 <= share <= 0.7 and count >= 2, False),
            "many": (count >= max(4, 0.15 * reviewers), count >= 3),
            "some": (count >= 2 and overall <= 0.6, count > 0),
            "few": (1 <= count <= max(4, 0.2 * reviewers), count <= 0.35 * reviewers),
            "none": (count <= max(1, 0.1 * mentioning), count <= 2),
        }[self.kind]
        return 1.0 if fits else 0.5 if fits_half else 0.0


def _nearness(said: float, counted: int) -> float:
    """1 for a count that agrees, give or take a reviewer whose meaning is open, 0 for one that is far off."""
    off = abs(counted - said)
    return 1.0 if off <= max(1, 0.25 * counted) else 0.5 if off <= max(2, 0.5 * counted) else 0.0


def quantities(text: str) -> Iterator[Prevalence]:
    """The quantities of a clause or sentence."""
    for match in wording("quantity").finditer(text):
        start, said = match.start(), text[match.start() : match.end()]
        if match["percent"]:
            yield Prevalence(start, said, "percent", int(match["percent"]) / 100)
        elif match["of"]:
            whole = number_of(match["whole"]) or 0.0
            if whole >= 3:
                yield Prevalence(start, said, "of", number_of(match["of"]) or 0.0, whole)
        elif match["fraction"]:
            part = re.split(r"[- ]", match.group())[-1]
            yield Prevalence(start, said, "percent", _FRACTIONS[part])
        elif match["number"]:
            if not _NO_COUNT.search(text[:start]):
                yield Prevalence(start, said, "number", number_of(match["number"]) or 0.0)
        else:
            yield Prevalence(start, said, match.lastgroup or "")


def measure(analysis: Analysis) -> Measured:
    """The share of quantities that fit; a widely shared complaint left out counts like two wrong quantities."""
    reading = analysis.readings[0]
    if reading.reviewers < 2 and analysis.case.task == "opinion":
        raise NothingToMeasure("there are too few reviews to count anything")
    counted = _told_counts(analysis)
    hidden = _hidden(analysis)
    left_out = [(aspect.name, aspect.reviewers) for aspect in hidden]
    faults = sum(1 - fit for fit, _ in counted)
    faults += sum(2.0 if side.against > side.for_ else _PRAISE_LEFT_OUT for _, side in left_out)
    total = len(counted) + len(hidden)
    lines = [f"{n}. {note}" for n, (_, note) in enumerate(counted[:_MOST_NOTES], start=1)]
    lines += [f"Left out: {name} ({side.for_} for, {side.against} against)." for name, side in left_out]
    value = max(0.0, 1 - faults / total) if total else _NOTHING_COUNTED
    notes = (f"{reading.reviewers} reviewers. Quantities in the text:", *lines)
    quotes = tuple(quote for aspect in hidden for quote in analysis.sources[0].quote(aspect))
    return Measured(value, notes, quotes, certainty=min(1.0, 0.3 + len(counted) / 8))


def _told_counts(analysis: Analysis) -> list[tuple[float, str]]:
    """How well each quantity of the text fits the count it stands for, with a note; the best for an aspect's side."""
    found: dict[tuple[str, bool], tuple[float, str]] = {}
    reviewers = analysis.readings[0].reviewers
    for told in analysis.covered[0]:
        if told.aspect is None or told.aspect.reviewers.total < 2:
            continue
        for positive, quantity in _spoken_quantities(analysis, told):
            counts = told.aspect.reviewers
            count = counts.for_ if positive else counts.against if positive is False else counts.total
            if positive is None and quantity.kind in ("number", "of"):
                sides = (counts.for_, counts.against, counts.total)
                count = min(sides, key=lambda side: abs(side - quantity.number))
            if quantity.kind == "none":
                # "nobody complains": what is denied is the side that the words name.
                count = min(counts.for_, counts.against)
            # A reviewer whose meaning is open may be counted either way.
            either = (count, counts.total) if quantity.kind in ("number", "of") else (count,)
            fit = max(quantity.fits(one, counts.total, reviewers) for one in either)
            how = "fits" if fit == 1 else "slightly off" if fit else "wrong"
            how += f", there are only {reviewers} reviewers" * quantity.is_beyond(reviewers)
            key = told.name, bool(positive)
            if key not in found or fit > found[key][0]:
                found[key] = fit, f"{told.name}: “{quantity.text}”, by my count {count}: {how}"
    return list(found.values())


def _spoken_quantities(analysis: Analysis, told: CoveredAspect) -> Iterator[tuple[bool | None, Prevalence]]:
    """For each place the text speaks of an aspect, the last quantity before it in its clause, or the first behind."""
    for spot in told.spots:
        sentence = analysis.piece_at(spot.start)
        if sentence is None:
            continue
        before = analysis.prose[sentence.start : spot.end]
        behind = analysis.prose[spot.end : min(sentence.end, spot.end + _NEAR_BEHIND)]
        said = [q for q in quantities(before) if not _BREAK.search(before, q.start + len(q.text))][-1:]
        said = said or [q for q in islice(quantities(behind), 1) if not _BREAK.search(behind[: q.start])]
        yield from ((spot.degree > 0 if spot.degree else None, quantity) for quantity in said)


def _hidden(analysis: Analysis) -> list[Aspect]:
    """Widely shared points that the text leaves out."""
    reading = analysis.readings[0]
    told = {one.name for one in analysis.covered[0]}
    fewest = max(_FEWEST_WIDE, _WIDE_SHARE * reading.reviewers)
    missing = [aspect for aspect in major_aspects(reading) if aspect.name not in told]
    return [aspect for aspect in missing if max(aspect.reviewers.for_, aspect.reviewers.against) >= fewest]
