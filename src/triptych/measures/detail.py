"""How much the text tells: distinct words of the sources, content in each statement, details, and little twice."""

import re
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

import numpy as np

from triptych.aspects.lexicon import facets, value_of
from triptych.english.meanings import common_words, likeness
from triptych.measures._analysis import Analysis, Measured, NothingToMeasure, Stated, bad, good, growing
from triptych.measures._text import brief, content_lemmas, is_telling, tagged, wording, words_of

_COUNTED = re.compile(r"\b\d+ (?:of|out of) \d+\b|\b(?:by|for) \d+\b(?! ?[a-z%°])", re.IGNORECASE)
_FEWEST_WORDS = 2
_MUCH, _MUCH_OF_TABLE = 40, 100
"""Distinct words of the sources that make a text rich, and a comparison of several products."""
_DISTINCT, _DISTINCT_IN_TABLE = 8.0, 14.0
_WINDOW, _STEP = 50, 5
_FULL = 8
"""Content words of a statement that leaves nothing open."""
_MOST_NOTES, _MOST_COMPARED = 6, 120


@dataclass(frozen=True, slots=True)
class Detail(Measured):
    """What the text tells; the value is the share of specific statements."""

    told: float = good()
    """How many different words of the sources it uses."""
    distinct: float = good()
    """How many different words it uses, for its length."""
    varied: float = good()
    """The share of different words in any fifty that follow each other."""
    content: float = good()
    """How many words of a statement say something."""
    empty_praise: float = bad()
    """How often it says "good", "great product" and the like."""
    alike: float = bad()
    """How like its statements are to each other."""


def measure(analysis: Analysis) -> Detail:
    """Specific statements among all; a repeated statement counts once."""
    claims = analysis.claims
    if not claims:
        raise NothingToMeasure("the text makes no statement")
    # What is quoted truly is told as well.
    words = re.findall(r"[a-z][a-z'’-]*", f"{analysis.plain} {analysis.quoted}".lower())
    vocabulary = frozenset[str]().union(*(sources.vocabulary for sources in analysis.sources))
    statements = {claim.said.lower(): claim for claim in reversed(claims) if not _is_bare_list(claim)}
    vague = [claim for claim in reversed(statements.values()) if not _is_specific(claim, vocabulary)]
    lemmas = {lemma for sentence in (*analysis.read, *tagged(analysis.quoted)) for lemma in content_lemmas(sentence)}
    is_table = analysis.case.task == "comparison"
    specific = len(statements) - len(vague)
    notes = [f"{specific} of {len(statements)} statements are specific" + ("; generic ones:" if vague else ".")]
    notes += [f"{n}. “{brief(claim.text)}”" for n, claim in enumerate(vague[:_MOST_NOTES], start=1)]
    return Detail(
        specific / max(1, len(statements)),
        tuple(notes),
        certainty=min(1.0, len(claims) / 6),
        told=growing(len(lemmas & vocabulary), _MUCH_OF_TABLE if is_table else _MUCH),
        distinct=growing(len(set(words)) / sqrt(max(1, len(words))), _DISTINCT_IN_TABLE if is_table else _DISTINCT),
        varied=_varied(words),
        content=sum(min(1.0, len(claim.content) / _FULL) for claim in claims) / len(claims),
        empty_praise=growing(100 * len(wording("empty_praise").found_in(analysis.plain)) / max(1, len(words)), 8.0),
        alike=_likeness(analysis),
    )


def _varied(words: list[str]) -> float:
    starts = range(0, max(1, len(words) - _WINDOW + 1), _STEP)
    windows = [words[start : start + _WINDOW] for start in starts if words]
    return sum(len(set(some)) / len(some) for some in windows) / max(1, len(windows))


def _likeness(analysis: Analysis) -> float:
    """How like each piece is to the one most like it."""
    pieces = analysis.pieces[:_MOST_COMPARED]
    if len(pieces) < 2:
        return 0.0
    vectors = analysis.meanings([piece.text for piece in pieces])
    near = likeness(vectors, vectors) - 2 * np.eye(len(pieces), dtype=np.float32)
    return min(1.0, max(0.0, float(near.max(axis=1).mean())))


def _is_bare_list(claim: Stated) -> bool:
    """True for a string of words between commas: it states nothing."""
    words = claim.piece.text.split()
    return not claim.piece.is_cell and claim.piece.text.count(",") > max(4, len(words) / 3)


def _is_specific(claim: Stated, vocabulary: frozenset[str]) -> bool:
    """True for a statement that says what, how much or for whom; how many say so is no detail of what they say."""
    rest = _COUNTED.sub("", claim.text)
    if any(character.isdigit() for character in rest):
        return True
    lemmas = {lemma for sentence in tagged(rest) for lemma in content_lemmas(sentence)}
    weighty = {lemma for lemma in lemmas if not _is_general(lemma) and (lemma in vocabulary or _is_word(lemma))}
    if claim.piece.place == "value":
        # The label says what it is about: any word of its own makes a value a detail.
        return bool(weighty)
    return len(weighty) / _FEWEST_WORDS + (0.5 if weighty and wording("detail").search(rest) else 0.0) >= 1


def _is_word(lemma: str) -> bool:
    """False for a string of letters, which is no detail."""
    return not lemma.isdigit() and ("-" in lemma or not lemma.islower() or lemma in common_words())


@lru_cache(maxsize=10_000)
def _is_general(lemma: str) -> bool:
    """True for a word that is said of any product: it names an aspect, or praises or blames by itself."""
    is_judging = value_of(lemma, "J", lemma) or value_of(lemma, "V", lemma)
    return bool(is_judging) or lemma in facets().terms or lemma in words_of("generic") or is_telling(lemma)
