"""Gists: what a remark says of the product, in the third person: "the lid opens too easily".

Two small networks write each one together, word by word. They copy the words of the remark and of what stands around
it, in another form where that is needed ("begins" for "begin"), and put a few hundred common words between them; they
can write nothing else. Or they say that there is nothing to retell. They look at what a larger network makes of the
review (`triptych.english.questions`), and were taught by 12,500 remarks that readers retold or refused
(`training/gists.py`).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from math import prod
from string import ascii_lowercase
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from triptych.aspects.quotations import Remark
from triptych.english.questions import Numbers, shares_of
from triptych.english.words import (
    closed_words,
    denies,
    kinds_of,
    lemma_of,
    open_words,
    singular,
    third_person,
    word_set,
)

WORD = re.compile(r"\d+(?:[.,]\d+)+|[^\W_]+(?:['’][^\W_]+)?|[^\w\s]")
BEFORE, AFTER = 30, 10
"""Words around a remark that are looked at."""
KINDS = "NPVDGJRBMXSTIACWO0."
WIDTH, HEADS, DEEP = 192, 6, 2
"""Numbers of a vector, heads of a layer, and layers that write."""
CLUES = len(KINDS) + 3 + 3 + 4
FORMS = 5
"""A word as it is, said of one, plain, of one thing, and spelt right."""
LONGEST = 18
END, NOTHING, OF = ".", "-", "|"
"""What ends a gist, what stands alone where there is none, and what stands between its subject and the rest."""
_TOGETHER = 64
_LONGEST_SUBJECT, _LONGEST_REST = 5, 13
_SHORT, _SMALL, _FAR = 4, np.float32(1e-6), np.float32(-1e9)
_SPEAKERS = word_set(
    "i i'm im i've ive i'd i'll me my mine myself we we're we've our ours us you your yours you're u ur"
)
_SPEAKERS |= word_set("it's that's there's")
"""Words of who speaks or is spoken to, which are never copied."""


_CONTENT = "NPVDGJ0"
_FILLERS = word_set("really very way super pretty")
_BOUND = word_set("at without against off under until after before only me us you u")
"""Words that a gist need not keep, and small ones that it must: "at a wrong angle", "saves me"."""


class Gist(NamedTuple):
    """What a remark says: of what, and what of it."""

    subject: str
    """ "it" for the product."""
    predicate: str
    chance: float
    """How likely the network finds just these words."""


class Window(NamedTuple):
    """A remark among the words around it."""

    text: str
    words: list[tuple[int, int]]
    """Where each begins and ends."""
    first: int
    """Which is the first of the remark."""
    last: int
    forms: list[tuple[str, ...]]
    """Each word in all its forms; empty where it has none."""
    rows: Numbers
    """What is known of each word."""


def gists_of(remarks: Sequence[Remark]) -> list[Gist | None]:
    """What each remark says, in order; None where there is nothing to retell."""
    windows = [window_of(each) for each in remarks]
    found: list[Gist | None] = []
    for first in range(0, len(windows), _TOGETHER):
        some = windows[first : first + _TOGETHER]
        found += [_gist(window, told) for window, told in zip(some, written(some), strict=True)]
    return found


def window_of(remark: Remark) -> Window:
    """The words of a remark and around it, with what is known of each."""
    pieces, text, made = remark.part.pieces, remark.text, remark.made
    begin, stop = pieces[0].start, pieces[-1].end
    words = [match.span() for match in WORD.finditer(text, begin, stop)]
    inside = [n for n, (start, end) in enumerate(words) if start < remark.end and end > remark.start] or [0]
    low, high = max(0, inside[0] - BEFORE), min(len(words), inside[-1] + AFTER + 1)
    words = words[low:high]
    first, last = inside[0] - low, inside[-1] - low
    starts = np.array([piece.start for piece in pieces])
    rows = np.zeros((len(words), made.shape[1] + CLUES), dtype=np.float32)
    is_shouted = text.isupper()
    forms = []
    for n, (start, end) in enumerate(words):
        one, other = np.searchsorted(starts, (start, end))
        one = max(0, min(one, len(starts) - 1))
        rows[n, : made.shape[1]] = made[1 + one : 1 + max(other, one + 1)].mean(axis=0)
        word = text[start:end]
        kind = KINDS.find(kinds_of(word.lower())[:1] or "N") if word[0].isalnum() else len(KINDS) - 1
        rows[n, made.shape[1] + max(kind, 0)] = 1
        place = 0 if n < first else 1 if n <= last else 2
        rows[n, made.shape[1] + len(KINDS) + place] = 1
        rows[n, made.shape[1] + len(KINDS) + 3 + (remark.direction == "-")] = 1
        away = n - first if n < first else n - last if n > last else 0
        rows[n, -4:] = (away / 10, word[0].isupper(), n == first, n == last)
        is_first = n == 0 or text[words[n - 1][0]] in ".!?"
        forms.append(forms_of(word, keeps_capitals=not (is_first or is_shouted)))
    return Window(text, words, first, last, forms, rows)


def forms_of(word: str, *, keeps_capitals: bool = True) -> tuple[str, ...]:
    """All forms of a word; an empty one where it has none that differs."""
    low = word.lower().replace("’", "'")
    if low in _SPEAKERS or not word[0].isalnum():
        return ("",) * FORMS if low in _SPEAKERS or word not in "-/%&" else (word, *("",) * (FORMS - 1))
    is_name = (
        keeps_capitals and word[0].isupper() and (low not in open_words() or (word.isupper() and len(word) <= _SHORT))
    )
    is_name = is_name and low not in closed_words()
    own = word if is_name or not low.isalpha() else low
    kinds = kinds_of(low)
    as_verb = next((kind for kind in kinds if kind in "VDG"), "")
    verb = lemma_of(low, as_verb) if as_verb and low.isalpha() else ""
    verb = verb if verb in open_words() or verb.removesuffix("e") not in open_words() else verb.removesuffix("e")
    found = [own, third_person(verb) if verb else "", verb, singular(low) if "N" in kinds else "", corrected(low) or ""]
    return tuple(each if each and each not in found[:n] else "" for n, each in enumerate(found))


@lru_cache(maxsize=20_000)
def corrected(word: str) -> str | None:
    """The one known word that a letter more, less, or another makes of an unknown one."""
    known = open_words()
    if len(word) <= _SHORT or not word.isascii() or not word.isalpha() or word in known or word in closed_words():
        return None
    if len(kinds := {each for each in _near(word) if each in known}) == 1:
        return kinds.pop()
    return None


def _near(word: str) -> Iterator[str]:
    for n in range(len(word) + 1):
        head, tail = word[:n], word[n:]
        yield from (f"{head}{letter}{tail}" for letter in ascii_lowercase)
        if tail:
            yield head + tail[1:]
            yield from (f"{head}{letter}{tail[1:]}" for letter in ascii_lowercase)
        if len(tail) > 1:
            yield f"{head}{tail[1]}{tail[0]}{tail[2:]}"


def written(windows: Sequence[Window]) -> list[tuple[list[int], list[float]]]:
    """What the networks write of each, always the word next that is likeliest by both, and how likely each was."""
    common, many = common_words(), len(windows)
    long = max(len(window.words) for window in windows)
    rows = np.zeros((many, long, windows[0].rows.shape[1]), dtype=np.float32)
    is_there, may = np.zeros((many, long), dtype=bool), np.zeros((many, long, FORMS), dtype=bool)
    for n, window in enumerate(windows):
        total = len(window.words)
        rows[n, :total], is_there[n, :total] = window.rows, True
        may[n, :total] = np.array([[bool(form) for form in forms] for forms in window.forms])
    networks = [_Network(weights, rows, is_there, may) for weights in stored()]
    chosen: list[list[int]] = [[] for _ in windows]
    chances: list[list[float]] = [[] for _ in windows]
    is_done = np.zeros(many, dtype=bool)
    for step in range(LONGEST):
        shares = np.mean([network.shares(step) for network in networks], axis=0)
        best = shares.argmax(axis=1)
        for n, place in enumerate(best):
            if not is_done[n]:
                chosen[n].append(int(place))
                chances[n].append(float(shares[n, place]))
                is_done[n] = place < len(common) and common[place] in (END, NOTHING)
        if is_done.all():
            break
        for network in networks:
            network.feed(best)
    return list(zip(chosen, chances, strict=True))


def _gist(window: Window, told: tuple[Sequence[int], Sequence[float]]) -> Gist | None:
    """The words that were chosen, as a clause; None for none, and where that leaves out or denies something."""
    places, chances = told
    common, said, last = common_words(), "", -2
    for place in places[:-1]:
        if place < len(common):
            said, last = f"{said} {common[place]}", -2
            continue
        at, form = divmod(place - len(common), FORMS)
        is_next = at == last + 1 and window.words[at][0] == window.words[last][1]
        said, last = f"{said}{'' if is_next else ' '}{window.forms[at][form]}", at
    subject, _, predicate = (part.strip() for part in said.partition(OF))
    lengths = len(subject.split()), len(predicate.split())
    if not 1 <= lengths[0] <= _LONGEST_SUBJECT or not 1 <= lengths[1] <= _LONGEST_REST or OF in predicate:
        return None
    start, end = window.words[window.first][0], window.words[window.last][1]
    copied = {(place - len(common)) // FORMS for place in places if place >= len(common)}
    is_whole = all(n in copied or not _tells(window, n) for n in range(window.first, window.last + 1))
    if not is_whole or _denials(window.text[start:end]) != _denials(said):
        return None
    return Gist(subject, predicate, prod(chances))


def _tells(window: Window, place: int) -> bool:
    """True for a word of the remark that says something of its own."""
    start, end = window.words[place]
    word = window.text[start:end].lower()
    is_content = word[0].isalnum() and kinds_of(word)[:1] in _CONTENT and word not in _FILLERS
    return is_content or word in _BOUND


def _denials(text: str) -> bool:
    return any(map(denies, re.findall(r"[a-z']+", text.lower().replace("’", "'"))))


# The networks


@cache
def stored() -> tuple[Mapping[str, Numbers], ...]:
    """The weights of each network by name."""
    with files("triptych.aspects").joinpath("learnt/gists.npz").open("rb") as file, np.load(file) as found:
        names = [name for name in found.files if name != "words"]
        many = found[names[0]].shape[0]
        return tuple({name: found[name][n].astype(np.float32) for name in names} for n in range(many))


@cache
def common_words() -> tuple[str, ...]:
    """What can be written without being copied."""
    with files("triptych.aspects").joinpath("learnt/gists.npz").open("rb") as file, np.load(file) as found:
        return tuple(str(found["words"]).split("\n"))


class _Network:
    """One network that writes of some remarks at once, word after word."""

    def __init__(
        self, weights: Mapping[str, Numbers], rows: Numbers, is_there: NDArray[np.bool_], may: NDArray[np.bool_]
    ) -> None:
        self._weights, self._is_there = weights, is_there
        self._held = self._dressed(rows)
        self._kept = [self._split(self._held, f"other hold {layer}") for layer in range(DEEP)]
        self._keys, self._forms = self._made(self._held, "copied"), self._made(self._held, "form of word")
        self._barred = np.where(may, np.float32(0), _FAR).reshape(len(rows), -1)
        self._own: list[list[tuple[Numbers, Numbers]]] = [[] for _ in range(DEEP)]
        self._fed: Numbers = np.broadcast_to(weights["begin"], (len(rows), WIDTH))

    def shares(self, step: int) -> Numbers:
        """How likely each word is next: the common ones, then each of the remark's in each form."""
        value = self._fed + self._weights["steps"][step]
        for layer in range(DEEP):
            value = self._next(value, layer)
        value = self._normed(value, "last")
        copied = np.einsum("bd,bnd->bn", self._made(value, "copy"), self._keys)[:, :, None] / np.float32(np.sqrt(WIDTH))
        copied = copied + self._forms + self._made(value, "form")[:, None]
        plain = value @ self._weights["common"].T + self._weights["common bias"]
        return shares_of(np.concatenate([plain, copied.reshape(len(value), -1) + self._barred], axis=1))

    def feed(self, places: NDArray[np.int64]) -> None:
        """Go on behind the words that were chosen."""
        many = len(self._weights["common"])
        at, form = np.divmod(np.maximum(places - many, 0), FORMS)
        copied = self._made(self._held[np.arange(len(places)), at], "again") + self._weights["form written"][form]
        plain = self._weights["written"][np.minimum(places, many - 1)]
        self._fed = np.where((places < many)[:, None], plain, copied)

    def _dressed(self, rows: Numbers) -> Numbers:
        """What the reading layer makes of the words."""
        value = self._made(rows, "in")
        seen = self._normed(value, "reading look")
        looked = self._looked(
            self._made(seen, "reading ask"), self._split(seen, "reading hold"), self._is_there, "reading join"
        )
        return self._normed(self._widened(value + looked, "reading"), "read")

    def _next(self, value: Numbers, layer: int) -> Numbers:
        """What a writing layer makes of the last word: it looks at those before and at the remark."""
        seen, own = self._normed(value, f"own look {layer}"), self._own[layer]
        own.append(self._split(seen[:, None], f"own hold {layer}"))
        before = (np.concatenate([key for key, _ in own], axis=1), np.concatenate([held for _, held in own], axis=1))
        everywhere = np.ones(before[0].shape[:2], dtype=bool)
        asked = self._made(seen, f"own ask {layer}")[:, None]
        value = value + self._looked(asked, before, everywhere, f"own join {layer}")[:, 0]
        asked = self._made(self._normed(value, f"other look {layer}"), f"other ask {layer}")[:, None]
        value = value + self._looked(asked, self._kept[layer], self._is_there, f"other join {layer}")[:, 0]
        return self._widened(value, f"{layer}")

    def _looked(self, asked: Numbers, held: tuple[Numbers, Numbers], is_there: NDArray[np.bool_], name: str) -> Numbers:
        ask, key, hold = map(_by_head, (asked, *held))
        odds = ask @ key.transpose(0, 1, 3, 2) / np.float32(np.sqrt(WIDTH // HEADS))
        shares = shares_of(np.where(is_there[:, None, None, :], odds, _FAR))
        gathered: Numbers = (shares @ hold).transpose(0, 2, 1, 3).reshape(asked.shape)
        return self._made(gathered, name)

    def _widened(self, value: Numbers, name: str) -> Numbers:
        inner = np.maximum(self._made(self._normed(value, f"widen look {name}"), f"widen {name}"), 0)
        made: Numbers = value + self._made(inner, f"narrow {name}")
        return made

    def _split(self, values: Numbers, name: str) -> tuple[Numbers, Numbers]:
        key, hold = np.split(self._made(values, name), 2, axis=-1)
        return key, hold

    def _made(self, values: Numbers, name: str) -> Numbers:
        made: Numbers = values @ self._weights[name] + self._weights[f"{name} bias"]
        return made

    def _normed(self, values: Numbers, name: str) -> Numbers:
        values = values - values.mean(axis=-1, keepdims=True)
        made: Numbers = values / np.sqrt((values * values).mean(axis=-1, keepdims=True) + _SMALL)
        return made * self._weights[f"{name} gain"] + self._weights[f"{name} bias"]


def _by_head(values: Numbers) -> Numbers:
    return values.reshape(*values.shape[:2], HEADS, WIDTH // HEADS).transpose(0, 2, 1, 3)
