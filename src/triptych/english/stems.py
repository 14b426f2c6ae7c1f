"""Word endings: dictionary forms by the rules of spelling, and stems that related words share."""

_ENDINGS = ("ings", "ing", "ers", "er", "ions", "ion", "ed", "s")
_SHORTEST_STEM = 3


def stem_of(word: str) -> str:
    """What "mop", "mopping" and "mopper" share."""
    for ending in _ENDINGS:
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= _SHORTEST_STEM:
            if len(stem) > _SHORTEST_STEM and stem[-1] == stem[-2] and stem[-1] not in "ls":
                return stem[:-1]
            return stem.removesuffix("e")
    return word.removesuffix("e") if len(word) > _SHORTEST_STEM else word


def regular_lemma(word: str, kind: str) -> str:
    """The dictionary form by the rules of spelling alone."""
    if len(word) < 4 or kind not in "NPVDG":
        return word
    if kind in "NPV" and word.endswith("s"):
        return _without_s(word)
    if kind == "D" and word.endswith("ed"):
        return _without_suffix(word[:-2])
    if kind == "G" and word.endswith("ing") and len(word) > 5:
        return _without_suffix(word[:-3])
    return word


def _without_s(word: str) -> str:
    if word.endswith(("ss", "us", "is")):
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
