"""Turns of phrase and where they stand in a sentence."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Meaning = TypeVar("Meaning")
_GAP = "*"
_NEVER_IN_A_GAP = frozenset(("not", "no", "never", "without", "nothing", "zero", ".", ";"))
_LONGEST_GAP = 3


Rest = tuple[frozenset[str], ...]


@dataclass(slots=True)
class _Continued(Generic[Meaning]):
    """The phrases that begin with one word, told apart by their second."""

    alone: list[Meaning] = field(default_factory=list)
    by_second: dict[str, list[tuple[Rest, Meaning]]] = field(default_factory=dict)
    after_gap: list[tuple[Rest, Meaning]] = field(default_factory=list)

    def add(self, rest: list[frozenset[str]], meaning: Meaning) -> None:
        """Take in what follows the first word."""
        if not rest:
            self.alone.append(meaning)
        elif _GAP in rest[0]:
            self.after_gap.append((tuple(rest), meaning))
        else:
            for second in rest[0]:
                self.by_second.setdefault(second, []).append((tuple(rest[1:]), meaning))

    def found_at(self, words: list[str], lemmas: list[str], at: int) -> list[tuple[int, Meaning]]:
        """Each of the phrases whose second word may stand here: one past its last word, and what it means."""
        found = [(at, meaning) for meaning in self.alone] if self.alone else []
        if at < len(words):
            by_second = self.by_second
            word, lemma = words[at], lemmas[at]
            entries = by_second.get(word, ())
            if lemma != word and lemma in by_second:
                entries = [*entries, *by_second[lemma]]
            for rest, meaning in entries:
                end = _match(rest, words, lemmas, at + 1) if rest else at + 1
                if end:
                    found.append((end, meaning))
        for rest, meaning in self.after_gap:
            if end := _match(rest, words, lemmas, at):
                found.append((end, meaning))
        return found


@dataclass(frozen=True, slots=True)
class PhraseBook(Generic[Meaning]):
    """Phrases by their first word, each with what it means."""

    by_first: dict[str, _Continued[Meaning]] = field(default_factory=dict)

    def add(self, phrase: str, meaning: Meaning) -> None:
        """Take in one phrase: "a|b" is either word, "*" up to three words."""
        words = [frozenset(word.split("|")) for word in phrase.split()]
        for first in sorted(words[0]):
            self.by_first.setdefault(first, _Continued()).add(words[1:], meaning)

    def found_in(self, words: list[str], lemmas: list[str]) -> Iterator[tuple[int, int, Meaning]]:
        """Each phrase of the sentence: first word, one past the last, and what it means."""
        by_first = self.by_first
        for i, word in enumerate(words):
            if word in by_first:
                for end, meaning in by_first[word].found_at(words, lemmas, i + 1):
                    yield i, end, meaning
            lemma = lemmas[i]
            if lemma != word and lemma in by_first:
                for end, meaning in by_first[lemma].found_at(words, lemmas, i + 1):
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
