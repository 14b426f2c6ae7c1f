"""Praise: what each reviewer likes that says more than that it is good, quoted so far that the point is in it."""

import re
from collections.abc import Container, Iterable, Sequence
from math import exp

from triptych.records import Evidence, Mention, Product, Reading, Review
from triptych.writers._grammar import stem_list, word_list
from triptych.writers._phrases import clip, quote
from triptych.writers._sayings import blames, is_reportable
from triptych.writers._stretches import heard_of, mentions_by_review, stretches_in
from triptych.writers._voices import Voice, breaks_off, is_readable, is_under, stems_of, told_in, worth_of

_SURE = 0.65
"""How likely it must be praise that can be told."""
_FEWEST, _LONGEST = 3, 16
_MOST = 3
_UPSET = 3
_ABBREVIATED = re.compile(r"\. ?[a-z]")


def praise_of(
    product: Product, reading: Reading, known: Container[str], it: str, complaints: Iterable[Voice] = ()
) -> tuple[Voice, ...]:
    """What reviewers like and nobody minds, one remark of each first, the surest first.

    `known` are words that say nothing of their own, `it` is the product's pronoun.
    """
    minded = frozenset[str]().union(*(told_in(voice.span.text) for voice in complaints)) - stem_list("canned")
    heard, found = mentions_by_review(reading), list[tuple[int, Voice]]()
    for review in product.reviews:
        voices = _praise(product, review, heard.get(review.id, []), known, it)
        found += enumerate(voice for voice in voices if told_in(voice.span.text).isdisjoint(minded))
    return tuple(voice for _, voice in sorted(found, key=lambda each: (each[0], -each[1].sureness)))


def _praise(
    product: Product, review: Review, mentions: Sequence[Mention], known: Container[str], it: str
) -> list[Voice]:
    """The remarks of one reviewer, the surest first, none that says what another did."""
    if review.stars < _UPSET if review.stars is not None else worth_of(review.text) < 0:
        return []
    kept: list[Voice] = []
    for stretch in sorted(stretches_in(review, heard_of(mentions), known, "+"), key=lambda stretch: -stretch.score):
        sureness = 1 / (1 + exp(-stretch.score))
        if sureness < _SURE or len(kept) == _MOST:
            break
        if stretch.source != "review":
            continue
        span = clip(product.id, review, stretch.start, stretch.end)
        told = told_in(span.text)
        is_new = all(told.isdisjoint(told_in(voice.span.text)) for voice in kept)
        if is_new and _is_sound(span, product, review):
            kept.append(Voice(span, sureness, is_tidy=is_reportable(span, review, it)))
    return kept


def _is_sound(span: Evidence, product: Product, review: Review) -> bool:
    """True for words that can be quoted, speak of the product, and tell more than its name and that it is good."""
    words = span.text.lower().split()
    if len(words) < _FEWEST or blames(span.text) or not word_list("shop", "saying").isdisjoint(words):
        return False
    told = told_in(span.text) - stem_list("canned", "plain", "void") - stems_of(product.title)
    # "The fashion vs | . function quandary"
    is_cut = bool(_ABBREVIATED.match(review.text, span.end)) or breaks_off(span.end, review.text)
    is_whole = not is_cut and not is_under("con", span, review.text)
    return bool(told) and is_whole and is_readable(span.text) and quote(span, _LONGEST) is not None
