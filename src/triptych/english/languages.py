"""Whether a text is English, by its letters and its commonest words."""

import re
from functools import cache

from triptych.english.words import lines_of

_WORDS = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_MARKUP = re.compile(r"<[^<>]{1,40}>|&[a-z]{2,6};")


def bare_words(text: str) -> list[str]:
    """The words of a text in lower case, without markup, digits and punctuation."""
    lower = text.lower()
    if "<" in lower or "&" in lower:
        lower = _MARKUP.sub(" ", lower)
    return _WORDS.findall(lower)


@cache
def _small_words() -> tuple[frozenset[str], frozenset[str]]:
    """The commonest words of English, and those of other languages."""
    english: set[str] = set()
    others: set[str] = set()
    for line in lines_of("english/data/languages.txt"):
        name, _, words = line.partition(":")
        (english if name == "en" else others).update(words.split())
    return frozenset(english), frozenset(others - english)


def is_other_language(text: str) -> bool:
    """True for a text that is mostly not English."""
    text = text[:4000]
    if not text.isascii():
        letters = [ch for ch in text if ch.isalpha()]
        if sum(ch > "\u02af" for ch in letters) > 0.4 * len(letters):
            return True
    words = bare_words(text)
    english, others = _small_words()
    ours = sum(map(english.__contains__, words))
    theirs = sum(map(others.__contains__, words))
    if not ours:
        # Not one small word of English: letters with accents tell too.
        theirs += sum(word not in others and not word.replace("’", "").isascii() for word in words)
        return theirs >= 2 and theirs >= 0.15 * len(words)
    return theirs >= 3 and theirs > 0.7 * ours and theirs >= 0.15 * len(words)
