"""What others wrote, as it is shown: made harmless, with marks, and products by short names.

A short name is what prose calls a product, brand and model: a leading part of its title, unique in its shortlist.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from itertools import count
from typing import Final

_UNSEEN: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]"
)
_ACTIVE: Final = re.compile(r"[<\[]")
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def for_terminal(text: str) -> str:
    """The text with control, bidirectional and other unseen characters shown as escapes; joiners of emoji stay."""
    return _UNSEEN.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def for_markdown(text: str) -> str:
    """The text with nothing in it that becomes HTML, a link or an image."""
    return _ACTIVE.sub(lambda found: "&lt;" if found[0] == "<" else "&#91;", for_terminal(text))


def for_csv(cell: object) -> object:
    """The cell; a text that a spreadsheet would take for a formula with an apostrophe before it."""
    return f"'{cell}" if isinstance(cell, str) and cell.lstrip().startswith(_FORMULA) else cell


Span = tuple[int, int]
MarkedText = tuple[tuple[str, bool], ...]
"""A text piece by piece, True for what is marked."""


def mark(text: str, spans: Iterable[Span], *, whole: int | None = None, around: int = 0) -> MarkedText:
    """The text with some spans marked; one longer than `whole` is cut to what is around the marks."""
    marked = merge(list(spans))
    begin, end = 0, len(text)
    if marked and whole is not None and len(text) > whole:
        begin, end = max(0, marked[0][0] - around), min(len(text), marked[-1][1] + around)
    parts, at = [("… " if begin else "", False)], begin
    for start, stop in marked:
        parts += [(text[at:start], False), (text[start:stop], True)]
        at = stop
    parts += [(text[at:end], False), (" …" if end < len(text) else "", False)]
    return tuple(part for part in parts if part[0])


def merge(spans: Sequence[Span]) -> list[Span]:
    """The same places without overlaps, in order."""
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


_MOST_WORDS = 6
_USUAL_WORDS = 3
_MODEL_WITHIN = 4
"""A number further back than this is more likely a capacity than a model."""

_SEPARATOR = re.compile(r"[-–—|/:;,•·~+&]+")
_EDGES = re.compile(r"^\W+|[^\w+]+$")
_UNIT = (
    r"(?:%|°|g|gm|gms|kg|mg|ml|l|ltr|litres?|liters?|oz|lbs?|w|watts?|kw|v|mm|cm|m|inch(?:es)?|in|[\"”″]|hz|k?hz"
    r"|gb|tb|mb|mah|wh|hours?|hrs?|h|mp|pcs|packs?|years?)\W*"
)
_QUANTITY = re.compile(rf"\W*\d[\d.,x]*-?{_UNIT}", re.IGNORECASE)
_NUMBER = re.compile(r"\d[\d.,]*")
_LONE_UNIT = re.compile(_UNIT, re.IGNORECASE)
_LINKING = frozenset({"with", "for", "and", "by", "in", "from", "featuring", "w/", "of", "to"})
_MODEL_SUFFIXES = frozenset({"pro", "plus", "max", "ultra", "lite", "mini", "fe", "se", "neo", "prime", "air", "go"})


@cache
def _shared_words() -> frozenset[str]:
    """Title words that many brands use: they say what kind of thing it is, not which one (training/title_words.py)."""
    return frozenset(files("triptych.texts").joinpath("title_words.txt").read_text(encoding="utf-8").split())


def short_names(titles: Sequence[str]) -> tuple[str, ...]:
    """One name for each title: its shortest leading part that reads as brand and model and is like no other."""
    split = [title.split() for title in titles]
    lengths = [_brand_and_model(words) for words in split]
    natural = [_join(words, length) for words, length in zip(split, lengths, strict=True)]
    names = natural
    while growing := [
        place
        for place, words in enumerate(split)
        if _is_shared(names[place], names) and lengths[place] < min(len(words), _MOST_WORDS)
    ]:
        for place in growing:
            lengths[place] += 1
        names = [_join(words, length) for words, length in zip(split, lengths, strict=True)]
    return _number([natural[place] if _is_shared(name, names) else name for place, name in enumerate(names)])


def _brand_and_model(words: Sequence[str]) -> int:
    """How many leading words name brand and model: up to a model number, or to where the kind of thing begins."""
    end = min(_end_of_lead(words), len(words))
    model = next((n for n in range(1, end) if re.search(r"\d", words[n])), end)
    if model < end and _is_model(words[model], words[model + 1 : model + 2]) and model <= _MODEL_WITHIN:
        has_suffix = words[model + 1 : model + 2] and words[model + 1].casefold() in _MODEL_SUFFIXES
        if all(not _is_shared_word(word) for word in words[1 : model - 1]) or model <= _USUAL_WORDS:
            return model + 1 + bool(has_suffix and model + 1 < end)
    for place in range(1, min(model, _USUAL_WORDS)):
        is_last = place + 2 >= model
        if _is_shared_word(words[place]) and (is_last or _is_shared_word(words[place + 1])):
            return place
    return max(1, min(model, _USUAL_WORDS))


def _is_shared_word(word: str) -> bool:
    return _EDGES.sub("", word).casefold() in _shared_words() or bool(_QUANTITY.fullmatch(word))


def _end_of_lead(words: Sequence[str]) -> int:
    """Where the first separator, note or linking word ends the leading part."""
    for place, word in enumerate(words[:_MOST_WORDS]):
        if place and (_SEPARATOR.fullmatch(word) or word[0] in "([{|" or word.casefold() in _LINKING):
            return place
        if word[-1] in ",:;|":
            return place + 1
    return _MOST_WORDS


def _is_model(word: str, following: Sequence[str]) -> bool:
    """False for a word with a digit that is a quantity: 340g, 15.6 before inch, but neither 141 nor WH-1000XM5."""
    is_counting = _NUMBER.fullmatch(word) and following and _LONE_UNIT.fullmatch(following[0])
    return not (_QUANTITY.fullmatch(word) or is_counting)


def _join(words: Sequence[str], length: int) -> str:
    """The leading words as a name, without the punctuation that a cut leaves behind."""
    name = " ".join(words[:length])
    if any(name.count(opening) != name.count(closing) for opening, closing in ("()", "[]", "{}")):
        name = re.sub(r"[()\[\]{}]", "", name)
    return name.rstrip(" ,:;|–—-/&+•·~") or " ".join(words[:length]) or "product"


def _is_shared(name: str, names: Sequence[str]) -> bool:
    return sum(other.casefold() == name.casefold() for other in names) > 1


def _number(names: Sequence[str]) -> tuple[str, ...]:
    """The names, with "(1)", "(2)" behind those that are still alike."""
    uses = Counter(name.casefold() for name in names)
    taken = {name for name, times in uses.items() if times == 1}
    numbered = []
    for name in names:
        if uses[name.casefold()] > 1:
            name = next(each for number in count(1) if (each := f"{name} ({number})").casefold() not in taken)
            taken.add(name.casefold())
        numbered.append(name)
    return tuple(numbered)
