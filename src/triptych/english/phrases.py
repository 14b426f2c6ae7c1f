"""Turns of phrase and where they stand in a sentence."""

from dataclasses import dataclass, field
from operator import itemgetter
from typing import Generic, TypeVar

from triptych.english.words import denies

Meaning = TypeVar("Meaning")
_GAP = "*"
_LONGEST_GAP = 3

Found = tuple[int, int, Meaning]
"""Where a phrase stands, its first word and one past the last, and what it means."""
Rest = tuple[frozenset[str], ...]
"""For each place the words that may stand there; none for a gap."""


@dataclass(frozen=True, slots=True)
class PhraseBook(Generic[Meaning]):
    """Phrases by their first word and by their second, each with its number, what follows the first, its meaning."""

    by_first: dict[str, dict[str, list[tuple[int, Rest, Meaning]]]] = field(default_factory=dict)
    """Those that have no second word or a gap there are under every one, and under none."""

    def add(self, phrase: str, meaning: Meaning) -> None:
        """Take in one phrase: "a|b" is either word, "*" up to three words, which others follow."""
        first, *rest = [frozenset(word.split("|")) if word != _GAP else frozenset[str]() for word in phrase.split()]
        for word in first:
            seconds = self.by_first.setdefault(word, {"": []})
            entry = sum(map(len, seconds.values())), tuple(rest), meaning
            for second in rest[0] if rest and rest[0] else [*seconds]:
                seconds.setdefault(second, [*seconds[""]]).append(entry)

    def found_in(self, words: list[str], lemmas: list[str]) -> list[Found[Meaning]]:
        """Each phrase of the sentence, in the order of their first words."""
        by_first, last = self.by_first, len(words) - 1
        found: list[Found[Meaning]] = []
        for i, word in enumerate(words):
            lemma = lemmas[i]
            for first in (word, lemma) if lemma != word else (word,):
                if first not in by_first:
                    continue
                seconds = by_first[first]
                second, other = (words[i + 1], lemmas[i + 1]) if i < last else ("", "")
                some = seconds.get(second) or seconds[""]
                if other != second and other in seconds:
                    some = sorted({*some, *seconds[other]}, key=itemgetter(0))
                for _, rest, meaning in some:
                    if end := _match(rest, words, lemmas, i + 1):
                        found.append((i, end, meaning))
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
    for here in range(at, min(at + _LONGEST_GAP + 1, len(words))):
        if (words[here] in rest[0] or lemmas[here] in rest[0]) and (end := _match(rest, words, lemmas, here)):
            return end
        # "woke up without pain" is not "woke up ... pain"
        if denies(words[here]) or words[here] in (".", ";"):
            return 0
    return 0
