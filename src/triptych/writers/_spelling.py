"""Which words are spelt as people spell them."""

from functools import cache, lru_cache

from triptych.english.meanings import is_common
from triptych.english.words import closed_words, lines_of, open_words

_FORMS = (("ly", ""), ("ly", "le"), ("less", ""), ("ness", ""), ("s", ""), ("ing", ""), ("ing", "e"), ("ed", ""))


@lru_cache(maxsize=20_000)
def is_known_word(word: str) -> bool:
    """False for what is in no list and few reviews have: misspelt or glued words."""
    if not word[0].isalpha() or "'" in word or "-" in word:
        return True
    forms = [word, *(word.removesuffix(end) + back for end, back in _FORMS if word.endswith(end))]
    return any(
        each in closed_words() or each in open_words() or is_common(each) or each in _vocabulary() for each in forms
    )


@cache
def _vocabulary() -> frozenset[str]:
    """Words that many reviews have and no other list."""
    return frozenset(lines_of("writers/vocabulary.txt"))
