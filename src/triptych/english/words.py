"""English words: which kinds each can be, dictionary forms and stems, and the words that deny.

Kinds are one letter each: N noun, P name, V verb, D past form, G -ing form, J adjective, R adverb; and for the closed
classes T article or determiner, I preposition, S subject pronoun, O other pronoun, C conjunction, M modal, B form of
be/have/do, W wh-word, X not, A "to", E exclamation, 0 number, "." punctuation.
"""

from functools import cache, lru_cache
from importlib.resources import files

from triptych.english.units import NUMBER_WORDS, with_numbers
from triptych.english.wordings import Wording


def word_set(text: str) -> frozenset[str]:
    """The words of a text as a set, for short lists in the code."""
    return frozenset(text.split())


NOT = word_set("not n't never cannot cant dont doesnt didnt wont wouldnt couldnt shouldnt isnt arent wasnt werent aint")
"""Words that deny a verb; the tagger's kind X."""
NONE = word_set("no without nor neither nothing none nobody nowhere zero")
"""Words that deny that there is any of what follows."""
HARDLY = word_set("hardly barely scarcely rarely few less least lack lacks lacking unable")
"""Words that come close to denying."""


def denies(word: str) -> bool:
    """True for a lower-case word that says "not" or "none"."""
    return word in NOT or word in NONE or word.endswith("n't")


@cache
def lines_of(path: str) -> tuple[str, ...]:
    """The lines of a word list without comments and blank lines; the path is relative to the package `triptych`."""
    text = files("triptych").joinpath(path).read_text(encoding="utf-8")
    return tuple(line for line in text.splitlines() if line and not line.startswith("#"))


@cache
def word_list(path: str, *names: str) -> frozenset[str]:
    """Some of the lists of a file, each a name, a colon and its words; a list may have several lines."""
    lines = (line.partition(": ") for line in lines_of(path))
    return frozenset(word for head, _, words in lines if head in names for word in words.split())


@cache
def wording_of(path: str, name: str) -> Wording:
    """One of the patterns of a file, each a name, a colon and the pattern; if it has several lines, they are joined."""
    lines = (line.partition(": ") for line in lines_of(path))
    return Wording(with_numbers("".join(pattern for head, _, pattern in lines if head == name)))


@cache
def closed_words() -> dict[str, str]:
    """Words of the closed classes and their kind."""
    listed = [(word, kind) for kind, *words in map(str.split, lines_of("english/data/closed.txt")) for word in words]
    listed += [(word, "X") for word in NOT]
    listed += [(word, "0") for word in NUMBER_WORDS.keys() - {"one", "dozen", "lakh", "crore"}]
    # A word of two classes has the kind that comes first.
    return dict(reversed(listed))


@cache
def open_words() -> dict[str, tuple[str, str]]:
    """Words of the open classes: the kinds each can be, usual one first, and its irregular lemma."""
    words: dict[str, tuple[str, str]] = {}
    for line in lines_of("english/data/words.txt"):
        word, kinds, *lemma = line.split(" ")
        words[word] = kinds, lemma[0] if lemma else ""
    return words


@cache
def usual_articles() -> dict[str, str]:
    """Nouns that reviewers seldom write without an article, and which they take: "a" laptop, "the" beach."""
    lines = map(str.split, lines_of("english/data/articles.txt"))
    return {noun: article for article, *nouns in lines for noun in nouns}


def kinds_of(word: str) -> str:
    """The kinds a lower-case word can be, the usual one first."""
    if closed := closed_words().get(word):
        return closed
    known = open_words().get(word)
    return known[0] if known and known[0] else guess_kinds(word)


def is_noun(word: str) -> bool:
    """True for a lower-case noun that the list has."""
    return "N" in open_words().get(word, ("", ""))[0]


_QUALITIES = ("able", "ible", "less", "ful", "ous", "ish", "proof", "free")
_KINDS_BY_ENDING = {("ly",): "R", ("ing",): "GN", ("ed",): "DJ", _QUALITIES: "J"}


def guess_kinds(word: str) -> str:
    """The likely kinds of an unlisted word, from its spelling."""
    if word[0].isdigit():
        return "0"
    if not word[0].isalpha():
        return "."
    if len(word) > 4:
        for endings, kinds in _KINDS_BY_ENDING.items():
            if word.endswith(endings):
                return kinds
        if word.endswith("y") and "-" not in word:
            return "NJ"
    return "N"


@lru_cache(maxsize=10_000)
def lemma_of(word: str, kind: str) -> str:
    """The dictionary form of a lower-case word used as this kind."""
    return open_words().get(word, ("", ""))[1] or regular_lemma(word, kind)


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


def third_person(verb: str) -> str:
    """A verb as it is said of one: "uses", "carries", "has"."""
    if verb in ("have", "be"):
        return "has" if verb == "have" else "is"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(("s", "sh", "ch", "x", "z", "o")) else f"{verb}s"


def _without_suffix(stem: str) -> str:
    if len(stem) > 2 and stem[-1] == stem[-2] and stem[-1] not in "lsz":
        return stem[:-1]
    if stem.endswith("i"):
        return stem[:-1] + "y"
    if stem.endswith(("at", "iz", "v", "bl", "c", "u", "rg", "dg", "ang", "as", "us", "ir", "ur", "ov")):
        return stem + "e"
    return stem
