"""A judge's quotes: those found in the sources become evidence, those found nowhere are marked."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from triptych.records import Case, Evidence, Product, Source, SourceKind

MARK = "[not found in the case]"
"""What is put after a quote that stands nowhere in what the judge was shown."""

# A word or two in quotation marks may be the judge's own.
_FEWEST_CHARACTERS = 8
_STRAIGHT = r"\"[^\"\n]{1,400}\""
_STRAIGHT_QUOTE, _QUOTE = re.compile(_STRAIGHT), re.compile(rf"{_STRAIGHT}|“[^”\n]{{1,400}}”|«[^»\n]{{1,400}}»")
_PLACE = re.compile(r"\s*\(\s*(?:[Pp](\d{1,3})\b)?([^()]*)\)")
_ELLIPSIS = re.compile(r"\s*(?:…|\.\.\.|\[…\]|\[\.\.\.\])\s*")
_FEWEST_LETTERS = 4
_ENOUGH_LETTERS = re.compile(rf"(?:[^\W_][\W_]*){{{_FEWEST_LETTERS}}}")
_MOST_QUOTES = 40


class Quoted(NamedTuple):
    """An explanation whose quotes were looked up."""

    explanation: str
    """With a mark after each quote that was not found."""
    evidence: tuple[Evidence, ...]
    """The spans of those that were."""


def check_quotes(explanation: str, case: Case, shown: str) -> Quoted:
    """Look up every quote of an explanation in the case's sources and, failing that, in what the judge was `shown`."""
    evidence: dict[tuple[str, str, str, int], Evidence] = {}
    parts: list[str] = []
    end = 0
    plain_shown = ""
    for quote in _quotes_in(explanation):
        words = quote[0][1:-1]
        place = _PLACE.match(explanation, quote.end())
        if exact := _in_named_review(words, case, place):
            evidence.setdefault(_place_of(exact), exact)
            continue
        found = _look_up(words, case, place)
        for span in filter(None, found.values()):
            evidence.setdefault(_place_of(span), span)
        missing = [piece for piece, span in found.items() if not span]
        if missing:
            plain_shown = plain_shown or _plain(shown)
            if not all(_plain(piece) in plain_shown for piece in missing):
                parts += (explanation[end : quote.end()], f" {MARK}")
                end = quote.end()
    return Quoted("".join([*parts, explanation[end:]]), tuple(evidence.values()))


def _quotes_in(explanation: str) -> list[re.Match[str]]:
    # A pattern that can begin in one way only is looked for in a third of the time.
    pattern = _QUOTE if "“" in explanation or "«" in explanation else _STRAIGHT_QUOTE
    quotes = pattern.finditer(explanation)
    return [quote for quote in quotes if len(quote[0]) - 2 >= _FEWEST_CHARACTERS][:_MOST_QUOTES]


def _place_of(span: Evidence) -> tuple[str, str, str, int]:
    return span.product_id, span.source, span.source_id, span.start


def _look_up(words: str, case: Case, place: re.Match[str] | None) -> dict[str, Evidence | None]:
    """Where each piece of a quote stands; None for one that stands in no source."""
    return {piece: _find(piece, _nearest(case, place)) for piece in _split(words) if _has_letters(piece)}


def _has_letters(words: str) -> bool:
    """True where there are enough letters and digits for a place to be told by them."""
    first = words[:_FEWEST_LETTERS]
    return (first.isalnum() and len(first) == _FEWEST_LETTERS) or _ENOUGH_LETTERS.search(words) is not None


def _split(words: str) -> list[str]:
    """What a quote leaves when its ellipses are taken out."""
    return _ELLIPSIS.split(words) if "…" in words or "..." in words else [words]


def _in_named_review(words: str, case: Case, place: re.Match[str] | None) -> Evidence | None:
    """Where the words stand to the letter in the very review that is named after them, as most do."""
    product = _named_product(case, place)
    if product is None or place is None:
        return None
    name = place[2].strip().removeprefix("review ")
    text = next((review.text for review in product.reviews if review.id == name), "")
    start = text.find(words)
    return _span(product.id, "review", name, start, words) if start >= 0 and _has_letters(words) else None


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
        start, found = source.text.find(words), words
        if start < 0:
            plain = plain or _plain(words)
            # To make the pattern takes longer than to look in all sources whether one is needed.
            match = _loose(words).search(source.text) if plain in _plain(source.text) else None
            if match is None:
                continue
            start, found = match.start(), match[0]
        return _span(source.product_id, source.kind, source.id, start, found)
    return None


def _span(product_id: str, kind: SourceKind, source_id: str, start: int, text: str) -> Evidence:
    return Evidence(
        product_id=product_id, source=kind, source_id=source_id, start=start, end=start + len(text), text=text
    )


def _loose(words: str) -> re.Pattern[str]:
    return re.compile(r"\s+".join(re.escape(word) for word in words.split()), re.IGNORECASE)


# Quotes of one explanation that are not found at once are looked for in the same sources.
@lru_cache(maxsize=64)
def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
