"""Accounts: sentences in which a reviewer tells of what others tell too, such as uses and what happened."""

import re
from collections import Counter
from math import log2, sqrt

from triptych.english.sentences import Sentence, spoken_sentences
from triptych.english.words import stem_of
from triptych.records import Direction, Product, Reading, Review
from triptych.writers._grammar import stem_list, word_list
from triptych.writers._phrases import clip, quote
from triptych.writers._sayings import blames, is_tidy, judges
from triptych.writers._voices import (
    Voice,
    breaks_off,
    is_of_another,
    is_readable,
    is_real_sentence,
    sizes_of,
    stems_of,
    worth_of,
)

_FEWEST, _LONGEST = 6, 22
_TELLING = "NPVDGJ"
"""Kinds of word that tell something."""
_TOLD = 3
"""So many words must tell something beside the product's name."""
_SHARED = 2.0
"""What its words that other reviewers use too must weigh: two of two reviewers, or one of four."""
_LOOSE = re.compile(r", (?!and\b|but\b|which\b|so\b|because\b|or\b)")
"""A comma that may join what does not belong together."""
_CONTENT = 4
"""Who gives so many stars has little to complain of."""
_STAR = re.compile(r"\bstars?\b|\breviews?\b")


def accounts_of(product: Product, reading: Reading, it: str) -> tuple[Voice, ...]:
    """The most telling sentence of each reviewer, what most of them tell of first."""
    counts = Counter(stem for review in product.reviews for stem in stems_of(review.text, _TELLING))
    names, sizes = stems_of(f"{product.title} {reading.kind or ''}"), sizes_of(product.title)
    known = names | stem_list("canned", "plain")
    found: list[tuple[float, Voice]] = []
    for review in product.reviews:
        best: tuple[float, Voice] | None = None
        for sentence in spoken_sentences(review.text):
            words = zip(sentence.words, sentence.kinds, strict=True)
            stems = {stem_of(word) for word, kind in words if kind in _TELLING} - known
            shared = sum(log2(counts[stem]) for stem in stems if counts[stem])
            score = shared / sqrt(len(sentence.words))
            if len(stems) < _TOLD or shared < _SHARED or (best and score <= best[0]):
                continue
            if not is_real_sentence(sentence, names):
                continue
            voice = _account(product.id, review, sentence, it)
            if voice and not is_of_another(voice.span, sizes):
                best = score, voice
        found += [best] if best else []
    return tuple(voice for _, voice in sorted(found, key=lambda each: -each[0]))


def _account(product_id: str, review: Review, sentence: Sentence, it: str) -> Voice | None:
    """A whole sentence that can be read alone; None for others."""
    span = clip(product_id, review, sentence.starts[0], sentence.ends[-1])
    words, first = sentence.words, sentence.words[0]
    if not _FEWEST <= len(words) <= _LONGEST or not word_list("shop", "others").isdisjoint(words):
        return None
    if first in word_list("openers") or (first in ("it", "they", "it's", "they're") and not first.startswith(it)):
        return None
    if first in ("this", "these"):
        is_begun = sentence.kinds[1] in "NPJ"
    else:
        is_begun = first in word_list("first") or sentence.kinds[0] in "STNJ"
    if not is_begun:
        return None
    if _STAR.search(span.text.lower()) or not is_tidy(sentence) or not is_readable(span.text, slips=0):
        return None
    if quote(span, _LONGEST) is None or breaks_off(span.end, review.text):
        return None
    worth = worth_of(span.text)
    if not (judges(span.text, "+") or _tells_use(sentence) if worth > 0 else blames(span.text)):
        return None
    side: Direction = "+" if worth > 0 else "-"
    if side == "-" and review.stars is not None and review.stars >= _CONTENT:
        return None
    # Of what people call "they" nobody would know whether it or its owner is meant.
    is_clear = (it == "it" or word_list("speaking").isdisjoint(words)) and "they" not in words
    is_told = (
        is_clear
        and sentence.kinds[0] in "ST"
        and not set(sentence.kinds).isdisjoint("BMVD")
        and not _LOOSE.search(span.text)
    )
    return Voice(span, side, "", 1.0, is_tidy=is_told)


def _tells_use(sentence: Sentence) -> bool:
    """True for what somebody does with the product: "I use it to steam vegetables"."""
    return sentence.kinds[:2] == ["S", "V"] and not {"it", "them", "this", "these"}.isdisjoint(sentence.words[2:])
