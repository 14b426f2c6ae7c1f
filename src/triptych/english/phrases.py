"""Turns of phrase and where they stand in a sentence."""

from dataclasses import dataclass, field
from typing import Generic, TypeVar

from triptych.english.words import denies

Meaning = TypeVar("Meaning")
_GAP = "*"
_LONGEST_GAP = 3

Found = tuple[int, int, Meaning]
"""Where a phrase stands, its first word and one past the last, and what it means."""
Rest = tuple[frozenset[str], ...]
"""For each place the words that may stand there; none for a gap."""


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
        elif not rest[0]:
            self.after_gap.append((tuple(rest[1:]), meaning))
        else:
            for second in rest[0]:
                self.by_second.setdefault(second, []).append((tuple(rest[1:]), meaning))

    def find(self, words: list[str], lemmas: list[str], first: int, found: list[Found[Meaning]]) -> None:
        """Add each of the phrases whose first word stands here."""
        at = first + 1
        if self.alone:
            found += [(first, at, meaning) for meaning in self.alone]
        if at == len(words):
            return
        word, lemma, by_second = words[at], lemmas[at], self.by_second
        entries = by_second.get(word, ())
        if lemma != word and lemma in by_second:
            entries = [*entries, *by_second[lemma]]
        for rest, meaning in entries:
            if end := _match(rest, words, lemmas, at + 1):
                found.append((first, end, meaning))
        if self.after_gap:
            behind = at + _LONGEST_GAP + 1
            near = {*words[at:behind], *lemmas[at:behind]}
            for rest, meaning in self.after_gap:
                if not rest[0].isdisjoint(near) and (end := _match_after_gap(rest, words, lemmas, at)):
                    found.append((first, end, meaning))


@dataclass(frozen=True, slots=True)
class PhraseBook(Generic[Meaning]):
    """Phrases by their first word, each with what it means."""

    by_first: dict[str, _Continued[Meaning]] = field(default_factory=dict)

    def add(self, phrase: str, meaning: Meaning) -> None:
        """Take in one phrase: "a|b" is either word, "*" up to three words, which others follow."""
        words = [frozenset(word.split("|")) if word != _GAP else frozenset[str]() for word in phrase.split()]
        for first in sorted(words[0]):
            self.by_first.setdefault(first, _Continued()).add(words[1:], meaning)

    def found_in(self, words: list[str], lemmas: list[str]) -> list[Found[Meaning]]:
        """Each phrase of the sentence, in the order of their first words."""
        by_first = self.by_first
        found: list[Found[Meaning]] = []
        for i, word in enumerate(words):
            lemma = lemmas[i]
            if word in by_first:
                by_first[word].find(words, lemmas, i, found)
            if lemma != word and lemma in by_first:
                by_first[lemma].find(words, lemmas, i, found)
        return found


def _match(rest: Rest, words: list[str], lemmas: list[str], at: int) -> int:
    """One past the last word when the rest of a phrase stands here, else 0."""
    for wanted in rest:
        if at == len(words):
            return 0
        if words[at] in wanted or lemmas[at] in wanted:
            at += 1
        elif not wanted:
            return _match_after_gap(rest[rest.index(wanted) + 1 :], words, lemmas, at)
        else:
            return 0
    return at


def _match_after_gap(rest: Rest, words: list[str], lemmas: list[str], at: int) -> int:
    wanted = rest[0]
    for here in range(at, min(at + _LONGEST_GAP + 1, len(words))):
        word = words[here]
        if (word in wanted or lemmas[here] in wanted) and (end := _match(rest, words, lemmas, here)):
            return end
        # "woke up without pain" is not "woke up ... pain"
        if denies(word) or word in (".", ";"):
            return 0
    return 0
