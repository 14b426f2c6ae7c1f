"""Short names: what prose calls a product. Brand and model: a leading part of its title, unique in its shortlist."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import count

_MOST_WORDS = 6
_USUAL_WORDS = 3
_MODEL_WITHIN = 4
"""A number further back than this is more likely a capacity than a model."""

_SEPARATOR = re.compile(r"[-–—|/:;,•·~+&]+")
_OPENS_NOTE = re.compile(r"[(\[{|]")
_CLOSES_NAME = re.compile(r"[,:;|]$")
_HAS_DIGIT = re.compile(r"\d")
_UNIT = (
    r"(?:%|°|g|gm|gms|kg|mg|ml|l|ltr|litres?|liters?|oz|lbs?|w|watts?|kw|v|mm|cm|m|inch(?:es)?|in|[\"”″]|hz|k?hz"
    r"|gb|tb|mb|mah|wh|hours?|hrs?|h|mp|pcs|packs?|years?)\W*"
)
_QUANTITY = re.compile(rf"\W*\d[\d.,x]*-?{_UNIT}", re.IGNORECASE)
_NUMBER = re.compile(r"\d[\d.,]*")
_LONE_UNIT = re.compile(_UNIT, re.IGNORECASE)
_LINKING = frozenset({"with", "for", "and", "by", "in", "from", "featuring", "w/", "of", "to"})
_MODEL_SUFFIXES = frozenset({"pro", "plus", "max", "ultra", "lite", "mini", "fe", "se", "neo", "prime", "air", "go"})
# Words that say what kind of thing it is, not which one.
_GENERIC = frozenset(
    {
        *("bluetooth", "wireless", "wired", "true", "tws", "earbuds", "earphones", "headphones", "headset", "noise"),
        *("laptop", "notebook", "gaming", "smartphone", "phone", "mobile", "tablet", "tv", "smart", "thin"),
        *("blender", "mixer", "grinder", "juicer", "electric", "portable", "running", "walking", "shoes", "shoe"),
        *("sneakers", "office", "ergonomic", "chair", "mesh", "high", "men", "men's", "mens", "women", "women's"),
        *("womens", "unisex", "kids", "quiet", "wide", "personal", "everyday", "daily", "lightweight", "ultralight"),
    }
)


def short_names(titles: Sequence[str]) -> tuple[str, ...]:
    """One name for each title: its shortest leading part that reads as brand and model and is like no other."""
    return _short_names(tuple(titles))


# Much that is written, judged or shown of a shortlist asks for its names anew.
@lru_cache(maxsize=256)
def _short_names(titles: tuple[str, ...]) -> tuple[str, ...]:
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
    """How many leading words name brand and model."""
    lead = words[: _end_of_lead(words)]
    for place in range(1, min(len(lead), _MODEL_WITHIN)):
        following = lead[place + 1 : place + 2]
        if _is_model(lead[place], following):
            return place + 1 + (following[:1] != [] and following[0].casefold() in _MODEL_SUFFIXES)
    length = min(len(lead), _USUAL_WORDS)
    while length > 2 and lead[length - 1].casefold() in _GENERIC:
        length -= 1
    return length


def _end_of_lead(words: Sequence[str]) -> int:
    """Where the first separator, note or linking word ends the leading part."""
    for place, word in enumerate(words[:_MOST_WORDS]):
        if place and (_SEPARATOR.fullmatch(word) or _OPENS_NOTE.match(word) or word.casefold() in _LINKING):
            return place
        if _CLOSES_NAME.search(word):
            return place + 1
    return _MOST_WORDS


def _is_model(word: str, following: Sequence[str]) -> bool:
    """True for a word with a digit that is not a quantity: 141, WH-1000XM5, but neither 340g nor 15.6 before inch."""
    if not _HAS_DIGIT.search(word) or _QUANTITY.fullmatch(word):
        return False
    return not (_NUMBER.fullmatch(word) and following and _LONE_UNIT.fullmatch(following[0]))


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
