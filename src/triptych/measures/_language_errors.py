"""Errors of language in tagged sentences: each with its words, its kind and whether it hides a meaning.

Also which words are English, what a misspelt one is meant to be, and how usual the order of words is: the mean
log-probability of each word's kind after the one before. Word salad and machine loops fall far below anything people
write, whatever the words are. The counts are in `word_pairs.txt`; a pair that is not there is not impossible, so each
row is smoothed with how often the second comes at all.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from functools import cache, lru_cache
from itertools import chain, pairwise
from math import log
from string import ascii_lowercase
from typing import NamedTuple

from triptych.english.meanings import common_words
from triptych.english.sentences import Sentence
from triptych.english.units import NUMBER_WORDS
from triptych.english.words import closed_words, kinds_of, lines_of, open_words
from triptych.measures._text import words_of


class LanguageError(NamedTuple):
    """An error."""

    kind: str
    """Grammar, spelling, punctuation, spacing, capitalisation, structure or repetition."""
    quote: str
    """The few words around it."""
    start: int
    is_serious: bool = False
    """True where it can hide a meaning."""


_DANGLING = frozenset("TICAMW")
_BE = frozenset(("is", "are", "was", "were"))
_NO_BASE_AFTER = _BE | {"for", "of", "with", "without"}
_COUNTED = NUMBER_WORDS.keys() - {"zero", "one", "dozen", "hundred", "thousand"} | {"many", "several", "few"}


def find_language_errors(
    sentences: list[Sentence], familiar: Collection[str] = (), are_phrases: bool = False
) -> list[LanguageError]:
    """The errors of some sentences; `familiar` words are never misspelt, phrases need no verb, capital or full stop."""
    found: dict[tuple[str, int], LanguageError] = {}
    for sentence in sentences:
        checked = (check(sentence) for check in (_PHRASE_CHECKS if are_phrases else _CHECKS))
        for slip in chain(*checked, _misspelt(sentence, familiar)):
            found.setdefault((slip.kind, slip.start), slip)
    return sorted(found.values(), key=lambda slip: slip.start)


def _slip(sentence: Sentence, at: int, kind: str, is_serious: bool = False) -> LanguageError:
    first, last = max(0, at - 1), min(len(sentence) - 1, at + 1)
    quote = sentence.text[sentence.starts[first] : sentence.ends[last]]
    return LanguageError(kind, quote, sentence.starts[at], is_serious)


def _capital(sentence: Sentence) -> Iterator[LanguageError]:
    first = sentence.text[sentence.starts[0]]
    written = sentence.text[sentence.starts[0] : sentence.ends[0]]
    if first.islower() and written.islower() and len(sentence) > 2:
        yield _slip(sentence, 0, "capitalisation")
    for k, word in enumerate(sentence.words):
        if word == "i" and sentence.text[sentence.starts[k]] == "i" and len(sentence) > 1:
            yield _slip(sentence, k, "capitalisation")


def _ending(sentence: Sentence) -> Iterator[LanguageError]:
    last = len(sentence) - 1
    is_closed = sentence.kinds[last] == "." and sentence.words[last][0] in ".!?…:;\"”')"
    word = last - 1 if is_closed else last
    while word > 0 and not sentence.words[word][0].isalnum():
        word -= 1
    if sentence.kinds[word] in _DANGLING and sentence.words[word] not in words_of("may_end") and len(sentence) > 2:
        yield _slip(sentence, word, "structure", is_serious=True)
    elif not is_closed and len(sentence) > 3:
        yield _slip(sentence, last, "punctuation")


def _spacing(sentence: Sentence) -> Iterator[LanguageError]:
    """A blank before a mark, or none behind a comma."""
    for k, (before, word) in enumerate(pairwise(sentence.words), start=1):
        gap = sentence.text[sentence.ends[k - 1] : sentence.starts[k]]
        is_before_mark = word[0] in ".,!?;" and gap != "" and not gap.strip(" ")
        if is_before_mark or (before == "," and not gap and word.isalpha()):
            yield _slip(sentence, k, "spacing")


def _repeated(sentence: Sentence) -> Iterator[LanguageError]:
    lower = sentence.words
    for k, (before, word) in enumerate(pairwise(lower), start=1):
        is_twice = word == before and word.isalpha() and word not in words_of("fine_twice")
        is_pair_twice = k > 2 and [before, word] == lower[k - 3 : k - 1] and (before + word).isalpha()
        if is_twice or is_pair_twice:
            yield _slip(sentence, k, "repetition", is_serious=True)
        elif before in ("and", "or") and k > 1 and word == lower[k - 2] and word not in words_of("on_and_on"):
            yield _slip(sentence, k, "repetition")


def _order(sentence: Sentence) -> Iterator[LanguageError]:
    """Words that cannot follow each other: "the of", "my if", "must to"."""
    kinds = sentence.kinds
    for k, (before, word) in enumerate(pairwise(sentence.words), start=1):
        is_odd = before in words_of("before_nouns") and kinds[k] in "TICMSW" and word not in words_of("nouns_at_times")
        if is_odd or (kinds[k - 1] == "M" and word in ("the", "a", "an", "of", "to")):
            yield _slip(sentence, k, "structure", is_serious=True)


def _agreement(sentence: Sentence) -> Iterator[LanguageError]:
    """Verbs that do not go with the word before them: "it have", "everybody love", "they is", "there is two"."""
    lower, kinds = sentence.words, sentence.kinds
    for k, (before, word) in enumerate(pairwise(lower), start=1):
        is_one, is_singular = before in words_of("singular_subjects"), word in words_of("singular_verbs")
        is_wrong = is_one and (word in ("have", "do", "are", "were", "don't") or _is_base(sentence, k))
        is_wrong |= is_one and before not in ("he", "she", "it") and word in words_of("feelings")
        is_wrong |= is_singular and before in ("they", "we", "people")
        # Not "the best of these is".
        is_wrong |= is_singular and before in ("these", "those") and (k < 2 or kinds[k - 2] in ".C")
        is_many = _COUNTED.intersection(lower[k + 1 : k + 2]) and lower[k + 1 : k + 3] != ["many", "a"]
        is_wrong |= before == "there" and word in ("is", "was") and bool(is_many)
        # Not "makes it fit", "does it last".
        if is_wrong and words_of("leads_a_base").isdisjoint(lower[max(0, k - 4) : k - 1]):
            yield _slip(sentence, k, "grammar")


def _is_base(sentence: Sentence, k: int) -> bool:
    """True for a verb in its plain form, which goes with "they"."""
    word = sentence.words[k]
    is_base = sentence.kinds[k] == "V" and sentence.lemmas[k] == word and kinds_of(word)[0] == "V"
    return is_base and not word.endswith(("s", "ed", "ing"))


def _forms(sentence: Sentence) -> Iterator[LanguageError]:
    """Wrong forms after small words: "to high", "may takes", "is sit", "for carry", "are love it", "it's lid is"."""
    lower, kinds = sentence.words, sentence.kinds
    for k, (before, word) in enumerate(pairwise(lower), start=1):
        following = (*kinds[k + 1 : k + 2], ".")[0]
        is_owned = before == "it's" and kinds[k] == "N" and kinds_of(word)[0] != "J" and following in "BMV"
        if is_owned or (before == "to" and word in words_of("too_degrees") and following not in "NPJ"):
            yield _slip(sentence, k, "spelling")
        elif kinds[k - 1] == "M" and kinds[k] == "V" and sentence.lemmas[k] + "s" == word:
            yield _slip(sentence, k, "grammar")
        elif (
            before in _NO_BASE_AFTER
            and word != "let"
            and _is_base(sentence, k)
            and set("DJN").isdisjoint(kinds_of(word))
        ):
            yield _slip(sentence, k, "grammar", is_serious=before in _BE)
        elif before in _BE and word in words_of("feelings") and words_of("objects").intersection(lower[k + 1 : k + 2]):
            yield _slip(sentence, k, "grammar", is_serious=True)


def _article(sentence: Sentence) -> Iterator[LanguageError]:
    """ "A hour", "an table"."""
    for k, (article, word) in enumerate(pairwise(sentence.words), start=1):
        if article in ("a", "an") and len(word) > 2 and word.isalpha():
            is_vowel = word[0] in "aeiou" and not word.startswith(tuple(words_of("sounds_you")))
            if (is_vowel or word.startswith(tuple(words_of("silent_h")))) != (article == "an"):
                yield _slip(sentence, k, "grammar")


def _misspelt(sentence: Sentence, familiar: Collection[str]) -> Iterator[LanguageError]:
    for k, word in enumerate(sentence.words):
        written = sentence.text[sentence.starts[k] : sentence.ends[k]]
        if written.islower() and word not in familiar and sentence.lemmas[k] not in familiar and meant(word):
            yield _slip(sentence, k, "spelling")


_PHRASE_CHECKS = (_spacing, _repeated, _order, _agreement, _forms, _article)
_CHECKS = (*_PHRASE_CHECKS, _capital, _ending)

_SMOOTHING = 2.0
_LOWEST = -7.0
_FIGURE = "0"
_SIGNS = frozenset("$₹€£¥")
_FEWEST_LETTERS = 6


@cache
def _dictionary() -> frozenset[str]:
    return frozenset({*open_words(), *closed_words(), *common_words()})


@lru_cache(maxsize=10_000)
def is_known(word: str) -> bool:
    """True for a lower-case word that is common, or is made from common ones, in British or American spelling."""
    known = _dictionary()
    if word in known or any(_stem_is_known(word, suffix) for suffix in words_of("suffixes") if word.endswith(suffix)):
        return True
    if any(word.startswith(prefix) and word[len(prefix) :] in known for prefix in words_of("prefixes")):
        return True
    if any(word[:k] in known and word[k:] in known for k in range(4, len(word) - 3)):
        return True
    pairs = (pair.split("/") for pair in words_of("spelt_either_way"))
    return any(word.replace(a, b) in known or word.replace(b, a) in known for a, b in pairs)


def _stem_is_known(word: str, suffix: str) -> bool:
    stem = word[: -len(suffix)]
    if len(stem) < 3:
        return False
    known = _dictionary()
    undoubled = stem[:-1] if stem[-1] == stem[-2] else stem
    return stem in known or stem + "e" in known or stem + "y" in known or undoubled in known


@lru_cache(maxsize=10_000)
def meant(word: str) -> str:
    """The common word that a misspelt one is most likely meant to be; empty where it is a word, or like none."""
    if len(word) < _FEWEST_LETTERS or not word.isascii() or not word.isalpha() or is_known(word):
        return ""
    common = common_words()
    return next((other for other in _one_edit_away(word) if other in common and len(other) >= _FEWEST_LETTERS), "")


def _one_edit_away(word: str) -> list[str]:
    """The words that swapping, changing, adding or dropping a letter gives; the first letter is never wrong."""
    cuts = [(word[:k], word[k:]) for k in range(1, len(word) + 1)]
    swaps = [a + b[1] + b[0] + b[2:] for a, b in cuts if len(b) > 1]
    changes = [a + c + b[1:] for a, b in cuts if b for c in ascii_lowercase]
    adds = [a + c + b for a, b in cuts for c in ascii_lowercase]
    drops = [a + b[1:] for a, b in cuts if len(b) > 1]
    return [*swaps, *changes, *adds, *drops]


@cache
def _pairs() -> tuple[dict[str, dict[str, int]], dict[str, float]]:
    """Counts by first word, and the share of each second word."""
    rows: dict[str, dict[str, int]] = {}
    seconds: Counter[str] = Counter()
    for line in lines_of("measures/word_pairs.txt"):
        first, tab, followers = line.partition("\t")
        if tab:
            rows[first] = {word: int(count) for word, _, count in (f.rpartition("=") for f in followers.split(" "))}
            seconds.update(rows[first])
    total = seconds.total()
    return rows, {word: count / total for word, count in seconds.items()}


def usualness(sentence: Sentence) -> float:
    """The mean log-probability: -2 to -3 for what people write, below -3.2 for strings of words."""
    rows, _ = _pairs()
    words = [pair for pair in zip(sentence.words, sentence.kinds, strict=True) if pair[0] not in _SIGNS]
    tokens = ["^", *[_token(word, kind, rows) for word, kind in words], "$"]
    total = 0.0
    for chance in map(_log_chance, tokens, tokens[1:]):
        total += chance
    return total / (len(tokens) - 1)


@lru_cache(maxsize=20_000)
def _log_chance(first: str, second: str) -> float:
    chance = _chance(first, second)
    if _FIGURE in (first, second):
        # A figure stands where a noun or the number before one may stand.
        before, after = ("N" if token == _FIGURE else token for token in (first, second))
        chance = max(chance, _chance(before, after))
    return max(_LOWEST, log(chance))


def _chance(first: str, second: str) -> float:
    rows, shares = _pairs()
    row = rows.get(first, {})
    return (row.get(second, 0) + _SMOOTHING * shares.get(second, 1e-6)) / (sum(row.values()) + _SMOOTHING)


def _token(word: str, kind: str, rows: dict[str, dict[str, int]]) -> str:
    if word in rows and len(word) > 1:
        return word
    return "N" if kind == "P" else kind
