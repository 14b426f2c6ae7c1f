"""A judge's quotes: those found in the sources become evidence, those found nowhere are marked."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from triptych.records import Case, Evidence, Product, Source

MARK = "[not found in the case]"
"""What is put after a quote that stands nowhere in what the judge was shown."""

_QUOTE = re.compile(r"\"([^\"\n]{1,400})\"|“([^”\n]{1,400})”|«([^»\n]{1,400})»")
_PLACE = re.compile(r"\s*\(\s*(?:P(\d{1,3})\b)?([^()]*)\)", re.IGNORECASE)
_ELLIPSIS = re.compile(r"\s*(?:…|\.\.\.|\[…\]|\[\.\.\.\])\s*")
# A word or two in quotation marks may be the judge's own.
_FEWEST_CHARACTERS = 8
_ENOUGH_LETTERS = re.compile(r"(?:[^\W_][\W_]*){4}")
_MOST_QUOTES = 40


@dataclass(frozen=True, slots=True)
class Quoted:
    """An explanation whose quotes were looked up."""

    explanation: str
    """With a mark after each quote that was not found."""
    evidence: tuple[Evidence, ...]
    """The spans of those that were."""


def check_quotes(explanation: str, case: Case, shown: str) -> Quoted:
    """Look up every quote of an explanation in the case's sources and, failing that, in what the judge was `shown`."""
    quotes = [quote for quote in _QUOTE.finditer(explanation) if len(quote[0]) - 2 >= _FEWEST_CHARACTERS][:_MOST_QUOTES]
    evidence: dict[tuple[str, str, str, int], Evidence] = {}
    parts: list[str] = []
    end = 0
    plain_shown = ""
    for quote in quotes:
        words = quote[1] or quote[2] or quote[3]
        place = _PLACE.match(explanation, quote.end())
        exact = _in_named_review(words, case, place)
        pieces = [words] if exact else [piece for piece in _split(words) if _ENOUGH_LETTERS.search(piece)]
        found = [exact] if exact else [_find(piece, _nearest(case, place)) for piece in pieces]
        for span in found:
            if span:
                evidence.setdefault((span.product_id, span.source, span.source_id, span.start), span)
        if not all(found):
            plain_shown = plain_shown or _plain(shown)
            missing = [piece for piece, span in zip(pieces, found, strict=True) if not span]
            if not all(_plain(piece) in plain_shown for piece in missing):
                parts += (explanation[end : quote.end()], f" {MARK}")
                end = quote.end()
    return Quoted("".join([*parts, explanation[end:]]), tuple(evidence.values()))


def _split(words: str) -> list[str]:
    """What a quote leaves when its ellipses are taken out."""
    return _ELLIPSIS.split(words) if "…" in words or "..." in words else [words]


def _in_named_review(words: str, case: Case, place: re.Match[str] | None) -> Evidence | None:
    """Where the words stand to the letter in the very review that is named after them, as most do."""
    product = _named_product(case, place)
    if product is None or place is None:
        return None
    name = place[2].strip().removeprefix("review ")
    for review in product.reviews:
        if review.id == name:
            start = review.text.find(words) if _ENOUGH_LETTERS.search(words) else -1
            return _span(Source(product.id, "review", name, review.text), start, len(words)) if start >= 0 else None
    return None


def _named_product(case: Case, place: re.Match[str] | None) -> Product | None:
    number = int(place[1]) if place and place[1] else 0
    return case.products[number - 1] if 1 <= number <= len(case.products) else None


def _nearest(case: Case, place: re.Match[str] | None) -> Iterator[Source]:
    """All sources, those of the place named after a quote (`(P2 review r7)`) first."""
    product = _named_product(case, place)
    if product is not None and place is not None:
        sources, named = list(product.sources()), f" {place[2].strip()}"
        yield from (source for source in sources if named.endswith(f" {source.id}"))
        yield from (source for source in sources if not named.endswith(f" {source.id}"))
    for other in case.products:
        if other is not product:
            yield from other.sources()


def _find(words: str, sources: Iterator[Source]) -> Evidence | None:
    """Where the words stand, in the nearest source that has them; case and white space do not count."""
    plain = ""
    for source in sources:
        text, start, length = source.text, source.text.find(words), len(words)
        if start < 0:
            plain = plain or _plain(words)
            # To make the pattern takes longer than to look in all sources whether one is needed.
            match = _loose(words).search(text) if plain in _plain(text) else None
            if match is None:
                continue
            start, length = match.start(), len(match[0])
        return _span(source, start, length)
    return None


def _span(source: Source, start: int, length: int) -> Evidence:
    return Evidence(
        product_id=source.product_id,
        source=source.kind,
        source_id=source.id,
        start=start,
        end=start + length,
        text=source.text[start : start + length],
    )


def _loose(words: str) -> re.Pattern[str]:
    return re.compile(r"\s+".join(re.escape(word) for word in words.split()), re.IGNORECASE)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
