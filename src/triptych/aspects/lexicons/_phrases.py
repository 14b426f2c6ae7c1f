"""Turns of phrase and where they stand in a sentence."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Meaning = TypeVar("Meaning")
_GAP = "*"
_NEVER_IN_A_GAP = frozenset(("not", "no", "never", "without", "nothing", "zero", ".", ";"))
_LONGEST_GAP = 3


@dataclass(frozen=True, slots=True)
class PhraseBook(Generic[Meaning]):
    """Phrases by their first word, each with what it means."""

    by_first: dict[str, list[tuple[tuple[frozenset[str], ...], Meaning]]] = field(default_factory=dict)

    def add(self, phrase: str, meaning: Meaning) -> None:
        """Take in one phrase: "a|b" is either word, "*" up to three words."""
        words = [frozenset(word.split("|")) for word in phrase.split()]
        for first in words[0]:
            self.by_first.setdefault(first, []).append((tuple(words[1:]), meaning))

    def found_in(self, words: list[str], lemmas: list[str]) -> Iterator[tuple[int, int, Meaning]]:
        """Each phrase of the sentence: first word, one past the last, and what it means."""
        by_first = self.by_first
        for i, (word, lemma) in enumerate(zip(words, lemmas, strict=True)):
            entries = by_first.get(word)
            if lemma != word and lemma in by_first:
                entries = [*(entries or ()), *by_first[lemma]]
            if not entries:
                continue
            for rest, meaning in entries:
                end = _match(rest, words, lemmas, i + 1) if rest else i + 1
                if end:
                    yield i, end, meaning


def _match(rest: tuple[frozenset[str], ...], words: list[str], lemmas: list[str], at: int) -> int:
    """One past the last word when the rest of a phrase stands here, else 0."""
    if not rest:
        return at
    if at >= len(words):
        return 0
    wanted = rest[0]
    if _GAP in wanted:
        for skip in range(_LONGEST_GAP + 1):
            end = _match(rest[1:], words, lemmas, at + skip)
            if end:
                return end
            # "woke up without pain" is not "woke up ... pain"
            if at + skip >= len(words) or words[at + skip] in _NEVER_IN_A_GAP or words[at + skip].endswith("n't"):
                return 0
        return 0
    if words[at] in wanted or lemmas[at] in wanted:
        return _match(rest[1:], words, lemmas, at + 1)
    return 0
