"""What the listing and reviewers measure of a need."""

import re
from typing import NamedTuple

from triptych.english.sentences import kept_sentences, spoken_sentences
from triptych.english.units import convert, is_unit, quantities_in, units
from triptych.english.words import denies, stem_of
from triptych.records import Evidence, Fact, Need, Product, Reading
from triptych.writers._grammar import word_list
from triptych.writers._phrases import clip
from triptych.writers._voices import stems_of

_RATE = re.compile(r"\d\s?[a-z]+\s?(?:/|per\b)", re.IGNORECASE)
_ENOUGH = 0.95
_FAR = 100
_MOST_TIMES = 5
"""What is reported of a figure is seldom more than so many times what is asked for."""
_NEAR = 6
"""Words before a figure that may deny it."""
_TRIED = frozenset(("time", "speed", "data rate", "temperature", "sound", "power", "energy"))
"""What buyers measure in use; of sizes and memory they only repeat the listing or speak of other things."""
_ORDER = 0.15
"""A figure smaller than this share of the one asked for measures something else."""


class Reported(NamedTuple):
    """A figure that a reviewer reports."""

    number: float
    """In the unit that is asked for."""
    text: str
    """As the reviewer writes it, "less than" where it is denied."""
    evidence: Evidence


def reported_of(need: Need, product: Product) -> list[Reported]:
    """What reviewers report in the unit of a figure that is asked for; advice and hearsay are left out."""
    asked = next((found for found in quantities_in(need.text) if found.unit), None)
    if need.kind != "figure" or asked is None or asked.unit is None or units()[asked.unit].dimension not in _TRIED:
        return []
    reported: list[Reported] = []
    for review in product.reviews:
        for sentence in spoken_sentences(review.text):
            span = clip(product.id, review, sentence.starts[0], sentence.ends[-1])
            text = span.text
            if sentence.is_question or not word_list("advising").isdisjoint(sentence.words):
                continue
            for found in quantities_in(text):
                same = convert(found, asked.unit)
                is_denied = any(map(denies, text[: found.start].lower().split()[-_NEAR:]))
                if not same or (is_denied and same.number >= asked.number):
                    continue
                if _ORDER / 2 <= same.number / asked.number <= _MOST_TIMES:
                    reported.append(Reported(same.number, f"{'less than ' * is_denied}{found.text}", span))
    return sorted(reported, key=lambda each: each.number)


def figures_on(need: Need, reading: Reading) -> tuple[Fact, ...]:
    """Reported facts that name what a need is about."""
    words = set(need.text.lower().split())
    if need.kind != "feature" or word_list("scales").isdisjoint(words):
        return ()
    asked = {stem_of(word) for word in words - word_list("scales") if not is_unit(word)}
    return tuple(
        fact
        for fact in reading.facts
        if fact.unit and fact.number is not None and not _RATE.search(fact.value)
        if asked & stems_of(f"{fact.attribute} {fact.evidence.source_id}")
    )


def is_odd(span: Evidence, reading: Reading) -> bool:
    """True for a figure far from another of the listing in the same unit: "1 W" of a heater of 2000 W."""
    others = [(fact.unit, fact.number) for fact in reading.facts if fact.unit and fact.number]
    return any(
        unit == found.unit and number > _FAR * found.number
        for found in quantities_in(span.text)
        for unit, number in others
    )


def speaks_of_figure(span: Evidence, need: Need) -> bool:
    """False where a reviewer's figure is of another order than the need's, and said with none of its other words."""
    asked = next((found for found in quantities_in(need.text) if found.unit), None)
    said = [found for found in quantities_in(span.text) if found.unit]
    if asked is None or asked.unit is None or not said:
        return True
    same = [changed.number for found in said if (changed := convert(found, asked.unit))]
    words = (stems_of(need.text, "NVJ") & stems_of(span.text, "NVJ")) - stems_of(asked.text)
    return bool(words) or (bool(same) and max(same) >= _ORDER * asked.number)


def falls_short(span: Evidence, need: Need) -> bool:
    """True where a reviewer gives less than the figure asked for, or denies it."""
    asked = next((found for found in quantities_in(need.text) if found.unit), None)
    if asked is None or asked.unit is None:
        return False
    same = [changed.number for found in quantities_in(span.text) if (changed := convert(found, asked.unit))]
    is_denied = any(denies(word) for sentence in kept_sentences(span.text) for word in sentence.words)
    return is_denied or (bool(same) and max(same) < _ENOUGH * asked.number)
