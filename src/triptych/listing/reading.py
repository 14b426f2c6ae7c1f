"""Title, key features, description and specifications become facts: attribute, value, number, unit, place."""

import re
from collections.abc import Iterator
from itertools import pairwise

from triptych.listing.attributes import cues_in, figures_in
from triptych.listing.features import (
    LONGEST_VALUE,
    WORD,
    Listing,
    add_phrase,
    add_typed,
    listed,
    read_phrase,
    uncovered,
)
from triptych.listing.kinds import PARTS, ends_phrases, find_names, is_product, kind_of, tokens_of
from triptych.listing.lists import listed_words, pattern
from triptych.listing.phrases import Phrase, Span, feature_phrases, title_phrases, trimmed
from triptych.records import Fact, Product, Source

_ORDER = ("specification", "title", "key_feature", "description")
_LONGEST_TEXT = 20_000
SHOP_TALK = pattern("shop talk")
"""Names of specifications that are about the sale and not about the product."""
_SLIPPED, _MOST_SLIPPED = 100, 50
_MAINS = frozenset(("w", "v", "hz"))


def find_facts(product: Product) -> tuple[Fact, ...]:
    """What the listing states, attribute by attribute: specifications first, then title, features and description."""
    listing = _opened(product)
    for source in listed_sources(product):
        if source.kind == "specification":
            _read_specification(listing, source)
        elif source.kind == "title":
            read_title(listing, source)
        else:
            for phrase in feature_phrases(source.text):
                read_phrase(listing, source, phrase)
    return tuple(_without_slips(list(listing.found.values())))


def listed_sources(product: Product) -> list[Source]:
    """What is read of a listing: specifications first, then title, features and description."""
    sources = [source for source in product.sources() if source.kind in _ORDER]
    sources.sort(key=lambda source: _ORDER.index(source.kind))
    return [source._replace(text=source.text[:_LONGEST_TEXT]) for source in sources]


def _without_slips(facts: list[Fact]) -> list[Fact]:
    """The facts without figures that lost their zeros when the page was scraped: "2 W" of a heater of 2000 watts."""
    firm = [fact for fact in facts if fact.evidence.source in ("title", "specification") and fact.unit and fact.number]
    if not any(
        fact.number and fact.unit == other.unit and fact.number * _SLIPPED <= (other.number or 0)
        for fact in facts
        for other in firm
    ):
        return facts
    return [
        fact
        for fact in facts
        if fact in firm or not fact.number or fact.unit not in _MAINS or fact.number >= _MOST_SLIPPED
    ]


def _opened(product: Product) -> Listing:
    kind = kind_of(product)
    names = find_names(product.title, brand_given(product), kind)
    words = {word for name in names for word in product.title[slice(*name)].lower().split()}
    if kind:
        words.add(kind.head)
    for phrase in title_phrases(product.title)[:2]:
        first = re.split(r"(?i)\s(?:with|for|compatible)\s", product.title[phrase.start : phrase.end])[0]
        last = WORD.findall(first.lower())[-1:]
        words.update(word for word in last if is_product(word) and word not in PARTS and not phrase.in_brackets)
    own = {word for word in words if not any(cue.is_value for cue in cues_in(word))}
    return Listing(product, kind, frozenset(own | {"product", "item", "unit", "device", "it", "this", "model"}))


def _read_specification(listing: Listing, source: Source) -> None:
    text = source.text
    if SHOP_TALK.search(source.id) or pattern("nothing").fullmatch(text.strip()) or pattern("elsewhere").search(text):
        return
    span = 0, min(len(text), 4 * LONGEST_VALUE)
    if store := re.fullmatch(r"\s*Visit the (.+) Store\s*|\s*Brand:\s*(.+)", text):
        span = store.span(store.lastindex or 0)
    unit = re.search(r"\((\w+)\)\s*$|_(\w+)$", source.id)
    figures = figures_in(text) or (figures_in(f"{text} {unit[1] or unit[2]}") if unit else [])
    listing.add(source, span, source.id, figure=figures[0] if figures else None)


_LONG = 7


def read_title(listing: Listing, source: Source) -> None:
    """Add what a title states."""
    text, kind = source.text, listing.kind
    names = find_names(text, brand_given(listing.product), kind)
    listing.add(source, names.brand, "brand")
    listing.add(source, names.model, "model")
    if kind:
        listing.add(source, (kind.start, kind.end), "type")
    named = max(names.brand[1], names.model[1] if names.model[0] <= names.brand[1] + 3 else 0)
    phrases = title_phrases(text)
    for number, phrase in enumerate(phrases):
        for a, b in _title_parts(text, max(phrase.start, named), phrase.end, listing.own):
            if a < b:
                is_last = number == len(phrases) - 1 and number > 0 and b == phrase.end
                _read_title_part(listing, source, (a, b), is_last=is_last or (phrase.in_brackets and number > 0))


def brand_given(product: Product) -> str:
    """The brand as a specification names it, or nothing."""
    for name, value in product.specifications.items():
        if name.lower() in ("brand", "manufacturer"):
            store = re.fullmatch(r"\s*(?:Visit the (.+) Store|Brand:\s*(.+?))\s*", value)
            return (store[1] or store[2]) if store else value.strip()
    return ""


def _title_parts(text: str, start: int, end: int, own: frozenset[str]) -> Iterator[Span]:
    """A phrase at its prepositions, at "Color", and where one thing ends and the next begins."""
    leads = [lead.start() for lead in pattern("leading").finditer(text, start, end)]
    cuts = [lead for lead in leads if not pattern("bound").search(text, start, lead)]
    for begin, stop in pairwise([start, *cuts, end]):
        yield from _runs(text, begin, stop, own)


def _runs(text: str, start: int, end: int, own: frozenset[str]) -> Iterator[Span]:
    """A run of words without separators, cut behind words that name a product or end phrases."""
    tokens = tokens_of(text, start, end)
    if len(tokens) < 6:
        yield trimmed(text, start, end)
        return
    cues = [cue for cue in cues_in(text, start, end) if cue.is_value]
    figures = figures_in(text, start, end)
    begin = start
    for i, (a, b) in enumerate(tokens[:-1]):
        word, after = text[a:b].lower(), text[slice(*tokens[i + 1])].lower()
        is_inside = any(figure.start <= b <= figure.end for figure in figures) or any(
            cue.start < b < cue.end
            or (cue.attribute in ("colour", "material") and cue.end == b)
            or (cue.attribute == "colour" and cue.start <= tokens[i + 1][0] < cue.end)
            for cue in cues
        )
        is_end = ends_phrases(word) or after == "finish" or (word in own and is_product(word) and not is_product(after))
        if is_end and not is_inside and after not in listed_words("joining") and word not in ("and", "no", "up", "to"):
            yield trimmed(text, begin, b)
            begin = tokens[i + 1][0]
    yield trimmed(text, begin, end)


def _read_title_part(listing: Listing, source: Source, span: Span, *, is_last: bool) -> None:
    text = source.text
    start, end = span
    labelled = re.match(r"(?:Finish\s+)?Colou?r\s*:?\s+(?=\S)", text[start:end], re.IGNORECASE)
    if labelled:
        _read_colour(listing, source, (start + labelled.end(), end))
        return
    lead = re.match(r"\s*(?:with|includes?|and|&)\s+", text[start:end], re.IGNORECASE)
    if lead and (" " in text[start + lead.end() : end].strip() or lead[0].strip().lower() != "with"):
        start += lead.end()
    words = WORD.findall(text[start:end])
    if not words:
        return
    colours = [cue for cue in cues_in(text, start, end) if cue.attribute == "colour"]
    if colours and len(words) <= 3 and not lead:
        listing.add(source, (start, end), "colour")
        return
    is_long = len(words) > _LONG and not any(word.lower() in listing.own for word in words)
    typed = [] if is_long else add_typed(listing, source, (start, end))
    rest = uncovered(text, (start, end), typed)
    own = words[-1].lower() in listing.own
    is_short = not (typed or lead) and len(words) <= 2 < len(words[0]) and all(word[0].isupper() for word in words)
    if pattern("made for").match(text[start:end]):
        if rest:
            listing.add(source, (start, end), "made for")
    elif typed and not rest:
        return
    elif own and not lead:
        new = [text[slice(*s)] for s in rest if text[slice(*s)].lower() not in listing.own]
        if new and len(words) > 1 and not (listing.kind and start <= listing.kind.start < end):
            first = next(s for s in rest if text[slice(*s)] == new[0])
            listing.add(source, (first[0], end), "type")
    elif is_last and is_short and not pattern("says").search(text[start:end]):
        listing.add(source, (start, end), "variant")
    elif len(words) == 1 and not lead and not (cues_in(words[0]) or listed("checkable").search(words[0])):
        return
    elif rest and not typed and not lead and is_product(words[-1].lower()) and words[-1].lower() not in PARTS:
        listing.add(source, (start, end), "type")
    elif rest:
        add_phrase(listing, source, Phrase(start, end))


def _read_colour(listing: Listing, source: Source, span: Span) -> None:
    """ "brown Preassembled": the colour reaches up to the first word that says something else."""
    tokens = tokens_of(source.text, *span)
    colours = [c for c in cues_in(source.text, *span) if c.attribute == "colour"]
    last = max([c.end for c in colours if c.start < span[0] + 25], default=tokens[0][1] if tokens else span[0])
    listing.add(source, (span[0], last), "colour")
    if last < span[1]:
        for part in _runs(source.text, last, span[1], listing.own):
            if part[0] < part[1]:
                _read_title_part(listing, source, part, is_last=False)
