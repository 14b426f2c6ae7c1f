"""How words relate: used in each other's place, belonging together (both learnt from reviews), and opposites."""

from functools import cache

from triptych.english.words import lines_of


@cache
def _related() -> dict[str, str]:
    return dict(line.split(" ", 1) for line in lines_of("english/data/related.txt"))


def is_common(word: str) -> bool:
    """True for a word that reviewers use often."""
    return word in _related()


@cache
def related_to(word: str) -> dict[str, float]:
    """Words that reviewers use in place of a word, with their likeness from 0 to 1."""
    found = (entry.rpartition(":") for entry in _related().get(word, "").split())
    return {other: int(likeness) / 100 for other, _, likeness in found}


@cache
def _kin() -> dict[str, str]:
    return dict(line.split(" ", 1) for line in lines_of("english/data/kin.txt"))


@cache
def kin_of(word: str) -> dict[str, float]:
    """Words that reviewers use when they speak of the same, opposites among them, with their likeness from 0 to 1."""
    found = (entry.rpartition(":") for entry in _kin().get(word, "").split())
    return {other: int(likeness) / 100 for other, _, likeness in found}


@cache
def _opposites() -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    lines = (line.split(" | ") for line in lines_of("english/data/opposites.txt"))
    return tuple((frozenset(one.split()), frozenset(other.split())) for one, other in lines)


def opposites_of(word: str) -> frozenset[str]:
    """Words that say the contrary of a word."""
    return frozenset[str]().union(*(other for own, other in _sides() if word in own))


def synonyms_of(word: str) -> frozenset[str]:
    """Words with the same opposites."""
    return frozenset[str]().union(*(own for own, _ in _sides() if word in own)) - {word}


@cache
def _sides() -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    return (*_opposites(), *((other, one) for one, other in _opposites()))


@cache
def _bonds() -> dict[str, int]:
    rows = (line.rsplit(" ", 1) for line in lines_of("english/data/pairs.txt"))
    return {pair: int(bond) for pair, bond in rows}


def bond(first: str, second: str) -> float:
    """How closely two words belong together in this order, from 0 to 1: "water bottle", not "insulated water"."""
    return _bonds().get(f"{first} {second}".lower(), 0) / 100
