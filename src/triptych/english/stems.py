"""Word endings: dictionary forms by the rules of spelling, and stems that related words share."""

from functools import lru_cache

_ENDINGS = ("ings", "ing", "ers", "er", "ions", "ion", "ed", "s")
_SHORTEST_STEM = 3


@lru_cache(maxsize=50_000)
def stem_of(word: str) -> str:
    """What "mop", "mopping" and "mopper" share."""
    for ending in _ENDINGS:
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= _SHORTEST_STEM:
            if len(stem) > _SHORTEST_STEM and stem[-1] == stem[-2] and stem[-1] not in "ls":
                return stem[:-1]
            return _bare(stem)
    return _bare(word) if len(word) > _SHORTEST_STEM else word


def _bare(stem: str) -> str:
    """Without a final e, and with the i of "batteries" in "battery"."""
    stem = stem.removesuffix("e")
    return stem[:-1] + "i" if stem.endswith("y") else stem


def plain_degrees(word: str) -> tuple[str, ...]:
    """The adjectives that a comparative or superlative may come from: "light" for "lighter", "nice" for "nicest"."""
    stem = word.removesuffix("est").removesuffix("er")
    return word, stem, stem[:-1] + "y" if stem.endswith("i") else stem + "e", stem[:-1]


def is_plural(word: str) -> bool:
    """True for a word that looks like a plural: "straps", but not "glass", "bus" or "this"."""
    return len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is"))


def regular_lemma(word: str, kind: str) -> str:
    """The dictionary form by the rules of spelling alone."""
    if len(word) < 4 or kind not in "NPVDG":
        return word
    if kind in "NPV" and word.endswith("s"):
        return singular(word)
    if kind == "D" and word.endswith("ed"):
        return _without_suffix(word[:-2])
    if kind == "G" and word.endswith("ing") and len(word) > 5:
        return _without_suffix(word[:-3])
    return word


def singular(word: str) -> str:
    """A noun without its plural ending: "battery" for "batteries"; other words as they are."""
    if not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zzes")):
        return word[:-2]
    return word[:-1]


def _without_suffix(stem: str) -> str:
    if len(stem) > 2 and stem[-1] == stem[-2] and stem[-1] not in "lsz":
        return stem[:-1]
    if stem.endswith("i"):
        return stem[:-1] + "y"
    if stem.endswith(("at", "iz", "v", "bl", "c", "u", "rg", "dg", "ang", "as", "us", "ir", "ur", "ov")):
        return stem + "e"
    return stem
