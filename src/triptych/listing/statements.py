"""What a listing gives as values of attributes: figures with what they are of, values in words, parts, labels."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Literal, NamedTuple

from triptych.english.units import Quantity, convert, quantities_in, units
from triptych.english.words import is_noun, kinds_of, lines_of, regular_lemma
from triptych.listing.attributes import AND_MORE, Cue, Measurement, cues_in, figures_in, label_of, size_of
from triptych.listing.features import OF_WHOLE, WORD, listed
from triptych.listing.kinds import PARTS, find_kind
from triptych.listing.lists import listed_words, pattern
from triptych.listing.phrases import Phrase, Span, feature_phrases, has_verb, mend_in_place, title_phrases, trimmed
from triptych.listing.reading import SHOP_TALK, listed_sources
from triptych.records import Evidence, Product, Source

Sort = Literal["figure", "count", "value", "part", "label", "colour"]
"""What tells that a word or a number is a value, the surest first."""

_MOST_LABELLED = 6
_MOST_MODIFIERS = 4
_NEAR = 16
_LOUD = 4
_ENDINGS = ("ed", "ing", "able", "less", "proof")
_CODE_BEFORE = re.compile(r"(?<![\w-])([A-Za-z]*\d*[A-Za-z]+\d*[A-Za-z]*)-$")
_WORDS = re.compile(r"[^\W\d_]{3}")
_STOP = re.compile(r"[.;!?]\s")
_BLUETOOTH = re.compile(r"^(?:bluetooth|bt)\s?(?:v(?:ersion)?\.?\s?)?", re.IGNORECASE)
_OF_PART = re.compile(
    r"(?:[\s-]+(?!and\b|plus\b|with\b|on\b|for\b|in\b|from\b)[a-zA-Z]+){0,3}?\s*"
    r"(?:\((?P<noted>[a-zA-Z ]{3,24})\)|"
    r"\b(?P<how>with|using|via|from|on|for|in|at)\s+(?:(?:the|its|an?|your|each|every|one)\s+)?"
    r"(?P<part>[a-zA-Z-]+(?: [a-zA-Z-]+)?)"
    r"(?=\s*(?:[,.;:)(—–|&]|$|and\b|plus\b)))"
)
"""What behind a figure tells which part it is of: "with the case", "(mouse)"."""


class ListedValue(NamedTuple):
    """What a listing gives as an attribute's value in one place."""

    sort: Sort
    attribute: str
    text: str
    evidence: Evidence
    quantity: Quantity | None = None
    part: str = ""
    """What a figure is of, where it is told: "with case"."""
    bound: str = ""
    """ "up to " or "over " before a figure that is a limit."""
    more: str = ""
    """A plus sign behind the number."""


class _Passage(NamedTuple):
    """A source of the listing of a product of some kind."""

    source: Source
    text: str
    """Its text with broken characters mended, every other one where it was."""
    kind: str = ""

    def evidence(self, span: Span) -> Evidence:
        return self.source.evidence(*span)


def values_of(product: Product) -> Iterator[ListedValue]:
    """Every value of the listing: specifications first, then the title and the features."""
    kind = find_kind(product) or ""
    for source in listed_sources(product):
        place = _Passage(source, mend_in_place(source.text), kind)
        last: Measurement | None = None
        for phrase in _phrases(place):
            is_service = listed("service").search(place.text, phrase.start, phrase.end) and not phrase.label
            for figure in _figures(place, phrase):
                named = _named(place, figure, last)
                last = named if named.unit else last
                if not is_service or named.attribute == "warranty":
                    yield from _measured(place, named, phrase.end)
            if not is_service:
                yield from _worded(place, phrase)
                yield from _labelled(place, phrase)


def figures_of(evidence: Evidence, unit: str) -> list[ListedValue]:
    """The figures of a stretch of a listing that measure what a unit does."""
    text = evidence.text
    place = _Passage(Source(evidence.product_id, evidence.source, evidence.source_id, text), text)
    same = (figure for figure in figures_in(text) if convert(Quantity(figure.number, figure.unit, 0, 0), unit))
    return [value for figure in same for value in _measured(place, figure._replace(is_named=True), len(text))]


def attribute_key(attribute: str) -> str:
    """The name under which an attribute is compared: "Item Weight" and "weight" are the same."""
    name = label_of(attribute)
    words = [word for word in name.lower().split() if word not in listed_words("empty")] or name.lower().split()
    plain = " ".join([*words[:-1], regular_lemma(words[-1], "N")]) if words else name.lower()
    return label_of(plain)


def bound_of(text: str, start: int, end: int) -> str:
    """ "up to " or "over " where a figure is a limit."""
    before = text[max(0, start - 10) : end]
    return "up to " if pattern("up to").search(before) else "over " if pattern("over").search(before) else ""


def _phrases(place: _Passage) -> Iterable[Phrase]:
    source = place.source
    if source.kind == "title":
        return title_phrases(place.text)
    if source.kind == "specification":
        is_shop_talk = SHOP_TALK.search(source.id) or source.id.lower() == "brand"
        return () if is_shop_talk else (Phrase(0, len(place.text), label=source.id),)
    return feature_phrases(place.text)


def _figures(place: _Passage, phrase: Phrase) -> Iterator[Measurement]:
    """The figures of a phrase; what its words leave open is named by its label."""
    for figure in figures_in(place.text, phrase.start, phrase.end):
        if figure.unit and _is_in_code(place.text[: figure.start]):
            continue
        if figure.unit and phrase.label and (not figure.is_named or figure.attribute in listed_words("by unit")):
            labelled = figures_in(f"{phrase.label} {place.text[figure.start : figure.end]}")[-1]
            figure = figure._replace(attribute=labelled.attribute, is_named=labelled.is_named)
            if place.source.kind == "specification" and not figure.is_named:
                if _WORDS.search(place.text[: figure.start] + place.text[figure.end :]):
                    continue
                figure = figure._replace(attribute=attribute_key(phrase.label), is_named=True)
        yield figure


def _is_in_code(before: str) -> bool:
    """True behind "11UC-", not behind "12V-"."""
    code = _CODE_BEFORE.search(before[-_NEAR:])
    if code is None or not any(map(str.isdigit, code[1])):
        return False
    return not any(each.unit for each in quantities_in(code[1]))


def _named(place: _Passage, figure: Measurement, last: Measurement | None) -> Measurement:
    """The figure with what it measures; in one sentence the next hours are of what the last ones were."""
    size = size_of(place.kind.rpartition(" ")[2])
    if size != "length" and pattern("of cable").search(f"{place.source.id}: {place.text[: figure.start]}"):
        return figure._replace(attribute="cable length", is_named=True)
    if figure.attribute == "size" or (figure.attribute == "cable length" and size == "length"):
        return figure._replace(attribute=size)
    if figure.is_named or figure.unit is None:
        return figure
    if last and last.unit == figure.unit and not _STOP.search(place.text, last.end, figure.start):
        return figure._replace(attribute=last.attribute)
    is_length = units()[figure.unit].dimension == "length"
    return figure._replace(attribute=size) if is_length else figure


def _measured(place: _Passage, figure: Measurement, end: int) -> Iterator[ListedValue]:
    """A figure as a value, with the part that it is of; what is only added to another is left out."""
    span, plain = (figure.start, figure.end), AND_MORE.sub(" ", place.text)
    text = " ".join(place.text[slice(*span)].split())
    if figure.unit is None:
        name = regular_lemma(figure.attribute, "N")
        if name not in listed_words("no count") and (name != "dimension" or pattern("sides").search(text)):
            yield ListedValue("count", name, in_small_letters(_BLUETOOTH.sub("", text)), place.evidence(span))
        return
    found = list(quantities_in(plain, *span))
    is_of_title = figure.attribute == "size" and place.source.kind == "title"
    is_unnamed = figure.attribute in listed_words("unnamed") and not figure.is_named and not is_of_title
    is_added = pattern("added").search(plain[max(0, figure.start - 2 * _NEAR) : figure.start])
    is_no_row = pattern("rate").match(plain, figure.end) or figure.attribute in listed_words("no row")
    if not found or is_unnamed or is_added or is_no_row:
        return
    names = [figure.attribute]
    if len(found) == 2 and units()[figure.unit].dimension == "data" and found[0].number < found[1].number:
        names = ["memory", "storage"]
    elif all(each.unit == figure.unit for each in found):
        names *= len(found)
    of = _part_behind(plain, figure, end)
    for name, each in zip(names, found, strict=False):
        more = "+" if "+" in place.text[each.start : each.end] else ""
        where = place.evidence((each.start, each.end))
        yield ListedValue("figure", name, text, where, each, of, bound_of(plain, *span), more)


def _part_behind(text: str, figure: Measurement, end: int) -> str:
    """What a figure is of in a few words: "with case", "per charge"; empty where that is the product itself."""
    around = text[max(0, figure.start - _NEAR) : figure.end + _NEAR]
    if pattern("standby").search(around):
        return "standby"
    match = _OF_PART.match(text, figure.end, end)
    if match is None or match["noted"]:
        return f"({match['noted'].lower()})" if match else ""
    name, how = match["part"].lower(), match["how"].lower()
    last = name.split()[-1]
    if last in ("charge", "charging"):
        return "per charge"
    is_thing = kinds_of(last)[0] in "NG" and not listed_words("no part").intersection(name.split())
    is_other = how in ("in", "on", "for") or last in PARTS
    if not is_thing or not is_other or any(cue.attribute in (figure.attribute, "audience") for cue in cues_in(name)):
        return ""
    return f"{'with' if how in ('using', 'via') else how} {name}"


def _worded(place: _Passage, phrase: Phrase) -> Iterator[ListedValue]:
    """Words that are values by themselves, and parts with what they are like: "adjustable thermostat"."""
    text, span = place.text, (phrase.start, phrase.end)
    if pattern("negative").search(text, *span) or pattern("without").search(text, *span):
        return
    cues = cues_in(text, *span)
    is_of_others = any(pattern("of others").fullmatch(cue.attribute) for cue in (*cues, *cues_in(phrase.label)))
    if is_of_others and place.source.kind != "title":
        return
    told = Counter(cue.attribute for cue in cues if cue.is_value)
    for cue in cues:
        if not cue.is_value or (pattern("single").fullmatch(cue.attribute) and told[cue.attribute] > 1):
            continue
        is_far = pattern("in titles").fullmatch(cue.attribute) and place.source.kind not in ("title", "specification")
        is_part = cue.attribute in OF_WHOLE - {"colour"} and _is_of_part(place, cue, phrase)
        if is_far or is_part or cue.attribute in listed_words("no row"):
            continue
        value = in_small_letters(text[cue.start : cue.end])
        sort: Sort = "colour" if cue.attribute == "colour" else "value"
        yield ListedValue(sort, cue.attribute, value, place.evidence((cue.start, cue.end)))
    if not is_of_others and not pattern("made for").match(text, *span):
        yield from _parts(place, span)


def _is_of_part(place: _Passage, cue: Cue, phrase: Phrase) -> bool:
    """True for the rubber of a "rubber base"; what the body is of, the whole is."""
    behind = WORD.findall(place.text[cue.end : phrase.end].lower())[:1]
    if not listed_words("whole").isdisjoint(behind):
        return False
    if cue.attribute == "material" and place.source.kind not in ("title", "specification") and not phrase.label:
        return not listed("made of").search(place.text, phrase.start, cue.start)
    return any(regular_lemma(word, "N") in part_words() for word in behind)


@cache
def part_words() -> frozenset[str]:
    """Parts that listings name with what they are like."""
    return frozenset(word for line in lines_of("listing/parts.txt") for word in line.split(", "))


def _parts(place: _Passage, span: Span) -> Iterator[ListedValue]:
    """Parts that are named with what they are like."""
    text = place.text
    tokens = list(WORD.finditer(text, *span))
    for at, token in enumerate(tokens):
        head = regular_lemma(token[0].lower(), "N")
        if head not in part_words() or head in place.kind.split():
            continue
        behind = tokens[at + 1] if at + 1 < len(tokens) else None
        if behind and text[token.end() : behind.start()].isspace() and kinds_of(behind[0].lower())[0] in "NJ":
            continue
        first = _first_modifier(text, tokens[: at + 1], place.kind.split())
        if first < token.start():
            value = in_small_letters(text[first : token.end()])
            yield ListedValue("part", head, value, place.evidence((first, token.end())))


def _first_modifier(text: str, tokens: Sequence[re.Match[str]], kind: Sequence[str]) -> int:
    """Where the words begin that say what the last one is like; what only praises is left out."""
    first = last = len(tokens) - 1
    while first and last - first < _MOST_MODIFIERS and text[tokens[first - 1].end() : tokens[first].start()] in " -":
        word = tokens[first - 1][0].lower()
        is_plural = word.endswith("s") and kinds_of(word)[0] == "N" and regular_lemma(word, "N") != word
        is_other = is_plural or has_verb(word) or listed("address").fullmatch(word)
        if is_other or word in kind or kinds_of(word)[0] not in "NJVDG0":
            break
        first -= 1
        if word[0].isdigit():
            break
    first = max((at + 1 for at in range(first, last) if listed("praise").fullmatch(tokens[at][0])), default=first)
    while first < last and kinds_of(tokens[first][0].lower())[0] in "VG":
        first += 1
    return tokens[first].start()


def _labelled(place: _Passage, phrase: Phrase) -> Iterator[ListedValue]:
    """A short value under a label."""
    span = trimmed(place.text, phrase.start, phrase.end)
    value = place.text[slice(*span)]
    if not phrase.label or len(value.split()) > _MOST_LABELLED or pattern("no label").search(phrase.label):
        return
    name = attribute_key(phrase.label)
    is_typed = any(cue.is_value and cue.attribute == name for cue in cues_in(value)) or any(_figures(place, phrase))
    if not is_typed and name not in listed_words("no row") and re.search(r"[^\W\d_]", value):
        yield ListedValue("label", name, in_small_letters(value), place.evidence(span))


def in_small_letters(text: str) -> str:
    """Words of a value as a sentence writes them; abbreviations and names stay."""
    return " ".join(word.lower() if _is_common(word) else word for word in text.split())


def _is_common(word: str) -> bool:
    """True for a capitalised word, and for one that is only shouted."""
    lower = word.lower()
    is_shouted = len(word) >= _LOUD and word.isalpha() and (is_noun(lower) or lower.endswith(_ENDINGS))
    return is_shouted or all(part[1:].islower() for part in word.split("-"))
