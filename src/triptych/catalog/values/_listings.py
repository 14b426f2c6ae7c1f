"""Key features and specifications, from lists, objects or running text."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from triptych.catalog._report import show
from triptych.catalog.values._cells import WrongValue, is_number, kind_of
from triptych.catalog.values._cleaning import clean_line, clean_paragraphs

_BREAKS = re.compile(r"\n+|[•●▪◦‣∙]|;| \| ")
_LIST_MARK = re.compile(r"^(?:[-*–—]\s+|\d{1,2}[.)]\s+)")
_NAME_KEYS = ("name", "key", "label", "attribute", "title", "specification")
_VALUE_KEYS = ("value", "values", "text", "detail")
_UNNAMED = "Details"
_MOST_ENTRIES = 500
_DEEPEST = 4


def read_features(given: Any, counts: Counter[str]) -> list[str]:
    """Bullet points, one each; text is split at line breaks, bullets, semicolons and " | "."""
    given = unpack_json(given)
    if isinstance(given, str):
        return _pieces(given, counts)[:_MOST_ENTRIES]
    if not isinstance(given, (list, tuple)):
        raise WrongValue(f"{show(given)} is {kind_of(given)}; key features are a list of texts, or one text")
    features = [clean_line(_words(feature, 1), "feature", counts) for feature in given[:_MOST_ENTRIES]]
    return [feature for feature in features if feature]


def read_specifications(given: Any, counts: Counter[str]) -> dict[str, str]:
    """Name to value, from an object, a list of {name, value} or text such as "Size: 50 ml; Skin type: dry"."""
    given = unpack_json(given)
    if isinstance(given, str):
        named = _named_pieces(_pieces(given, counts))
    elif isinstance(given, Mapping):
        named = _flattened(given, 1)
    elif isinstance(given, (list, tuple)):
        named = (pair for entry in given for pair in _pair_in(entry))
    else:
        raise WrongValue(f"{show(given)} is {kind_of(given)}; specifications are an object, a list or a text")
    specifications: dict[str, str] = {}
    for name, value in named:
        name, value = clean_line(name, "specification", counts), clean_line(value, "specification", counts)
        if not name or not value:
            continue
        held = specifications.get(name)
        specifications[name] = value if held is None or held == value else f"{held}, {value}"
        if len(specifications) >= _MOST_ENTRIES:
            break
    return specifications


def unpack_json(given: Any) -> Any:
    """A list or object that a table holds as JSON text, as itself; anything else as it came."""
    if isinstance(given, str) and given.lstrip()[:1] in ("[", "{"):
        try:
            return json.loads(given, parse_float=str)
        except (ValueError, RecursionError):
            return given
    return given


def _pieces(text: str, counts: Counter[str]) -> list[str]:
    """The parts of a text that lists things, without bullets and numbers in front."""
    parts = _BREAKS.split(clean_paragraphs(text, "description", counts))
    pieces = (clean_line(_LIST_MARK.sub("", part.strip()), "feature", counts) for part in parts)
    return [piece for piece in pieces if piece]


def _named_pieces(pieces: list[str]) -> Iterator[tuple[str, str]]:
    """Each "name: value"; a piece without a colon continues the value before it."""
    name = _UNNAMED
    for piece in pieces:
        before, colon, after = piece.partition(":")
        if colon and before.strip():
            name = before
            yield before, after
        else:
            yield name, piece


def _flattened(given: Mapping[Any, Any], depth: int) -> Iterator[tuple[str, str]]:
    """Names and values; groups such as {"General": {…}} are opened."""
    if depth > _DEEPEST:
        raise WrongValue("specifications are nested too deeply; give names and values")
    for name, value in given.items():
        if isinstance(value, Mapping):
            yield from _flattened(value, depth + 1)
        elif value is not None:
            yield str(name), _words(value, depth)


def _pair_in(entry: Any) -> Iterator[tuple[str, str]]:
    """The name and value of one entry of a list."""
    if isinstance(entry, str):
        yield from _named_pieces([entry])
    elif isinstance(entry, (list, tuple)) and len(entry) == 2 and isinstance(entry[0], str):
        yield entry[0], _words(entry[1], 1)
    elif isinstance(entry, Mapping):
        name = next((entry[key] for key in _NAME_KEYS if isinstance(entry.get(key), str)), None)
        value = next((entry[key] for key in _VALUE_KEYS if entry.get(key) is not None), None)
        if name is not None and value is not None:
            yield name, _words(value, 1)
        elif name is None:
            yield from _flattened(entry, 1)
    else:
        raise WrongValue(f"{show(entry)} is not a specification; write {{'name': …, 'value': …}}")


def _words(value: Any, depth: int) -> str:
    """A value as text."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if is_number(value):
        return str(value)
    if isinstance(value, (list, tuple)) and depth <= _DEEPEST:
        return ", ".join(_words(part, depth + 1) for part in value if part is not None)
    raise WrongValue(f"{show(value)} is {kind_of(value)}; write it as text")
