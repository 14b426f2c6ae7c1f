"""Where one remark of a sentence ends and the next begins: parts that say one thing in one direction.

Clauses are cut further than grammar does it: at list marks where both sides say something, and, in runs of words
without any mark, before a new subject or a new quality.
"""

from collections.abc import Iterator
from typing import NamedTuple

from triptych.english.clauses import CONTRAST
from triptych.english.sentences import Sentence
from triptych.english.words import word_set

_TELLING = frozenset("JVDGBMX")
"""Kinds of word that say something of a thing."""
_ENDING = frozenset((":", "-", "–", "—", "(", ")", ".", "...", "…", "!", "*", ";"))
_LISTING = frozenset((",", "/", "+", "&", "and", "or", "plus", "also"))
_LONG = 12
"""A part with more words than this and no mark in it is a run-on."""
_SHORT = 3
_OPENERS = word_set("that which as than if when so because")
_BOUND = word_set("all half so just only even much many more few other same own")
_APPENDED = word_set(
    "which that because since so as where who if when while unless until after before once with without"
)
_EMOJI = 0x2FFF


class RemarkCut(NamedTuple):
    """A remark as positions in its sentence, without the marks and link words around it."""

    start: int
    end: int
    is_turn: bool
    """True behind "but" and its like."""
    leans_on_last: bool
    """True for what cannot be read without the part before: "which I like", "and sturdy"."""


def parts_of(sentence: Sentence, clauses: list[int]) -> Iterator[RemarkCut]:
    """The remarks of a sentence, in order; `clauses` numbers the clause of each word."""
    words, kinds = sentence.words, sentence.kinds
    starts = _cuts(words, kinds, clauses)
    for first, last in zip(starts, [*starts, len(words)][1:], strict=True):
        start, end, is_turn = first, last, False
        while start < end and (_is_mark(words, kinds, start) or kinds[start] == "C" or words[start] in CONTRAST):
            is_turn |= words[start] in CONTRAST
            start += 1
        while end > start and _is_mark(words, kinds, end - 1):
            end -= 1
        if start < end:
            yield RemarkCut(start, end, is_turn, not is_turn and start > 0 and _leans(words, kinds, start, end))


def _is_mark(words: list[str], kinds: list[str], at: int) -> bool:
    """True for punctuation; emoji say something."""
    return kinds[at] == "." and ord(words[at][0]) <= _EMOJI


def _leans(words: list[str], kinds: list[str], start: int, end: int) -> bool:
    """True for a part that a link word opens, or that has no subject of its own before its verb or quality."""
    if words[start] in _APPENDED:
        return True
    before = kinds[start:end]
    telling = next((n for n, kind in enumerate(before) if kind in _TELLING), len(before))
    return not any(kind in "SNPO" for kind in before[:telling]) and not any(kind in "NP" for kind in before[telling:])


def _cuts(words: list[str], kinds: list[str], clauses: list[int]) -> list[int]:
    """Where parts begin."""
    marks = [
        i
        for i in range(1, len(words))
        if clauses[i] != clauses[i - 1] or (i < len(words) - 1 and (words[i] in _LISTING or words[i] in _ENDING))
    ]
    kept = [0]
    for i, following in zip(marks, [*marks, len(words)][1:], strict=True):
        if _is_cut(words, kinds, kept[-1], i, following):
            kept.append(i)
    found: list[int] = []
    for start, end in zip(kept, [*kept, len(words)][1:], strict=True):
        found.append(start)
        if end - start > _LONG:
            found += _run_on_cuts(words, kinds, start, end)
    return found


def _is_cut(words: list[str], kinds: list[str], start: int, at: int, end: int) -> bool:
    """True where the words before and behind a mark or link are remarks of their own."""
    if words[at] in _ENDING or words[at] in CONTRAST:
        return True
    if words[at] == "that" and kinds[at - 1] in "VB":
        return False
    if _TELLING.isdisjoint(kinds[start:at]) or _TELLING.isdisjoint(kinds[at:end]):
        return False
    return words[at] not in ("and", "or", "&") or not _is_joint(kinds, at, end)


def _is_joint(kinds: list[str], at: int, end: int) -> bool:
    """True between two qualities of one noun ("a nice and soft bottle") or two deeds ("wash and dry")."""
    behind = kinds[at + 1 : min(at + 3, end)]
    return (kinds[at - 1] == "J" and behind[:1] == ["J"] and behind[1:] in (["N"], ["P"])) or (
        kinds[at - 1] in "VG" and behind[:1] in (["V"], ["G"])
    )


def _run_on_cuts(words: list[str], kinds: list[str], start: int, end: int) -> list[int]:
    """Where new remarks begin in words without marks: "quality is poor | the edges are sharp | easy to move"."""
    found: list[int] = []
    for i in range(start + _SHORT, end - 1):
        is_enough = i - start >= _SHORT and not _TELLING.isdisjoint(kinds[start:i])
        if is_enough and _begins_anew(words, kinds, start, i, end):
            found.append(i)
            start = i
    return found


def _begins_anew(words: list[str], kinds: list[str], start: int, i: int, end: int) -> bool:
    kind, before, behind = kinds[i], kinds[i - 1], kinds[i + 1]
    if words[i - 1] in _BOUND:
        return False
    if kind == "S":
        return before in "NPJROE0" and words[i - 1] not in _OPENERS
    if kind == "T":
        is_subject = not frozenset("BVDMXJ").isdisjoint(kinds[i + 2 : min(i + 5, end)])
        return before in "JNPRE0" and words[i] not in ("all", "both", "no", "a", "an") and is_subject
    if kind in "JR":
        return before in "NP" and "J" in kinds[start:i] and (behind in "NPAI" or (kind == "R" and behind == "J"))
    return kind == "N" and before in "JO" and behind in "BX" and not frozenset("BVD").isdisjoint(kinds[start : i - 1])
