"""How much of a need some words speak of."""

import re
from functools import lru_cache
from itertools import pairwise

from triptych.english.meanings import opposites_of, related_to, synonyms_of
from triptych.english.units import convert, quantities_in
from triptych.english.words import denies, kinds_of, stem_of
from triptych.needs.words import LASTING, WEAK, implied_by, joined
from triptych.records import Evidence, Need
from triptych.writers._grammar import word_list
from triptych.writers._phrases import NeedPhrases
from triptych.writers._voices import stems_of

_SHORT = 4
"""Letters of a word that are few."""
_WORD = re.compile(r"[^\W_]+")
_ALIKE = 0.55
"""Words as like as this are used in each other's place."""


def is_compound(need: Need, said: NeedPhrases) -> bool:
    """True for a quality of several words, each of which matters: a tight waist says nothing of "high waisted"."""
    is_loose = need.kind in ("use", "audience") and not is_measured(need)
    return not is_loose and said.met.split()[0] in ("is", "are") and len(set(asked_words(need)) - word_list("how")) > 1


def covers(span: Evidence, need: Need) -> float:
    """How many of a need's words a span has, or others that reviewers use in their place; 1 where figures decide."""
    has_figures = is_measured(need) and _has_such_figures(span.text, need)
    if has_figures or span.source == "price" or need.kind in ("category", "figure"):
        return 1.0
    plain = span.text.lower().replace("-", " ")
    found = stems_of(plain) | set(map(stem_of, joined(_WORD.findall(plain))))
    asked = asked_words(need)
    told = [_is_told(word, found, span.text.lower(), need) for word in asked]
    things = [is_told for word, is_told in zip(asked, told, strict=True) if not opposites_of(word)]
    if need.kind in ("use", "audience") and things and not any(things):
        return 0.0  # A small parcel says nothing of a small office.
    return sum(told) / len(told) if told else 1.0


def _has_such_figures(text: str, need: Need) -> bool:
    """True for figures that measure what the need's do: "6 ft" for a 6 foot person, not "6 pieces"."""
    asked = [each.unit for each in quantities_in(need.text) if each.unit]
    return any(not asked or convert(each, asked[0]) for each in quantities_in(text) if any(map(str.isdigit, each.text)))


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


def is_overdone(text: str, need: Need) -> bool:
    """True where there is too much of what is asked: "too small" does not deny "compact"."""
    words = _WORD.findall(text.lower())
    same = {stem_of(other) for word in asked_words(need) for other in (word, *synonyms_of(word))}
    return any(first == "too" and stem_of(second) in same for first, second in pairwise(words))


def asked_words(need: Need) -> list[str]:
    """The words of a need that evidence must have."""
    asked = joined(_WORD.findall(LASTING.split(need.text.lower())[0]))
    words = [word for word in asked if word not in word_list("plain", "articles") and not denies(word)]
    words = [word for word in words if word not in WEAK] or words
    # Of two words a small one counts too: "stay in".
    return [word for word in words if len(words) == 2 or len(word) > _SHORT - 2]
