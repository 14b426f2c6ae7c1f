"""The words of a need: what is asked for, how it should be, and which other words say the same or the contrary."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from triptych.english.meanings import is_common, opposites_of, related_to, synonyms_of
from triptych.english.words import kinds_of, lines_of, singular
from triptych.needs.excerpts import stem
from triptych.needs.lists import listed, pattern
from triptych.needs.phrases import NO_PHRASES, WORD, Phrases, phrases_for
from triptych.records import Need, NeedKind

_PAIR = 2
WEAK = listed("weak")
"""Words that say little beside others: the life of a battery life, the making of "makes no noise"."""
PARTICLES, LESS = listed("particles"), listed("less")
LASTING = re.compile(r"\bfor (?:long|longer|many|several|hours|extended)\b")
_LEAST_LIKE, _SYNONYM, _IMPLIED = 0.7, 0.65, 0.75


@dataclass(frozen=True, slots=True)
class AskedWord:
    """One word of a need."""

    stem: str
    near: tuple[tuple[str, float], ...] = ()
    """Stems of words used in its place, with their likeness."""
    against: frozenset[str] = frozenset()
    """Stems of its opposites."""
    is_quality: bool = False
    """True for an adjective."""
    is_manner: bool = False
    """True for a word that says how something should be, which alone tells nothing of a use."""
    is_modifier: bool = False
    """True for a noun before another, which says of what kind that is: the disc of disc brakes."""


@dataclass(frozen=True, slots=True)
class NeedWords:
    """A need, ready to be looked for."""

    text: str
    words: tuple[AskedWord, ...]
    """What it is about."""
    manners: frozenset[str] = frozenset()
    """Stems that say it is as asked, where it asks how something should be: "good", "long"."""
    against: frozenset[str] = frozenset()
    """Stems that say the contrary of those."""
    is_negated: bool = False
    """True for what should not be or happen."""
    is_use: bool = False
    """True for what or whom it should be good for."""
    is_trouble: bool = False
    """True for what should be gone or not come: "back pain"."""
    is_measured: bool = False
    """True for what must be said, not only named: "deep bass", "easy installation"."""
    is_of_use: bool = False
    """True for ease of use, not of cleaning or carrying."""
    phrases: Phrases = NO_PHRASES
    """What answers it in other words."""

    @property
    def stems(self) -> tuple[str, ...]:
        """All stems that may bear on it."""
        return tuple({stem for word in self.words for stem in (word.stem, *dict(word.near), *word.against)})


def price_words(text: str) -> NeedWords:
    """The words of a budget without an amount: "value for money"."""
    near = tuple((stem(word), 1.0) for word in sorted(listed("price")))
    good, bad = (frozenset(map(stem, listed(sort))) for sort in ("good price", "bad price"))
    return NeedWords(text, (AskedWord(stem(text), near),), manners=good, against=bad)


@lru_cache(maxsize=2048)
def words_of(text: str, kind: NeedKind) -> NeedWords:
    """The words of a need."""
    # "Comfortable for long hours" is about comfort, "keeps coffee hot on the commute" about hot coffee.
    head = LASTING.split(text.lower())[0] or text.lower()
    head = pattern("occasion").pattern.sub(r"\1", head) if kind in ("feature", "exclusion") else head
    found = [word.replace("’", "'") for word in WORD.findall(head)]
    denials = [n for n, word in enumerate(found) if word in listed("denials")]
    is_negated = bool(denials)
    telling = [word for word in joined(found) if word not in listed("small") and word not in listed("denials")]
    absent = pattern("absent").fullmatch(" ".join(telling))
    if absent:
        is_negated, telling = not is_negated, [absent[1]]
    elif len(telling) > 1 and telling[0] in LESS:
        is_negated, telling = not is_negated, telling[1:]
    if not set(telling) <= WEAK | listed("manners"):
        # "Battery life" is about the battery.
        telling = [word for word in telling if word not in WEAK]
    is_use = kind in ("use", "audience")
    core = telling if is_use else [word for word in telling if word not in listed("manners")] or telling
    if denials and not absent:
        # "Does not damage clothes" is about damage, "straps that don't dig in" about digging.
        core = ([word for word in core if word in found[denials[0] :]] or core)[:1]
    manners = [word for word in telling if word in listed("manners") and word not in core]
    return NeedWords(
        text=text,
        words=tuple(_as_part(word, core) for word in dict.fromkeys(core)),
        manners=frozenset(form(w) for word in manners for w in (word, *synonyms_of(word), *related_to(word))),
        against=frozenset(form(w) for word in manners for w in opposites_of(word)),
        is_negated=is_negated,
        is_use=is_use,
        is_trouble=telling != [] and is_trouble(telling[-1]) and not is_negated,
        is_measured=not listed("measures").isdisjoint(manners),
        is_of_use=set(telling) <= listed("manners") and not listed("of use").isdisjoint(found),
        phrases=phrases_for(head, small=listed("small")),
    )


def is_trouble(word: str) -> bool:
    """True for what should be gone or not come: "pain"."""
    return word in listed("troubles")


def told_in_phrases(text: str, need: Need) -> float:
    """How much of a need a text answers in turns of phrase, from 0 to 1, whichever way."""
    phrases = words_of(need.text, need.kind).phrases
    turns = phrases.found_in(WORD.findall(text.lower().replace("-", " "))) if phrases.books else ()
    return max((abs(turn.says) for turn in turns), default=0.0)


def joined(words: list[str]) -> Iterator[str]:
    """The words, a verb and its particle as one where people write them so: "set up" is "setup"."""
    skips = False
    for word, behind in zip(words, [*words[1:], ""], strict=False):
        if not skips:
            skips = behind in PARTICLES and is_common(word + behind)
            yield word + behind if skips else word
        else:
            skips = False


def form(words: str) -> str:
    """The stem of a word; of two with a hyphen between them as `Excerpt.joined` has it."""
    first, _, last = words.rpartition("-")
    return first + stem(last)


def implied_by(word: str) -> tuple[str, ...]:
    """Stems of other words that imply a word, two words as one."""
    return _implied().get(stem(word), ())


@cache
def _implied() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for line in lines_of("needs/implied.txt"):
        asked, _, said = line.partition(": ")
        found |= dict.fromkeys(map(stem, asked.split()), tuple(map(form, said.split())))
    return found


def _as_part(word: str, core: list[str]) -> AskedWord:
    is_pair = len(core) == _PAIR and word == core[0] == singular(word)
    return replace(_asked(word), is_modifier=is_pair and all(kinds_of(each)[0] == "N" for each in core))


@cache
def _asked(word: str) -> AskedWord:
    own = stem(word)
    against = frozenset(map(form, opposites_of(word))) - {own}
    is_quality = kinds_of(word)[0] == "J"
    # Words less alike only belong to the same field: "hot" and "cold", "bluetooth" and "wireless".
    near = {stem(other): likeness for other, likeness in related_to(word).items() if likeness >= _LEAST_LIKE}
    near = {stem(other): _SYNONYM for other in synonyms_of(word)} | near | dict.fromkeys(implied_by(word), _IMPLIED)
    kept = tuple((other, likeness) for other, likeness in near.items() if other != own and other not in against)
    return AskedWord(own, kept, against, is_quality, word in listed("manners"))
