"""Names that no facet knows, but that the text itself shows to be one thing: "bin", "dust bin" and "dustbin"."""

from collections import Counter, defaultdict

from triptych.english.stems import stem_of
from triptych.english.words import kinds_of


def families(keys: Counter[str]) -> dict[str, str]:
    """For each key the one it goes with; the chief of a family goes with itself.

    Keys of one stem go together, written as one word or two. A longer key goes with its head where that is said alone
    ("side brush" – "brush"), else with its modifier ("mop pad" – "mop").
    """
    stems: dict[str, list[str]] = defaultdict(list)
    for key in keys:
        stems["".join(stem_of(word) for word in key.split(" "))].append(key)
    chief = {stem: max(some, key=lambda key: (keys[key], -len(key), key)) for stem, some in stems.items()}
    found: dict[str, str] = {}
    for stem, some in stems.items():
        for key in some:
            found[key] = _lone(key, chief) or chief[stem]
    return {key: _root(key, found) for key in found}


def _lone(key: str, chief: dict[str, str]) -> str:
    """The key that one word of a longer key is alone, or nothing."""
    words = key.split(" ")
    if len(words) == 1:
        return ""
    for word in (words[-1], words[0]):
        alone = chief.get(stem_of(word), "")
        if alone and " " not in alone and "N" in kinds_of(alone):
            return alone
    return ""


def _root(key: str, found: dict[str, str]) -> str:
    seen = {key}
    while found[key] not in seen:
        key = found[key]
        seen.add(key)
    return key
