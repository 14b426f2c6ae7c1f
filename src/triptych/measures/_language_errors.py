"""Errors of language in tagged sentences: each with its words, its kind and whether it hides a meaning."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from triptych.english.sentences import Sentence
from triptych.english.units import NUMBER_WORDS
from triptych.english.words import kinds_of, word_set
from triptych.measures._words import meant


@dataclass(frozen=True, slots=True)
class LanguageError:
    """An error."""

    kind: str
    """Grammar, spelling, punctuation, spacing, capitalisation, structure or repetition."""
    quote: str
    """The few words around it."""
    start: int
    """Where it stands in the text."""
    is_serious: bool = False
    """True where it can hide a meaning."""


_PLURAL = word_set("they we these those")
_TWICE_IS_FINE = word_set("very really so had that no yes bye far much more many on had out")
_ON_AND_ON = word_set("again more on over up down better years hours miles this , .")
_COUNTED = NUMBER_WORDS.keys() - {"zero", "one", "dozen", "hundred", "thousand"} | {"many", "several", "few"}
_DEGREES = word_set("high low small big large much many expensive heavy loud short long tight hard soft tall cheap hot")
_SILENT_H = ("hour", "honest", "honor", "honour", "heir")
_SOUNDS_YOU = ("uni", "use", "usb", "usa", "usi", "usu", "eur", "one", "once", "ute", "ubi")
# What cannot stand behind an article, a preposition, "to", a modal, or a conjunction in a written sentence.
_IMPOSSIBLE: dict[str, str] = {"T": "TICBMSWA", "I": "BMC", "A": "CIBMA", "M": "TINAMJ"}
_DANGLING = frozenset("TICAMW")


def find_language_errors(
    sentences: list[Sentence], familiar: Collection[str] = (), are_phrases: bool = False
) -> list[LanguageError]:
    """The errors of some sentences; `familiar` words are never misspelt, phrases need no verb, capital or full stop."""
    found: dict[tuple[str, int], LanguageError] = {}
    for sentence in sentences:
        for check in _PHRASE_CHECKS if are_phrases else _CHECKS:
            for slip in check(sentence):
                found.setdefault((slip.kind, slip.start), slip)
        for slip in _misspelt(sentence, familiar):
            found.setdefault((slip.kind, slip.start), slip)
    return sorted(found.values(), key=lambda slip: slip.start)


def _quote(sentence: Sentence, at: int, before: int = 1, after: int = 2) -> str:
    first, last = max(0, at - before), min(len(sentence), at + after) - 1
    return sentence.text[sentence.starts[first] : sentence.ends[last]]


def _slip(sentence: Sentence, at: int, kind: str, is_serious: bool = False) -> LanguageError:
    return LanguageError(kind, _quote(sentence, at), sentence.starts[at], is_serious)


def _capital(sentence: Sentence) -> Iterator[LanguageError]:
    first = sentence.text[sentence.starts[0]]
    written = sentence.text[sentence.starts[0] : sentence.ends[0]]
    if first.islower() and written.islower() and len(sentence) > 2:
        yield _slip(sentence, 0, "capitalisation")
    if "i" not in sentence.words:
        return
    for k, word in enumerate(sentence.words):
        if word == "i" and sentence.text[sentence.starts[k]] == "i" and len(sentence) > 1:
            yield _slip(sentence, k, "capitalisation")


def _ending(sentence: Sentence) -> Iterator[LanguageError]:
    last = len(sentence) - 1
    is_closed = sentence.kinds[last] == "." and sentence.words[last][0] in ".!?…:;\"”')"
    word = last - 1 if is_closed else last
    while word > 0 and not sentence.words[word][0].isalnum():
        word -= 1
    if sentence.kinds[word] in _DANGLING and sentence.words[word] not in _MAY_END and len(sentence) > 2:
        yield _slip(sentence, word, "structure", is_serious=True)
    elif not is_closed and len(sentence) > 3:
        yield _slip(sentence, last, "punctuation")


_MAY_END = word_set(
    "in on off out up down over through around about for with of at by to it before after inside outside within near "
    "behind along across all both each some any none no either such that this these those another what how who why "
    "when where which not so though although can will should would could must since without though under "
    "her his my your yet either from while must off as like against"
)


def _spacing(sentence: Sentence) -> Iterator[LanguageError]:
    for k in range(1, len(sentence)):
        if sentence.words[k][0] in ".,!?;" and sentence.starts[k] > sentence.ends[k - 1]:
            if sentence.text[sentence.ends[k - 1] : sentence.starts[k]].strip(" ") == "":
                yield _slip(sentence, k, "spacing")
        elif (
            sentence.words[k - 1] == "," and sentence.starts[k] == sentence.ends[k - 1] and sentence.words[k].isalpha()
        ):
            yield _slip(sentence, k, "spacing")


def _repeated(sentence: Sentence) -> Iterator[LanguageError]:
    lower = sentence.words
    if len(set(lower)) == len(lower):
        return
    for k in range(1, len(lower)):
        if (lower[k] == lower[k - 1] and lower[k].isalpha() and lower[k] not in _TWICE_IS_FINE) or (
            k > 2 and lower[k - 1 : k + 1] == lower[k - 3 : k - 1] and all(w.isalpha() for w in lower[k - 1 : k + 1])
        ):
            yield _slip(sentence, k, "repetition", is_serious=True)
        elif k > 1 and lower[k] == lower[k - 2] and lower[k - 1] in ("and", "or") and lower[k] not in _ON_AND_ON:
            yield _slip(sentence, k, "repetition")


def _order(sentence: Sentence) -> Iterator[LanguageError]:
    """Words that cannot follow each other: "the of", "to and", "must the"."""
    kinds, lower = sentence.kinds, sentence.words
    for k in range(1, len(kinds)):
        before, here = kinds[k - 1], kinds[k]
        if here not in _IMPOSSIBLE.get(before, ""):
            continue
        if before == "T" and (lower[k - 1] not in ("the", "a", "an", "my", "your", "their", "its", "our")):
            continue
        if before == "T" and (
            lower[k] in ("must", "being", "plus", "minus", "pro", "con") or (here == "T" and lower[k] == "all")
        ):
            continue
        if before == "I" and (lower[k - 1] in _MAY_PRECEDE_VERB or lower[k] in ("being", "having", "&")):
            continue
        if before == "M" and (here in "TIN" and lower[k] not in ("the", "a", "an", "of", "to")):
            continue
        if before == "A" and here == "I" and lower[k] not in ("of", "from", "at", "if", "because", "by"):
            continue
        if before == "A" and here == "B" and lower[k] in ("be", "have", "do", "being", "having"):
            continue
        if before == "I" and here == "C" and (k < 2 or lower[k - 1] in _ADVERBIAL or "against" in lower[k : k + 3]):
            continue
        yield _slip(sentence, k, "structure", is_serious=True)


_ADVERBIAL = word_set(
    "from by in on off out up down over through around about inside outside before after near along across"
)
_MAY_PRECEDE_VERB = word_set(
    "that than as if because while when since so though although once whether until like after before unless whereas "
    "in on off out up down over through around about inside outside"
)


def _agreement(sentence: Sentence) -> Iterator[LanguageError]:
    lower, kinds = sentence.words, sentence.kinds
    for k in range(len(lower) - 1):
        subject, verb = lower[k], lower[k + 1]
        if subject not in _LOOKED_AT:
            continue
        begins = k == 0 or kinds[k - 1] in ".C" or lower[k - 1] in ("that", "because", "if", "when", "so", "while")
        if (
            (subject in ("he", "she", "it") and begins and verb in ("have", "do", "are", "were", "am", "don't"))
            or (subject in _PLURAL and begins and verb in ("has", "is", "was", "does", "doesn't", "isn't", "wasn't"))
            or (subject in ("he", "she", "it") and begins and kinds[k + 1] == "V" and _is_base(sentence, k + 1))
            or (subject in _ALWAYS_PLURAL and verb in ("is", "was", "has", "does", "doesn't", "isn't", "wasn't"))
            or (subject == "it" and _is_plain(sentence, k + 1) and _stands_free(lower, k))
            or (subject in _EVERYONE and (verb in _FEELS or _is_plain(sentence, k + 1)) and _stands_free(lower, k))
            or (subject == "there" and verb in ("is", "was") and k + 2 < len(lower) and _is_many(sentence, k + 2))
        ):
            yield _slip(sentence, k + 1, "grammar")


_ALWAYS_PLURAL = word_set("people men women children feet both")
_EVERYONE = word_set("everyone everybody nobody someone somebody anybody")
_LOOKED_AT = _PLURAL | _ALWAYS_PLURAL | _EVERYONE | {"he", "she", "it", "there"}
"""All words whose verb is looked at."""
_LEADS_A_BASE = word_set(
    "make makes made making let lets letting help helps helped have has had see saw watch hear heard find found keep "
    "do does did don't doesn't didn't can could would will should may might must to if not never always often and or"
)


def _is_plain(sentence: Sentence, k: int) -> bool:
    """True for a verb in the form that goes with "they"."""
    return sentence.words[k] in ("have", "do", "are") or (sentence.kinds[k] == "V" and _is_base(sentence, k))


def _stands_free(lower: list[str], k: int) -> bool:
    """True for an "it" that no other verb governs: not "makes it fit", "does it last"."""
    return not any(word in _LEADS_A_BASE for word in lower[max(0, k - 3) : k])


def _is_base(sentence: Sentence, k: int) -> bool:
    word = sentence.words[k]
    return sentence.lemmas[k] == word and not word.endswith(("s", "ed", "ing")) and kinds_of(word)[0] == "V"


def _is_many(sentence: Sentence, k: int) -> bool:
    lower = sentence.words
    return lower[k] in _COUNTED and not (lower[k] == "many" and k + 1 < len(lower) and lower[k + 1] == "a")


def _forms(sentence: Sentence) -> Iterator[LanguageError]:
    """Wrong forms after small words: "to high", "must to", "is sit", "for carry", "a hour", "is biggest"."""
    lower, kinds = sentence.words, sentence.kinds
    for k in range(1, len(lower)):
        before, word = lower[k - 1], lower[k]
        following = kinds[k + 1] if k + 1 < len(kinds) else "."
        if before == "to" and word in _DEGREES and following not in "NPJ":
            yield _slip(sentence, k, "spelling")
        elif kinds[k - 1] == "M" and word == "to":
            yield _slip(sentence, k, "grammar")
        elif before in ("is", "are", "was", "were") and kinds[k] == "V" and _is_base(sentence, k):
            if "D" not in kinds_of(word) and "J" not in kinds_of(word) and "N" not in kinds_of(word):
                yield _slip(sentence, k, "grammar", is_serious=True)
        elif before in _BE and word in _FEELS and k + 1 < len(lower) and lower[k + 1] in ("it", "them", "this", "the"):
            yield _slip(sentence, k, "grammar", is_serious=True)
        elif before in ("for", "of", "with", "without") and kinds[k] == "V" and _is_base(sentence, k):
            if "N" not in kinds_of(word):
                yield _slip(sentence, k, "grammar")
        elif before == "it's" and _is_owned(sentence, k):
            yield _slip(sentence, k, "spelling")
        elif _is_wrong_after(sentence, k) or (_is_plural_noun(sentence, k) and following in ".BVIC"):
            yield _slip(sentence, k, "grammar")


def _is_wrong_after(sentence: Sentence, k: int) -> bool:
    """True for "a hour", "more quieter", "is having" and "may takes"."""
    before, word = sentence.words[k - 1], sentence.words[k]
    if before in ("a", "an"):
        return word[0].isalpha() and _is_wrong_article(before, word)
    if before in ("more", "most"):
        return sentence.kinds[k] == "J" and word.endswith(("ier", "est")) and len(word) > _SHORT_WORD
    if before in _BE:
        return word in _NEVER_GOING_ON
    is_third_person = sentence.kinds[k] == "V" and sentence.lemmas[k] + "s" == word
    return sentence.kinds[k - 1] == "M" and is_third_person


_BE = word_set("is are was were")
_FEELS = word_set("love like hate want need enjoy prefer recommend appreciate praise dislike mention report say")
_NEVER_GOING_ON = word_set("having liking wanting knowing needing owning belonging containing")
_SHORT_WORD = 4


def _is_owned(sentence: Sentence, k: int) -> bool:
    """True where "it's" stands before a noun that goes on as the subject, or ends the clause: "its" is meant."""
    kinds = sentence.kinds
    noun = k + 1 if kinds[k] == "J" and k + 1 < len(kinds) else k
    if kinds[noun] != "N" or "J" in kinds_of(sentence.words[noun])[:1]:
        return False
    following = kinds[noun + 1] if noun + 1 < len(kinds) else "."
    return following in "BMV" or (noun == k and following in ".IC" and "J" not in kinds_of(sentence.words[k]))


def _is_plural_noun(sentence: Sentence, k: int) -> bool:
    word = sentence.words[k]
    if sentence.kinds[k] != "N" or sentence.lemmas[k] == word or not word.endswith("s"):
        return False
    return sentence.words[k - 1] in ("a", "an") and word not in ("lots", "times", "series", "works", "means")


def _is_wrong_article(article: str, word: str) -> bool:
    if len(word) < 3 or not word.isalpha():
        return False
    is_vowel = word[0] in "aeiou" and not word.startswith(_SOUNDS_YOU)
    is_vowel |= word.startswith(_SILENT_H)
    return is_vowel != (article == "an")


def _misspelt(sentence: Sentence, familiar: Collection[str]) -> Iterator[LanguageError]:
    for k, word in enumerate(sentence.words):
        written = sentence.text[sentence.starts[k] : sentence.ends[k]]
        if written.islower() and word not in familiar and sentence.lemmas[k] not in familiar and meant(word):
            yield _slip(sentence, k, "spelling")


_PHRASE_CHECKS: tuple[Callable[[Sentence], Iterator[LanguageError]], ...] = (
    *(_spacing, _repeated, _order, _agreement, _forms),
)
_CHECKS = (*_PHRASE_CHECKS, _capital, _ending)
