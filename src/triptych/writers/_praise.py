"""Praise: what single reviewers like, in whole sentences that say more than that it is good."""

import re
from collections.abc import Iterator

from triptych.english.words import stem_of
from triptych.records import Evidence, Product, Review, SourceKind
from triptych.writers._phrases import quote
from triptych.writers._voices import CANNED, PLAIN, Voice, is_readable, stems_of, telling, told_in, worth_of

_FEWEST, _LONGEST = 4, 22
_MUCH = 4
"""Words of its own that a quotation need not have more of."""
_RANKED = re.compile(r"\d(?:st|nd|rd|th)\b")
"""Praise that puts a product behind others."""
_THEY = re.compile(r"they\b", re.IGNORECASE)
_GOOD_NEWS, _BAD_NEWS = 0.5, 0.0
_CONTENT = 4
"""So many stars are given by who is content."""


def praise_of(product: Product, voices: tuple[Voice, ...], name: str, it: str) -> tuple[Voice, ...]:
    """What is heard in reviews, then titles and whole short reviews of who is content; what tells most first."""
    known = stems_of(f"{product.title} {name}") | {stem_of(word) for word in PLAIN} | CANNED
    summaries = [voice for review in product.reviews for voice in _summaries(product.id, review)]
    told = {
        voice: min(len(told_in(voice.span.text) - known), _MUCH)
        for voice in (*telling(voices, "+"), *summaries)
        if voice.is_of_product
        and (it == "they" or not _THEY.match(voice.span.text))
        and worth_of(voice.span.text) > _BAD_NEWS
        and not _RANKED.search(voice.span.text)
    }
    return tuple(sorted((voice for voice in told if told[voice] > 1), key=lambda voice: -told[voice]))


def _summaries(product_id: str, review: Review) -> Iterator[Voice]:
    """The title of a review, and its text where that is one short sentence."""
    if review.stars is not None and review.stars < _CONTENT:
        return
    texts: list[tuple[SourceKind, str]] = [("review", review.text), ("review_title", review.title or "")]
    spans = [
        Evidence(product_id=product_id, source=kind, source_id=review.id, start=0, end=len(text), text=text)
        for kind, text in texts
    ]
    for span in spans:
        is_sure = span.source == "review_title" or review.stars is not None
        is_sure = is_sure and len(span.text.split()) >= _FEWEST and is_readable(span.text, slips=0)
        if is_sure and quote(span, _LONGEST) and worth_of(span.text) > _GOOD_NEWS:
            yield Voice(span, "+", "", 1.0, is_telling=True)
