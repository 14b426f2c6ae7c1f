"""How much of a need some words speak of, and what the listing and reviewers measure of it."""

import re
from functools import lru_cache
from typing import NamedTuple

from triptych.english.meanings import opposites_of, related_to, synonyms_of
from triptych.english.sentences import kept_sentences, spoken_sentences
from triptych.english.units import convert, is_unit, quantities_in, units
from triptych.english.words import denies, kinds_of, regular_lemma, stem_of, word_set
from triptych.listing.phrases import is_verb, listed_words
from triptych.listing.statements import part_words
from triptych.needs.words import LASTING, WEAK, implied_by, joined
from triptych.records import Evidence, Fact, Need, Product, Reading
from triptych.writers._grammar import word_list
from triptych.writers._phrases import NeedPhrases, clip
from triptych.writers._voices import stems_of

_SHORT = 4
"""Letters of a word that are few."""
_WORD = re.compile(r"[^\W_]+")
_OF_WHOLE = word_set("durable sturdy strong robust solid stable compact portable lightweight light small")
"""What a part may be without the whole's being so; a quiet motor makes a quiet product."""
_ALIKE = 0.55
"""Words as like as this are used in each other's place."""
_EXTENTS, _SHORT_FACT = ("length", "size"), 5
"""Facts that may measure a part, which is named in their few words: "8 meters outlet hose"."""
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


def covers(span: Evidence, need: Need) -> float:
    """How many of a need's words a span has, or others that reviewers use in their place; 1 where figures decide."""
    has_figures = is_measured(need) and _has_such_figures(span.text, need)
    if has_figures or span.source == "price" or need.kind == "category":
        return 1.0
    found, asked = _stems_in(span.text), asked_words(need)
    told = [_is_told(word, found, span.text.lower(), need) for word in asked]
    things = [is_told for word, is_told in zip(asked, told, strict=True) if not opposites_of(word)]
    if need.kind in ("use", "audience") and things and not any(things):
        return 0.0  # A small parcel says nothing of a small office.
    return sum(told) / len(told) if told else 1.0


@lru_cache(maxsize=1024)
def _stems_in(text: str) -> frozenset[str]:
    plain = text.lower().replace("-", " ")
    return stems_of(plain) | set(map(stem_of, joined(_WORD.findall(plain))))


def _has_such_figures(text: str, need: Need) -> bool:
    """True for figures that measure what the need's do: "6 ft" for a 6 foot person, "1 jar" for 2 jars, not "500 W"."""
    asked = [each.unit for each in quantities_in(need.text) if each.unit]
    is_same = bool(asked) or not stems_of(need.text).isdisjoint(stems_of(text))
    figures = [each for each in quantities_in(text) if any(map(str.isdigit, each.text))]
    return is_same and any(not asked or convert(each, asked[0]) for each in figures)


def _is_told(word: str, found: frozenset[str], text: str, need: Need) -> bool:
    if not found.isdisjoint(implied_by(word)):
        return True
    if need.kind == "use" and need.text.endswith("ing") and need.text.lower() not in text:
        return False  # "Run time" is not running.
    return not found.isdisjoint(_stems_like(word))


@lru_cache(maxsize=1024)
def _stems_like(word: str) -> frozenset[str]:
    """The stems of a word, of its synonyms, opposites and the words used in its place.

    Of qualities only their own forms are: reviewers use opposites alike.
    """
    is_quality = "J" in kinds_of(word)
    near = [
        other
        for other, likeness in related_to(word).items()
        if other.startswith(word[:_SHORT]) or (likeness >= _ALIKE and not is_quality)
    ]
    return frozenset(map(stem_of, (word, *synonyms_of(word), *opposites_of(word), *near)))


def is_measured(need: Need) -> bool:
    """True for a need with a number in it."""
    return any(map(str.isdigit, need.text))


def asked_words(need: Need) -> list[str]:
    """The words of a need that evidence must have."""
    asked = joined(_WORD.findall(LASTING.split(need.text.lower())[0]))
    words = [word for word in asked if word not in word_list("plain", "articles") and not denies(word)]
    words = [word for word in words if word not in WEAK] or words
    # Of two words a small one counts too: "stay in".
    return [word for word in words if len(words) == 2 or len(word) > _SHORT - 2]


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
        # "Charge it for 90 mins for 3 days of battery life"
        if len(fact.value.split()) <= _SHORT_FACT or len([*quantities_in(fact.value)]) == 1
        if asked & stems_of(f"{fact.attribute} {fact.evidence.source_id}")
        or (fact.attribute in _EXTENTS and asked <= stems_of(fact.value) and len(fact.value.split()) <= _SHORT_FACT)
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


def is_of_part(span: Evidence, said: NeedPhrases, product: Product) -> bool:
    """True where a quality is said of a part that the title does not name: a sturdy hook makes no sturdy heater."""
    words = span.text.rpartition(": ")[2].lower().split()
    head = regular_lemma(words[-1], "N") if words else ""
    if _OF_WHOLE.isdisjoint(said.met.split()) or head not in part_words() or head in product.title.lower():
        return False
    return not any(is_verb(word) or word in listed_words("preposition") - {"and", "&"} for word in words)
