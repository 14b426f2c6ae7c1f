"""How much of a need some words speak of."""

import re

from triptych.english.meanings import related_to, synonyms_of
from triptych.english.words import denies, kinds_of, stem_of, word_set
from triptych.records import Evidence, Need
from triptych.writers._phrases import NeedPhrases
from triptych.writers._voices import PLAIN, stems_of

_SHORT = 4
"""Letters of a word that are few."""
_HOW = word_set("easy easily proof resistant free")
"""Words of a need that only say how much of the rest is wanted."""
_WORD = re.compile(r"[^\W_]+")
_ALIKE = 0.55
"""Words as like as this are used in each other's place."""


def is_compound(need: Need, said: NeedPhrases) -> bool:
    """True for a quality of several words, each of which matters: a tight waist says nothing of "high waisted"."""
    return len(set(asked_words(need)) - _HOW) > 1 and said.met.split()[0] in ("is", "are")


def covers(span: Evidence, need: Need) -> float:
    """How many of a need's words a span has, or others that reviewers use in their place; 1 where figures decide."""
    has_figures = is_measured(need) and any(map(str.isdigit, span.text))
    if has_figures or span.source == "price" or need.kind in ("category", "figure"):
        return 1.0
    found = stems_of(span.text.replace("-", " "))
    if need.kind == "use" and need.text.endswith("ing") and need.text.lower() not in span.text.lower():
        return 0.0  # "Run time" is not running.
    asked = asked_words(need)
    told = [any(stem_of(other) in found for other in (word, *synonyms_of(word), *_near(word))) for word in asked]
    return sum(told) / len(told) if told else 1.0


def is_measured(need: Need) -> bool:
    """True for a need with a number in it."""
    return any(map(str.isdigit, need.text))


def asked_words(need: Need) -> list[str]:
    """The words of a need that evidence must have."""
    words = [word for word in _WORD.findall(need.text.lower()) if word not in PLAIN and not denies(word)]
    # Of two words a small one counts too: "stay in".
    return [word for word in words if len(words) == 2 or len(word) > _SHORT - 2]


def _near(word: str) -> list[str]:
    """Words used in place of another; of qualities only their own forms, since reviewers use opposites alike."""
    is_quality = "J" in kinds_of(word)
    return [
        other
        for other, likeness in related_to(word).items()
        if other.startswith(word[:_SHORT]) or (likeness >= _ALIKE and not is_quality)
    ]
