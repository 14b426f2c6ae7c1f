"""Text as a careless reader sees it: every disguise of a letter or a bracket becomes the plain one.

A forged tag can be spelt with Cyrillic letters, fullwidth brackets, HTML entities or zero-width characters between its
letters. Folded text has none of that: only letters, digits and the marks `< > [ ] | / # :` are left, each of them one
plain character, so that one pattern finds every spelling. What looks like what is in `lookalikes.txt`.
"""

import html
import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

_BLANK_LETTERS = "\u115f\u1160\u3164\uffa0"

# What NFKD makes an opening mark of, or of what looks like one.
_DECOMPOSED = "≮﹤＜﹇［﹟＃⊀⋪\u2329︗︹︻︽︿﹝🄪🉀🉁🉂🉃🉄🉅🉆🉇🉈︘︺︼﹁﹂﹃﹄﹈﹞］｢｣"
_ENCODED = re.compile(
    r"&(?:(?:amp|\#0{0,4}38|\#x0{0,4}26);)*"  # "&amp;lt;" hides "&lt;", any number of times over
    r"(\#\d{1,7};?|\#x[0-9a-f]{1,6};?|[lg]t;?|[a-z][a-z0-9]{1,30};)"
    r"|%(?:25){0,4}[0-7][0-9a-f]"  # "%255B" hides "%5B"
    r"|\\u(?:0000)?00[0-7][0-9a-f]|\\[ux]\{0{0,6}[0-7][0-9a-f]\}|\\x[0-7][0-9a-f]|\\[01][0-7]{2}",
    re.IGNORECASE,
)
# By what they begin with, which most text lacks and `in` finds at once.
_MAY_BE_ENCODED = {"&": re.compile(r"&[#a-zA-Z]"), "%": re.compile(r"%[2-7]"), "\\": re.compile(r"\\[uUxX01]")}
_MOST_LEVELS = 3
_ASCII = bytes(range(128))


@cache
def _lookalikes() -> dict[str, str]:
    """The plain character, or two of them, that each odd one looks like."""
    listed = files("triptych.calls").joinpath("lookalikes.txt").read_text(encoding="utf-8")
    plain = {odd: plain for plain, odds in map(str.split, listed.splitlines()) for odd in odds}
    # White on black and regional-indicator letters, which Unicode does not decompose.
    return plain | {chr(first + n): chr(ord("a") + n) for first in (0x1F150, 0x1F170, 0x1F1E6) for n in range(26)}


@cache
def _openers() -> frozenset[str]:
    return frozenset(odd for odd, plain in _lookalikes().items() if plain[0] in "<[]#") | frozenset(_DECOMPOSED)


class _Folds(dict[int, str]):
    """Code point to what it folds to, worked out when first met."""

    def __missing__(self, point: int) -> str:
        plain = _lookalikes()
        parts = unicodedata.normalize("NFKD", chr(point)).casefold()
        kept = {part: part if part.isalnum() and part not in _BLANK_LETTERS else "" for part in parts}
        self[point] = plain.get(chr(point), "".join(plain.get(part, kept[part]) for part in parts))
        return self[point]


_FOLDS = _Folds()


def is_suspect(text: str) -> bool:
    """True where a text has a character that a forgery could begin with."""
    if "<" in text or "[" in text or "]" in text or "#" in text:
        return True
    if any(start in text and encoded.search(text) for start, encoded in _MAY_BE_ENCODED.items()):
        return True
    # Only the few characters that are not ASCII are looked at, told apart as bytes: far quicker than a pattern.
    odd = b"" if text.isascii() else text.encode("utf-8", "surrogatepass").translate(None, _ASCII)
    return not _openers().isdisjoint(odd.decode("utf-8", "surrogatepass"))


def fold(text: str) -> str:
    """The folded text alone."""
    return fold_with_spans(text)[0]


def fold_with_spans(text: str) -> tuple[str, list[tuple[int, int]]]:
    """The folded text, and for each of its characters the place it came from."""
    places = [(place, place + 1) for place in range(len(text))]
    for _ in range(_MOST_LEVELS):
        if not _ENCODED.search(text):
            break
        pieces = list(_pieces(text))
        decoded = "".join(piece for _, _, piece in pieces)
        # An encoded character comes from where its first letter began to where its last one ended.
        places = [(places[start][0], places[end - 1][1]) for start, end, piece in pieces for _ in piece]
        text = decoded
    plain = [letter.translate(_FOLDS) for letter in text]
    spans = [place for place, folded in zip(places, plain, strict=True) for _ in folded]
    return "".join(plain), spans


def _pieces(text: str) -> Iterator[tuple[int, int, str]]:
    """The characters of a text, an encoded one taken whole and decoded."""
    position = 0
    for encoded in _ENCODED.finditer(text):
        decoded = _decode(encoded)
        if decoded == encoded[0]:
            continue
        yield from ((place, place + 1, text[place]) for place in range(position, encoded.start()))
        yield encoded.start(), encoded.end(), decoded
        position = encoded.end()
    yield from ((place, place + 1, text[place]) for place in range(position, len(text)))


def _decode(encoded: re.Match[str]) -> str:
    """The character that an encoded one means; the text as it is where it means none."""
    whole = encoded[0]
    if whole[0] == "\\" and whole[1].isdigit():
        return chr(int(whole[1:], 8))
    if whole[0] in "%\\":
        return chr(int(whole.rstrip("}")[-2:], 16))
    return html.unescape(f"&{encoded[1]}")
