"""Title, key features, description and specifications become facts: attribute, value, number, unit, place."""

import re

from triptych.listing.attributes import cues_in
from triptych.listing.clauses import feature_phrases
from triptych.listing.collected import LONGEST_VALUE, WORD, Listing
from triptych.listing.features import read_phrase
from triptych.listing.figures import figures_in
from triptych.listing.kinds import PARTS, find_names, is_product, kind_of
from triptych.listing.phrases import title_phrases
from triptych.listing.titles import brand_given, read_title
from triptych.records import Fact, Product, Source

_LONGEST_TEXT = 20_000
SHOP_TALK = re.compile(
    r"availability|asin|best sellers? rank|customer reviews?|date first|upc|ean|isbn|categor(?:y|ies)|discontinued|sku|"
    r"item code|model year code|seller",
    re.IGNORECASE,
)
_SLIPPED, _MOST_SLIPPED = 100, 50
_MAINS = frozenset(("w", "v", "hz"))
_NOTHING = re.compile(r"(?:n/?a|none|null|nan|-+|unknown|not available|not applicable)?\.?", re.IGNORECASE)


def find_facts(product: Product) -> tuple[Fact, ...]:
    """What the listing states, attribute by attribute: specifications first, then title, features and description."""
    listing = _opened(product)
    order = ("specification", "title", "key_feature", "description")
    sources = [source for source in product.sources() if source.kind in order]
    for source in sorted(sources, key=lambda source: order.index(source.kind)):
        cut = source._replace(text=source.text[:_LONGEST_TEXT])
        if source.kind == "specification":
            _read_specification(listing, cut)
        elif source.kind == "title":
            read_title(listing, cut)
        else:
            for phrase in feature_phrases(cut.text):
                read_phrase(listing, cut, phrase)
    return tuple(_without_slips(list(listing.found.values())))


def _without_slips(facts: list[Fact]) -> list[Fact]:
    """The facts without figures that lost their zeros when the page was scraped: "2 W" of a heater of 2000 watts."""
    firm = [fact for fact in facts if fact.evidence.source in ("title", "specification") and fact.unit and fact.number]
    has_slips = any(
        fact.number and fact.unit == other.unit and fact.number * _SLIPPED <= (other.number or 0)
        for fact in facts
        for other in firm
    )
    if not has_slips:
        return facts
    return [
        fact
        for fact in facts
        if fact in firm or not fact.number or fact.unit not in _MAINS or fact.number >= _MOST_SLIPPED
    ]


def _opened(product: Product) -> Listing:
    kind = kind_of(product)
    words: set[str] = set()
    names = find_names(product.title, brand_given(product), kind)
    if kind:
        words.add(kind.head)
    words |= set(product.title[slice(*names.brand)].lower().split()) | set(
        product.title[slice(*names.model)].lower().split()
    )
    for phrase in title_phrases(product.title)[:2]:
        first = re.split(r"(?i)\s(?:with|for|compatible)\s", product.title[phrase.start : phrase.end])[0]
        last = WORD.findall(first.lower())[-1:]
        words.update(word for word in last if is_product(word) and word not in PARTS and not phrase.in_brackets)
    own = {word for word in words if not any(cue.is_value for cue in cues_in(word))}
    return Listing(product, kind, frozenset(own | {"product", "item", "unit", "device", "it", "this", "model"}))


def _read_specification(listing: Listing, source: Source) -> None:
    text = source.text
    if SHOP_TALK.search(source.id) or _NOTHING.fullmatch(text.strip()) or re.search(r"please|click here", text, re.I):
        return
    span = 0, min(len(text), 4 * LONGEST_VALUE)
    store = re.fullmatch(r"\s*Visit the (.+) Store\s*|\s*Brand:\s*(.+)", text)
    if store:
        span = store.span(1 if store[1] else 2)
    unit = re.search(r"\((\w+)\)\s*$|_(\w+)$", source.id)
    figures = figures_in(text) or (figures_in(f"{text} {unit[1] or unit[2]}") if unit else [])
    listing.add(source, span, source.id, figure=figures[0] if figures else None)
