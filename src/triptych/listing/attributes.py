"""What a phrase of a listing is about, in the words of a shopper, and what its figures measure.

"24 oz" is a capacity, "30H Playtime" a battery life, "4 Ports" ports.
"""

import re
from functools import cache, lru_cache
from typing import NamedTuple

from triptych.english.units import quantities_in, units
from triptych.english.wordings import lowered
from triptych.english.words import kinds_of, lines_of
from triptych.listing.lists import pattern


class Cue(NamedTuple):
    """Words that say what a phrase is about."""

    attribute: str
    start: int
    end: int
    is_value: bool
    """True where the words are a value by themselves: "steel" is a material."""


_TOKEN = re.compile(r"[a-z0-9](?:[a-z0-9'’]|[.](?=\d))*|&")
_MOST_WORDS = 5


@cache
def _meanings() -> dict[str, tuple[str, bool]]:
    """The table, by words written as one: the attribute, and whether they are a value of it."""
    meanings: dict[str, tuple[str, bool]] = {}
    for line in lines_of("listing/attributes.txt"):
        name, words = line[2:].split(": ", 1)
        for word in words.split(", "):
            meanings.setdefault(word.replace("-", ""), (name, line[0] == "="))
    return meanings


def cues_in(text: str, start: int = 0, end: int | None = None) -> list[Cue]:
    """The cues of a text, left to right, none inside another."""
    return [Cue(cue.attribute, cue.start + start, cue.end + start, cue.is_value) for cue in _cues(text[start:end])]


@lru_cache(maxsize=4096)
def _cues(text: str) -> tuple[Cue, ...]:
    lower = lowered(text)
    spans = [match.span() for match in _TOKEN.finditer(lower)]
    found: list[Cue] = []
    i = 0
    while i < len(spans):
        if cue := _longest(lower, spans[i : i + _MOST_WORDS]):
            found.append(cue)
        i = next((k for k in range(i + 1, len(spans)) if not cue or spans[k][0] >= cue.end), len(spans))
    return tuple(found)


def _longest(text: str, spans: list[tuple[int, int]]) -> Cue | None:
    """The longest entry of the table that begins with the first of these words."""
    start, key, best = spans[0][0], "", None
    for place, (a, b) in enumerate(spans):
        if place and text[spans[place - 1][1] : a] not in (" ", "-"):
            break
        key += text[a:b]
        for form in (key, key.removesuffix("s"), key.removesuffix("es")):
            if meaning := _meanings().get(form):
                best = Cue(meaning[0], start, b, meaning[1])
                break
    return best


def label_of(label: str) -> str:
    """A label as a shopper says it: the table's name where it has one, else the label itself in small letters."""
    name = re.sub(r"[(\[【][^)\]】]*[)\]】]", " ", label)
    name = re.sub(r"^(?:\d+[.)]\s)?[\W_]*|[\W_]+$", "", " ".join(name.replace("_", " ").split()))
    cues = [cue for cue in cues_in(name) if not cue.is_value]
    if cues and cues[0].start == 0 and cues[0].end == len(name):
        return cues[0].attribute
    return " ".join(
        word if word.isupper() and len(word) < 5 and not name.isupper() else word.lower() for word in name.split()
    )


class Measurement(NamedTuple):
    """A number in a text with its unit and the attribute it gives a value for."""

    number: float
    unit: str | None
    start: int
    end: int
    attribute: str
    is_named: bool
    """True where the text names the attribute; False where only the unit gives it away."""


_DIMENSIONS = re.compile(
    r"\d+(?:\.\d+)?\s*(?:mm|cms?|m|inch(?:es)?|in|ft|[\"″”])?\s*\(?[LWHDB]?\)?\s*[x×X*]\s*\d+(?:\.\d+)?"
    r"(?:\s*(?:mm|cms?|m|inch(?:es)?|in|ft|[\"″”])?\s*\(?[LWHDB]?\)?\s*[x×X*]\s*\d+(?:\.\d+)?)?\s*(?:mm|cms?|m\b|inch(?:es)?|in\b|ft|[\"″”])?"
)
_TYPED = ("resolution", "dimensions", "water resistance", "Bluetooth version", "pack size", "functions")
"""What figures are of that need no unit, in the order in which they are looked for."""
AND_MORE = re.compile(r"(?<=\d)\+(?=[\s-]?[a-zA-Z])")
_ALSO = re.compile(r"\s*(?:[/,&|(]|or|and)?\s*")
_NEAR = 40
"""How far the word that names an attribute may be from its figure, in characters."""


def figures_in(text: str, start: int = 0, end: int | None = None) -> list[Measurement]:
    """The figures of a stretch of text, left to right."""
    # "9+ hours" are hours too.
    found = _figures(AND_MORE.sub(" ", text[start:end]))
    return [figure._replace(start=figure.start + start, end=figure.end + start) for figure in found]


@lru_cache(maxsize=1024)
def _figures(text: str) -> tuple[Measurement, ...]:
    found: list[Measurement] = []
    if not pattern("may count").search(text):
        return ()
    for attribute in _TYPED:
        for match in (_DIMENSIONS if attribute == "dimensions" else pattern(attribute)).finditer(text):
            if not _is_taken(found, *match.span()):
                digits = re.search(r"\d+(?:\.\d+)?", match[0])
                found.append(Measurement(float(digits[0]) if digits else 0, None, *match.span(), attribute, True))
    for quantity in quantities_in(text):
        if quantity.unit and quantity.unit != "%" and not _is_taken(found, quantity.start, quantity.end):
            found.append(_measured(text, quantity.number, quantity.unit, (quantity.start, quantity.end)))
    for match in pattern("count").finditer(text):
        head = pattern("counted head").match(text, match.end())
        noun = (head or match)[1 if head else 3].lower()
        if not _is_taken(found, *match.span()) and "N" in kinds_of(noun):
            digits = re.match(r"\d+", match[1])
            number = float(digits[0]) if digits else next(iter(q.number for q in quantities_in(match[1])), 0)
            found.append(Measurement(number, None, match.start(), match.end(), noun, True))
    return tuple(_merged(text, sorted(found, key=lambda figure: figure.start)))


def _merged(text: str, figures: list[Measurement]) -> list[Measurement]:
    """One figure for the same thing given twice, "6Ft/2M", and for a choice, '29" / 31" / 33"'."""
    merged: list[Measurement] = []
    for figure in figures:
        last = merged[-1] if merged else None
        if last and last.attribute == figure.attribute and _ALSO.fullmatch(text, last.end, figure.start):
            closing = text[figure.end : figure.end + 1] == ")" and "(" in text[last.end : figure.start]
            merged[-1] = last._replace(end=figure.end + closing)
        else:
            merged.append(figure)
    return merged


def _is_taken(found: list[Measurement], start: int, end: int) -> bool:
    return any(figure.start < end and start < figure.end for figure in found)


@cache
def _measures() -> dict[str, tuple[str, dict[str, str]]]:
    """For each dimension its plain name, and what it measures where the words around it are about something."""
    found: dict[str, tuple[str, dict[str, str]]] = {}
    for line in lines_of("listing/measures.txt"):
        dimension, default, listed = re.split("[:;] ", line)
        pairs = (pair.partition("=") for pair in listed.split(", "))
        found[dimension] = default, {about: name or about for about, _, name in pairs}
    return found


def _measured(text: str, number: float, unit: str, span: tuple[int, int]) -> Measurement:
    """A quantity with what it measures, by its unit and the words around it."""
    dimension = units()[unit].dimension
    if unit == "oz" and not re.search(r"(?i)\bweigh", text):
        dimension = "volume"
    a, b = span
    before = pattern("limit").search(text, max(0, a - 20), a)
    a = before.start() if before else a
    default, named = _measures().get(dimension, (dimension, {}))
    around = [cue for cue in cues_in(text) if cue.attribute in named]
    last = max((match.end() for match in re.finditer(r"\w+", text)), default=0)
    near = min(
        around,
        key=lambda cue: (
            a < cue.end and cue.start < b,
            cue.end != last,
            max(cue.start - b, a - cue.end),
            cue.start < a,
        ),
        default=None,
    )
    if near and max(near.start - b, a - near.end) <= _NEAR:
        return Measurement(number, unit, a, b, named[near.attribute], True)
    return Measurement(number, unit, a, b, size_of(text) if dimension == "length" else default, False)


def size_of(text: str) -> str:
    """What the bare metres or inches of something measure: of a cable its length, of a television its screen."""
    if pattern("lengthy").search(text):
        return "length"
    return "screen size" if pattern("screened").search(text) else "size"
