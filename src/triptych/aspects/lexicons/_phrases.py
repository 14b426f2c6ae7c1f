"""Turns of phrase and where they stand in a sentence."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Meaning = TypeVar("Meaning")
_GAP = "*"
_NEVER_IN_A_GAP = frozenset(("not", "no", "never", "without", "nothing", "zero", ".", ";"))
_LONGEST_GAP = 3


Words = tuple[frozenset[str], ...]


@dataclass(frozen=True, slots=True)
class _Branch(Generic[Meaning]):
    """The phrases that begin with one word, each under its number with what follows that word and what it means."""

    loose: dict[int, tuple[Words, Meaning]] = field(default_factory=dict)
    """Those that end with their first word, or go on with a gap."""
    by_second: dict[str, dict[int, tuple[Words, Meaning]]] = field(default_factory=dict)
    """The others, by every word that may be their second: few go on with the word that stands there."""

    def add(self, number: int, rest: Words, meaning: Meaning) -> None:
        """Take in one phrase."""
        if not rest or _GAP in rest[0]:
            self.loose[number] = rest, meaning
        else:
            for second in rest[0]:
                self.by_second.setdefault(second, {})[number] = rest, meaning

    def that_may_stand(self, word: str, lemma: str) -> Iterable[tuple[Words, Meaning]]:
        """The phrases that may go on with this word, in the order they were taken in."""
        by_word = self.by_second.get(word)
        by_lemma = self.by_second.get(lemma) if lemma != word else None
        if not by_word and not by_lemma:
            return self.loose.values()
        found = {**self.loose, **(by_word or {}), **(by_lemma or {})}
        return [found[number] for number in sorted(found)]


@dataclass(slots=True)
class PhraseBook(Generic[Meaning]):
    """Phrases by their first word, each with what it means."""

    by_first: dict[str, _Branch[Meaning]] = field(default_factory=dict)
    count: int = 0

    def add(self, phrase: str, meaning: Meaning) -> None:
        """Take in one phrase: "a|b" is either word, "*" up to three words."""
        words = [frozenset(word.split("|")) for word in phrase.split()]
        for first in words[0]:
            self.by_first.setdefault(first, _Branch()).add(self.count, tuple(words[1:]), meaning)
            self.count += 1

    def found_in(self, words: list[str], lemmas: list[str]) -> Iterator[tuple[int, int, Meaning]]:
        """Each phrase of the sentence: first word, one past the last, and what it means."""
        by_first = self.by_first
        following = zip([*words[1:], ""], [*lemmas[1:], ""], strict=True)
        for i, (word, lemma, second) in enumerate(zip(words, lemmas, following, strict=True)):
            phrases = by_first[word].that_may_stand(*second) if word in by_first else ()
            if lemma != word and lemma in by_first:
                phrases = [*phrases, *by_first[lemma].that_may_stand(*second)]
            for rest, meaning in phrases:
                end = _match(rest, words, lemmas, i + 1) if rest else i + 1
                if end:
                    yield i, end, meaning


def _match(rest: Words, words: list[str], lemmas: list[str], at: int) -> int:
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
