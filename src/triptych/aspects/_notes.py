"""Which reviews are read, and what is taken down of each: it depends on that review alone."""

import hashlib
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from triptych.aspects.lexicon import listed, pattern, word_hash
from triptych.aspects.mentions import Spoken, spoken_of
from triptych.aspects.opinion_words import judge_words
from triptych.aspects.remarks import HeardRemark, remarks_in
from triptych.english.languages import bare_words, is_other_language
from triptych.english.sentences import Sentence, kept_sentences, sentence_spans
from triptych.english.units import NUMBER_WORDS
from triptych.records import Evidence, Review, Source

FEWEST_WORDS_OF_A_COPY = 4
"""Two people may both write "very nice"; the same longer text twice is a copy."""


@lru_cache(maxsize=1024)
def why_set_aside(text: str) -> str | None:
    """The reason a review is not read, or None."""
    if not text.strip() or not any(ch.isalnum() or unicodedata.category(ch) == "So" for ch in text):
        return "empty"
    if pattern("instructions").search(text):
        return "instructions"
    if is_other_language(text):
        return "other language"
    if is_question(text):
        return "question"
    return None


@lru_cache(maxsize=1024)
def fingerprint(review_id: str, text: str) -> str:
    """The same for the same text, whatever its capitals and punctuation."""
    words = bare_words(text.replace("'", "").replace("’", ""))
    numbers = re.findall(r"\d+", text)
    if len(words) < FEWEST_WORDS_OF_A_COPY:
        words = [review_id, "\0", *words]
    return hashlib.blake2b(" ".join(words + numbers).encode(), digest_size=12).hexdigest()


def is_question(text: str) -> bool:
    """True for a text that asks and does not tell."""
    if "?" not in text or len(text) > 400:
        return False
    parts = [text[start:end] for start, end in sentence_spans(text)]
    asking = [part for part in parts if "?" in part]
    if not asking or not pattern("asking").match(parts[0]) or "?" not in parts[0]:
        return False
    return 2 * len(asking) >= len(parts)


_PART = re.compile(r"[^\W\d_]+|\d+(?:(?:st|nd|rd|th)\b)?")
_FEWEST_WORDS = 12
"""Two people may well write the same short sentence."""
_SHARED = 0.5
"""So much of all runs of words that either text has, both must have."""
_KEYS = 4
_MOST_COMPARED = 20
"""Texts made from one form share their smallest runs by the thousand; so many of them are compared."""


def find_copies(texts: Iterable[str]) -> frozenset[int]:
    """The places of the texts that repeat an earlier one with small changes.

    Texts with different numbers are never copies: shops that print an order's number make many alike. What is compared
    with what is told by the runs of three words whose checksums are smallest, which copies mostly share.
    """
    kept: dict[tuple[frozenset[str], int], list[frozenset[int]]] = defaultdict(list)
    copies: set[int] = set()
    for place, text in enumerate(texts):
        words = _PART.findall(text.lower().replace("'", "").replace("’", ""))
        if len(words) < _FEWEST_WORDS:
            continue
        words = [str(NUMBER_WORDS[word]) if word in NUMBER_WORDS else word for word in words]
        sums = list(map(word_hash, words))
        runs = frozenset(
            [((a * 31 + b) * 31 + c) & 0xFFFFFFFF for a, b, c in zip(sums, sums[1:], sums[2:], strict=False)]
        )
        numbers = frozenset(word for word in words if word.isdigit())
        keys = [(numbers, run) for run in sorted(runs)[:_KEYS]]
        if any(len(runs & other) >= _SHARED * len(runs | other) for key in keys for other in kept[key]):
            copies.add(place)
        else:
            for key in keys:
                if len(kept[key]) < _MOST_COMPARED:
                    kept[key].append(runs)
    return frozenset(copies)


NounUse = tuple[str, str]
"""A noun in dictionary form and how it was used: "this", "own" (mine, or bought), "name" or ""."""

_MOST_CHARACTERS = 20_000
"""The longest review that shops take."""
_MOST_SPOKEN = 400
_MOST_USES = 2_000


@dataclass(frozen=True, slots=True)
class Notes:
    """What one review says, or why it was not read."""

    review_id: str
    text: str
    set_aside: str | None
    spoken: tuple[Spoken, ...] = ()
    uses: tuple[NounUse, ...] = ()
    stars: float | None = None
    """How many the reviewer gave."""
    remarks: tuple[HeardRemark, ...] = ()
    """The parts of the text that say one thing each, in order."""

    def evidence(self, product_id: str, start: int, end: int) -> Evidence:
        """A part of the review as evidence."""
        return Source(product_id, "review", self.review_id, self.text).evidence(start, end)


def take_notes(review: Review) -> Notes:
    """What one review says, whatever the others say; only so much of it as a person would write."""
    read = review.text[:_MOST_CHARACTERS]
    reason = why_set_aside(read)
    if reason:
        return Notes(review.id, review.text, reason)
    sentences = list(kept_sentences(read))
    uses = tuple(islice((use for sentence in sentences for use in noun_uses(sentence)), _MOST_USES))
    judged = [judge_words(sentence) for sentence in sentences]
    spoken = tuple(islice((spoken for one in judged for spoken in spoken_of(one)), _MOST_SPOKEN))
    remarks = tuple(remarks_in(judged, review.stars, review.title)[:_MOST_SPOKEN])
    return Notes(review.id, review.text, None, spoken, uses, review.stars, remarks)


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
        elif first in ("my", "our") or (first in ("a", "an", "the") and j and lemmas[j - 1] in listed("buying")):
            use = "own"
        else:
            use = "name" if kind == "P" else ""
        uses.append((lemmas[i], use))
    return uses
