"""Which nouns mean the whole product, told from how reviewers use them.

Nobody lists the categories: "this laptop", "my laptop", "bought a laptop" give the word away, while one says "the
screen". Names are told the same way, by their capitals.
"""

from collections import Counter
from collections.abc import Iterable

from triptych.english.sentences import Sentence
from triptych.english.words import word_set

NounUse = tuple[str, str]
"""A noun in dictionary form and how it was used: "this", "own" (mine, or bought), "name" or ""."""

_BUYING = word_set("buy purchase own get recommend order receive love return")
_FEWEST_THIS, _SHARE_OF_THIS = 3, 0.1
_FEWEST_OWN, _SHARE_OF_OWN = 5, 0.22
_FEWEST_NAMED, _SHARE_OF_NAMED = 2, 0.6


def noun_uses(sentence: Sentence) -> list[NounUse]:
    """How each noun phrase of a sentence is used, by its last noun."""
    kinds, words, lemmas = sentence.kinds, sentence.words, sentence.lemmas
    uses: list[NounUse] = []
    last = len(kinds) - 1
    for i, kind in enumerate(kinds):
        if kind not in "NP" or (i < last and kinds[i + 1] in "NP"):
            continue
        j = i - 1
        while j >= 0 and kinds[j] in "JNPR0G":
            j -= 1
        first = words[j] if j >= 0 else ""
        if first in ("this", "these"):
            use = "this"
        elif first in ("my", "our") or (first in ("a", "an", "the") and j and lemmas[j - 1] in _BUYING):
            use = "own"
        else:
            use = "name" if kind == "P" else ""
        uses.append((lemmas[i], use))
    return uses


def generic_nouns(uses: Iterable[NounUse]) -> frozenset[str]:
    """The nouns that mean the product itself, or a name."""
    counts: Counter[NounUse] = Counter(uses)
    totals: Counter[str] = Counter()
    for (noun, _), count in counts.items():
        totals[noun] += count
    return frozenset(noun for noun, total in totals.items() if _is_generic(noun, total, counts))


def _is_generic(noun: str, total: int, counts: Counter[NounUse]) -> bool:
    this, own, named = counts[noun, "this"], counts[noun, "own"], counts[noun, "name"]
    return (
        (this >= _FEWEST_THIS and this / total >= _SHARE_OF_THIS)
        or (this >= 1 and this + own >= _FEWEST_OWN and (this + own) / total >= _SHARE_OF_OWN)
        or (named >= _FEWEST_NAMED and named / total >= _SHARE_OF_NAMED)
    )
