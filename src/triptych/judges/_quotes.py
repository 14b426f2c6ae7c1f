"""A judge's quotes: those found in the sources become evidence, those found nowhere are marked."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from triptych.records import Case, Evidence, Source

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
    if not quotes:
        return Quoted(explanation, ())
    sources = [source for product in case.products for source in product.sources()]
    evidence: dict[tuple[str, str, str, int], Evidence] = {}
    parts: list[str] = []
    end = 0
    plain_shown = ""
    for quote in quotes:
        words = next(group for group in quote.groups() if group)
        pieces = [piece for piece in _split(words) if _ENOUGH_LETTERS.search(piece)]
        found = [_find(piece, _nearest(sources, case, explanation, quote.end())) for piece in pieces]
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


def _nearest(sources: list[Source], case: Case, explanation: str, end: int) -> Iterator[Source]:
    """The sources, those of the place named after a quote (`(P2 review r7)`) first."""
    place = _PLACE.match(explanation, end)
    if place is None:
        yield from sources
        return
    number = int(place[1]) if place[1] else 0
    product_id = case.products[number - 1].id if 1 <= number <= len(case.products) else None
    named = f" {place[2].strip()}"
    for source in sources:
        if source.product_id == product_id and named.endswith(f" {source.id}"):
            yield source
    yield from (s for s in sources if s.product_id == product_id and not named.endswith(f" {s.id}"))
    yield from (s for s in sources if s.product_id != product_id)


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
        return Evidence(
            product_id=source.product_id,
            source=source.kind,
            source_id=source.id,
            start=start,
            end=start + length,
            text=text[start : start + length],
        )
    return None


def _loose(words: str) -> re.Pattern[str]:
    return re.compile(r"\s+".join(re.escape(word) for word in words.split()), re.IGNORECASE)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
