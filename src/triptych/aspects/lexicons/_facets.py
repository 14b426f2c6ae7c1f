"""Facets: the aspects that many kinds of product share, by every name and turn of phrase shoppers have for them."""

from dataclasses import dataclass, field
from functools import cache

from triptych.english.phrases import PhraseBook
from triptych.english.words import lines_of, word_set

_SMALL = word_set("of to for and in on under")
_VALUES = {"+": 2.2, "-": -2.2, "?": None}


@dataclass(frozen=True, slots=True)
class Sign:
    """A turn of phrase that speaks of a facet without naming it."""

    facet: str
    value: float | None
    """How good it calls the facet; None where the clause says how."""
    words: int


@dataclass(frozen=True, slots=True)
class OtherName:
    """What a facet is called where most name it by certain terms, or for certain kinds of product."""

    name: str
    terms: frozenset[str]
    kinds: frozenset[str]


@dataclass(slots=True)
class Facets:
    """All facets, as `facets.txt` lists them."""

    terms: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Term to the facets it can mean."""
    common: set[str] = field(default_factory=set)
    """Facets that any kind of product can have."""
    weak: set[tuple[str, str]] = field(default_factory=set)
    """Terms that mean a facet only where reviewers speak of it, or of those related to it, in other words too."""
    signs: PhraseBook[Sign] = field(default_factory=PhraseBook)
    """Turns of phrase."""
    fixed: PhraseBook[str] = field(default_factory=PhraseBook)
    """Terms with small words in them, which are no run of nouns: "ease of use"."""
    words: dict[str, dict[str, float]] = field(default_factory=dict)
    """For each facet, what a word is worth that is said of it."""
    hints: set[str] = field(default_factory=set)
    """All words whose worth depends on what they are said of."""
    also: dict[str, list[OtherName]] = field(default_factory=dict)
    """For each facet its other names."""
    related: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """For each facet those that are spoken of with it, of the same kinds of product."""
    order: dict[str, int] = field(default_factory=dict)
    """Where each facet stands in the file."""
    kinds: dict[str, frozenset[str]] = field(default_factory=dict)
    """For each facet the kinds of product that have it; without an entry, whoever names it."""
    shy: set[str] = field(default_factory=set)
    """Facets that are heard only where the product is known to be of their kinds."""
    kind_words: dict[str, frozenset[str]] = field(default_factory=dict)
    """For each kind of product, the words that say a product is of it."""

    def begin(self, name: str) -> str:
        """Take in a facet; its name comes back."""
        name, _, kinds = name.partition("%")
        name, star, _ = name.partition("*")
        name = name.strip()
        self.order[name] = len(self.order)
        if kinds:
            self.kinds[name] = word_set(kinds.lstrip("%"))
        if kinds.startswith("%"):
            self.shy.add(name)
        self.words[name] = {}
        if star:
            self.common.add(name)
        self.add_term(name, name)
        return name

    def add_term(self, name: str, term: str) -> None:
        """Take in one of a facet's names; a weak one ends in "?"."""
        if term.endswith("?"):
            term = term.removesuffix("?")
            self.weak.add((term, name))
        if name not in self.terms.get(term, ()):
            self.terms[term] = (*self.terms.get(term, ()), name)
        if not _SMALL.isdisjoint(term.split()):
            self.fixed.add(term, term)

    def complete(self) -> None:
        """Let a plural mean all that its singular can: "colours" are a screen's, and looks as "colour" is."""
        for plural in [term for term in self.terms if term.endswith("s") and term[:-1] in self.terms]:
            single = plural[:-1]
            self.weak.update((plural, name) for name in self.terms[single] if (single, name) in self.weak)
            self.terms[plural] = tuple(dict.fromkeys(self.terms[single] + self.terms[plural]))

    def add(self, name: str, mark: str, part: str) -> None:
        """Take in one part of a facet's line."""
        if mark == "~":
            self.add_term(name, part)
        elif mark == "^":
            word, value = part.split(" ")
            self.words[name][word] = float(value)
            self.hints.add(word)
        else:
            self.signs.add(part, Sign(name, _VALUES[mark], len(part.split())))


def _other_name(rest: str) -> OtherName:
    """The other name that a line "= name % kinds: terms" gives a facet."""
    head, _, terms = rest.partition(":")
    name, _, kinds = head.partition("%")
    return OtherName(name.strip(), frozenset(term.strip() for term in terms.split(";")), word_set(kinds))


@cache
def facets() -> Facets:
    """The facets as `facets.txt` lists them."""
    found = Facets()
    name = ""
    for line in lines_of("aspects/lexicons/facets.txt"):
        mark, rest = line[0], line[2:]
        parts = [part.strip() for part in rest.split(";") if part.strip()]
        if mark == "@":
            name = found.begin(rest)
        elif mark == "%":
            kind, _, words = rest.partition(":")
            found.kind_words[kind.strip()] = word_set(words)
        elif mark == "&":
            found.related[name] = tuple(parts)
        elif mark == "=":
            found.also.setdefault(name, []).append(_other_name(rest))
        else:
            for part in parts:
                found.add(name, mark, part)
    found.complete()
    return found
