"""What kind of word each word of a sentence is where it stands."""

from functools import cache, lru_cache

from triptych.english.stems import is_plural
from triptych.english.words import kinds_of, lines_of

_SHORT_FORMS = frozenset(
    ("it's", "that's", "he's", "she's", "there's", "what's", "let's", "who's", "here's", "where's")
)
_STRENGTHENING = frozenset(("scary", "crazy", "stupid", "insane", "wicked", "dead", "damn", "bloody", "freaking"))
"""Words that only strengthen the quality behind them: "scary good", "dead simple"."""
_BY_CONTEXT = _STRENGTHENING | {"like"}
"""Words that are of different kinds in different places, though the list gives one."""
_PAST_AS_PRESENT = frozenset(("split", "burst", "quit", "shut", "cost"))
_OPENING_CLAUSES = frozenset(("that", "so", "which", "who"))
_SAYING_HOW = frozenset(("feel", "feels", "felt", "feeling", "look", "looks", "it's", "that's", "they're", "how"))
"""Words behind which a word that can be either is a quality."""
_QUALITY_OR_NOUN = frozenset(("clicky", "firm", "fun", "laggy", "light", "matte", "plastic", "proof", "right", "stock"))
"""Nouns by the list that are qualities behind "it is": "it is light", "feels plastic"."""
_SUBJECTS_WITH_VERB = frozenset(("it's", "that's", "i'm", "its", "they're", "you're"))


def tag(words: list[str], raw: list[str]) -> list[str]:
    """The kind of each word, from its usual spelling and the way it was written."""
    choices = list(map(_choices, words))
    kinds: list[str] = []
    previous = "."
    for i, choice in enumerate(choices):
        if len(choice) == 1 and i > 1 and words[i] not in _BY_CONTEXT:
            kind = choice
        else:
            following = choices[i + 1][0] if i + 1 < len(choices) else "."
            kind = _kind(words, kinds, choice, previous, following)
        if raw[i] != words[i]:
            kind = _as_written(raw, i, kind, choice, previous)
        kinds.append(kind)
        # An adverb lets what stands before it reach on: "to quickly charge", "will never fit".
        if kind != "R" or previous == ".":
            previous = kind
        elif previous not in "ATM":
            previous = "R"
    return kinds


@cache
def _things() -> frozenset[str]:
    """Verbs and qualities that are also used as nouns."""
    return frozenset(word for line in lines_of("english/data/things.txt") for word in line.split())


@lru_cache(maxsize=10_000)
def _choices(word: str) -> str:
    """The kinds a word can be, the usual one first."""
    if word.endswith("n't"):
        return "X"
    if word.endswith(("'s", "s'")) and len(word) > 3:
        return "S" if word in _SHORT_FORMS else "N"
    if "'" in word and word.rpartition("'")[2] in ("ve", "re", "m", "ll", "d"):
        return "S"
    kinds = kinds_of(word)
    return kinds + "N" if "N" not in kinds and kinds[0] in "JGDV" and word in _things() else kinds


def _as_written(raw: list[str], i: int, kind: str, choice: str, previous: str) -> str:
    """The kind with capitals taken into account: "RAM" is a noun, "Toshiba" a name."""
    word = raw[i]
    if kind in "VJGD" and "N" in choice and 1 < len(word) <= 4 and word.isupper() and not raw[i - 1].isupper():
        return "N"
    if i and previous != "." and word[0].isupper() and not word.isupper() and kind in "NJVD" and "N" in choice:
        return "P"
    return kind


def _kind(words: list[str], kinds: list[str], choice: str, previous: str, following: str) -> str:
    i = len(kinds)
    if i < 2 and words[i + 1 : i + 2] == [":"] and choice[0] in "VGJD":
        return "N"
    if words[i] == "like":
        return _like(kinds, words)
    if words[i] in _STRENGTHENING and following == "J":
        return "R"
    if len(choice) == 1:
        return choice
    return (
        _noun_or_quality(words, kinds, choice, previous, following)
        or _after_verb_marks(words, kinds, choice, previous)
        or _after_article(choice, previous, following, is_clause=i > 0 and words[i - 1] in _OPENING_CLAUSES)
        or _after_noun(words, kinds, choice, previous, following)
        or choice[0]
    )


def _like(kinds: list[str], words: list[str]) -> str:
    """ "I really like" is a verb, "feels like" is not."""
    k = len(kinds) - 1
    while k >= 0 and kinds[k] == "R":
        k -= 1
    if k < 0:
        return "V" if kinds else "I"
    is_verb = kinds[k] in "XMA" or (kinds[k] == "S" and "'" not in words[k]) or words[k] in ("did", "do")
    return "V" if is_verb else "I"


def _noun_or_quality(words: list[str], kinds: list[str], choice: str, previous: str, following: str) -> str:
    """ "The lumbar is", "good lumbar" are nouns; "it is light", "feels light", "nice and light" qualities."""
    if choice[0] in "JVGD" and "N" in choice and previous in "TJ." and following in "BM":
        return "N"
    i = len(kinds)
    is_said_of = previous in "RB." or (i > 0 and words[i - 1] in _SAYING_HOW)
    if choice[0] == "N" and "J" in choice and is_said_of and following in ".CIA" and words[i] in _QUALITY_OR_NOUN:
        return "J"
    if choice[0] == "J" and choice[-1] == "N" and previous == "J" and following in ".CI":
        return "N"
    if kinds[-2:] == ["J", "C"] and "J" in choice and following in ".CI":
        return "J"
    return ""


def _after_verb_marks(words: list[str], kinds: list[str], choice: str, previous: str) -> str:
    """A verb behind "to", "can", "not" and behind its subject."""
    if previous in "AMX" and "V" in choice:
        return "V"
    if previous == "S" and words[len(kinds) - 1] not in _SUBJECTS_WITH_VERB:
        return "V" if "V" in choice else "D" if "D" in choice else ""
    return ""


def _after_article(choice: str, previous: str, following: str, is_clause: bool) -> str:
    """A noun, or an adjective before one, behind an article, an adjective or a preposition."""
    first = choice[0]
    if previous == "T" and first in "VR":
        if "J" in choice and following in "NJ":
            return "J"
        return "N" if "N" in choice else "J" if "J" in choice else first
    if previous == "T" and first == "J" and "N" in choice and following in "BMVX.":
        return "N"
    if previous in "TJBI" and first == "V" and "N" in choice and not is_clause:
        return "N"
    if previous == "B" and "J" in choice and first in "VDR" and following in ".CIAR":
        return "J"
    return first if previous in "TJ" else ""


def _has_verb(kinds: list[str]) -> bool:
    """True where a verb stands shortly before, with no comma between."""
    for kind in kinds[:-7:-1]:
        if kind == ".":
            return False
        if kind in "VDBM":
            return True
    return False


def _after_noun(words: list[str], kinds: list[str], choice: str, previous: str, following: str) -> str:
    """Verb or noun behind a noun: "the keyboard works great" against "the battery charge"."""
    word = words[len(kinds)]
    if word in _PAST_AS_PRESENT and previous in "NP" and following in "IRA.0":
        return "" if _has_verb(kinds) else "D"
    if previous == "R" and choice[0] == "N" and "V" in choice and len(kinds) > 1 and kinds[-2] in "NPS":
        return "V"
    if previous not in "NP" or "V" not in choice or "N" not in choice:
        return ""
    if is_plural(words[len(kinds) - 1]) and not word.endswith("s") and following in "RTSOAIX":
        return "" if _has_verb(kinds) else "V"
    if choice[0] == "N" and word.endswith("s"):
        # "the zip sticks." has its verb at the end
        is_last = words[len(kinds) + 1 : len(kinds) + 2] in (["."], ["!"], []) and kinds[-2:] == ["T", "N"]
        is_last = is_last and (len(kinds) == 2 or kinds[-3] in ".C")
        is_verb = (following in "RTSOAIXJ" or is_last) and not any(kind in "VBM" for kind in kinds[-8:])
        return "V" if is_verb else "N"
    if choice[0] == "V" and not word.endswith("s"):
        return "N" if following in "BVDM.CI" else "V"
    return ""
