"""Which of the things reviewers name are one aspect, and what it is called: decided from all notes at once."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from triptych.aspects._families import families
from triptych.aspects._generic import generic_nouns
from triptych.aspects._kinds import Kinds, kinds_of_product
from triptych.aspects._notes import Notes
from triptych.aspects._worths import learn_worths
from triptych.aspects.lexicons._facets import facets
from triptych.aspects.sentences._mentions import Spoken
from triptych.english.sentences import kept_sentences
from triptych.english.words import is_noun, kinds_of, word_set
from triptych.records import Product

_TITLE_ENDS = word_set(", ( ) - – | with for & / : in by of")
_SHORTEST_PART = 3
_SILENT, _STARRED = 0.85, 0.6
_FEW_STARS, _ALL_STARS = 2, 5
_OWN_KIND = 2
"""As many reviewers does it count that a facet belongs to the product's own kind."""
_EVENTS = frozenset(("durability", "noise", "leaking", "safety", "customer service", "delivery", "water resistance"))
"""Facets of what happens to a thing: "the hinge snapped" speaks of the hinge and of durability."""
_MEASURED = frozenset(
    ("size", "weight", "width", "fabric", "thickness", "speed", "temperature", "capacity", "breathability")
)
"""Facets of a whole product: "thin socks" speaks of the socks alone."""


@dataclass(frozen=True, slots=True)
class Said:
    """One place where one reviewer speaks of one aspect."""

    notes: Notes
    spoken: Spoken
    value: float

    @property
    def surface(self) -> str:
        """The words themselves, in lower case and on one line."""
        return " ".join(self.notes.text[self.spoken.start : self.spoken.end].lower().split())


@dataclass(slots=True)
class Grouped:
    """All that is said of one aspect."""

    name: str
    """As it is called; before that is settled, its facet or its chief key."""
    facet: str = ""
    """The facet that it is, if it is one."""
    said: list[Said] = field(default_factory=list)

    def by_reviewer(self) -> dict[str, list[Said]]:
        """What each reviewer says of it."""
        found: dict[str, list[Said]] = defaultdict(list)
        for said in self.said:
            found[said.notes.review_id].append(said)
        return found


def group(all_notes: Iterable[Notes], product: Product) -> list[Grouped]:
    """The aspects of the reviews that were read, with all that is said of each."""
    read = [notes for notes in all_notes if notes.set_aside is None]
    generic = generic_nouns(use for notes in read for use in notes.uses) | product_words(product)
    kinds = kinds_of_product(product, (frozenset(notes.uses) for notes in read))
    resolver = _Resolver(generic, kinds)
    resolver.weigh(read)
    worths = learn_worths(read)
    said_of = [(name, said) for notes in read for name, said in _once_a_place(resolver, notes, worths)]
    chiefs = families(Counter(name for name, _ in said_of if name not in facets().order))
    groups: dict[str, Grouped] = {}
    for name, said in said_of:
        chief = chiefs.get(name, name)
        groups.setdefault(chief, Grouped(chief, chief if chief in facets().order else "")).said.append(said)
    for grouped in groups.values():
        grouped.name = _called(grouped, kinds) if grouped.facet else _commonest(grouped)
    return list(groups.values())


def _called(grouped: Grouped, kinds: Kinds) -> str:
    """The facet's name, or the other one it has for this kind of product or where most speak of it in those words."""
    for other in facets().also.get(grouped.name, ()):
        is_said = 2 * sum(_says(said, other.terms) for said in grouped.said) > len(grouped.said)
        if is_said or not other.kinds.isdisjoint(kinds.kinds):
            return other.name
    return grouped.name


def _says(said: Said, terms: frozenset[str]) -> bool:
    return said.spoken.key in terms or not terms.isdisjoint(said.surface.split(" "))


def _commonest(grouped: Grouped) -> str:
    surfaces = Counter(said.surface for said in grouped.said)
    return min(surfaces, key=lambda surface: (-surfaces[surface], surface.count(" "), surface))


def _once_a_place(resolver: "_Resolver", notes: Notes, worths: dict[str, float]) -> list[tuple[str, Said]]:
    """What a review says of which aspect; in a clause with a turn of phrase for the same aspect, that counts."""
    found: list[tuple[str, Said]] = []
    for spoken in notes.spoken:
        resolved = resolver.resolve(spoken)
        if resolved:
            name, value = resolved
            if abs(value) <= _SILENT:
                value += sum(worths.get(word, 0.0) * factor for word, factor in spoken.unjudged)
            # Where the words hardly lean, stars tell whether a thing is named in praise or in blame.
            found.append((name, Said(notes, spoken, value if abs(value) > _SILENT else by_stars(notes.stars) or value)))
    phrases = [(name, said.spoken) for name, said in found if said.spoken.implied]
    told = {(name, said.spoken.clause) for name, said in found if said.spoken.implied and said.value}
    return [
        (name, said)
        for name, said in found
        if said.spoken.implied or not ((name, said.spoken.clause) in told or _is_part(name, said.spoken, phrases))
    ]


def by_stars(stars: float | None) -> float:
    """Which way a reviewer leans whose words do not tell."""
    if stars is None:
        return 0.0
    return -_STARRED if stars <= _FEW_STARS else _STARRED if stars >= _ALL_STARS else 0.0


def _is_part(name: str, spoken: Spoken, phrases: list[tuple[str, Spoken]]) -> bool:
    """True for a thing named inside a turn of phrase: the "fish" of "smells like fish".

    A word that names a facet only beside others is a part where it ends the phrase ("stinks of rubber"), any word where
    it opens a phrase for a facet related to its own: "charge lasts a week" speaks of the battery.
    """
    start, end = spoken.start, spoken.end
    if name not in facets().order:
        return any(phrase.start < end and start < phrase.end for _, phrase in phrases)
    is_weak = (spoken.key, name) in facets().weak
    related = facets().related.get(name, ()) if " " not in spoken.key else ()
    return any(
        (is_weak and phrase.start < start and end == phrase.end)
        or (start == phrase.start and end < phrase.end and other in related)
        for other, phrase in phrases
    )


def product_words(product: Product) -> frozenset[str]:
    """The words of a title and category that name the product itself, or its maker."""
    words: set[str] = set()
    for sentence in kept_sentences(product.category or ""):
        words.update(lemma for lemma, kind in zip(sentence.lemmas, sentence.kinds, strict=True) if kind in "NPGV")
    for sentence in kept_sentences(product.title):
        for k, word in enumerate(sentence.words):
            if word in _TITLE_ENDS and k > 1:
                words.add(sentence.lemmas[k - 1])
                break
            if k < 3 and kinds_of(word) == "N" and word not in facets().terms:
                words.add(sentence.lemmas[k])
        else:
            words.add(sentence.lemmas[-1])
        break
    return frozenset(words.union(*map(_heads, words)))


def _heads(word: str) -> list[str]:
    """What a product word of two words in one is for short: "bud" for "earbud"."""
    return [
        word[k:]
        for k in range(_SHORTEST_PART, len(word) - _SHORTEST_PART + 1)
        if is_noun(word[:k]) and is_noun(word[k:])
    ]


def _is_name(term: str, facet: str) -> bool:
    """True for a facet's very name, its "life" aside: "battery", but not the "motion" of motion isolation."""
    return facet.removesuffix(" life") == term or facet == term


@dataclass(slots=True)
class _Resolver:
    """Says which aspect a mention speaks of, and what it thinks of it."""

    generic: frozenset[str]
    kinds: Kinds
    support: Counter[str] = field(default_factory=Counter)
    out_of_place: frozenset[str] = frozenset()
    """Facets of other kinds of product, which nobody names."""
    foreign: frozenset[str] = frozenset()
    """Facets of other kinds of product: a noun that can mean one of them means itself."""
    terms: dict[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    """For each key that was looked up, its term and the facets of that."""

    def weigh(self, read: list[Notes]) -> None:
        """Count how many reviewers speak of each facet in words that can mean no other."""
        namers: Counter[str] = Counter()
        self.foreign = self.kinds.foreign()
        for notes in read:
            sure: set[str] = set()
            named: set[str] = set()
            for spoken in notes.spoken:
                names = self._terms(spoken.key)[1] if spoken.key else tuple(name for name, _ in spoken.implied)
                if len(names) == 1 and not (spoken.key and self._is_weak(spoken.key, names[0])):
                    sure.add(names[0])
                    named.update(names if spoken.key else ())
            self.support.update(sure)
            namers.update(named)
        known = facets()
        alone = Counter(self.support)
        for name, others in known.related.items():
            if not alone.keys().isdisjoint(others):
                self.support[name] += sum(alone[other] for other in others) // 2
        self.support.update(self.kinds.named)
        self.support.update(dict.fromkeys(self.kinds.own, _OWN_KIND))
        # One "that's fun" about a cream does not make every "love it" speak of fun.
        at_home = {name for name, count in namers.items() if count > 1 or name not in self.foreign}
        self.out_of_place = self.kinds.out_of_place(at_home, len(read))

    def resolve(self, spoken: Spoken) -> tuple[str, float] | None:
        """The aspect's name and the leaning, or None where it is no aspect."""
        if not spoken.key:
            return self._implied(spoken)
        if spoken.in_passing:
            return None
        names = self._names(spoken.key)
        if names:
            name = self._best(names)
            return name, spoken.leaning.of(name, self.foreign)
        key = self._stripped(spoken.key)
        return (key, spoken.leaning.of("", self.foreign)) if key else None

    def _implied(self, spoken: Spoken) -> tuple[str, float] | None:
        values = {name: value for name, value in spoken.implied if name not in self.out_of_place}
        if not values or not self.out_of_place.issuperset(spoken.within):
            return None
        name = self._best(tuple(values))
        own = self._names(spoken.owner) if spoken.owner else ()
        if own and name not in own and not (spoken.is_event and name in _EVENTS):
            return None
        if spoken.is_before_owner and name in _MEASURED and not own and self._stripped(spoken.owner):
            return None
        value = values[name]
        return name, spoken.leaning.of(name, self.foreign) if value is None else value

    def _best(self, names: tuple[str, ...]) -> str:
        if len(names) == 1:
            return names[0]
        known = facets()
        return min(names, key=lambda name: (-self.support[name], name not in known.common, known.order.get(name, 0)))

    def _stripped(self, key: str) -> str:
        """A key without the words that mean the product; empty where nothing else is left."""
        words = key.split(" ")
        if words[-1] in self.generic:
            return ""
        return " ".join(word for word in words if word not in self.generic)

    def _names(self, key: str) -> tuple[str, ...]:
        """The facets a key can mean; a weak term only those that reviewers speak of in other words too."""
        term, names = self._terms(key)
        weak = facets().weak
        sure = tuple(name for name in names if (term, name) not in weak or self.support[name] > 0)
        return tuple(name for name in sure if name not in self.out_of_place) or sure

    def _is_weak(self, key: str, name: str) -> bool:
        return (self._terms(key)[0], name) in facets().weak

    def _terms(self, key: str) -> tuple[str, tuple[str, ...]]:
        """The part of a key that is a term, its end before its beginning, and the facets of that term."""
        if key not in self.terms:
            self.terms[key] = self._find_terms(key)
        return self.terms[key]

    def _find_terms(self, key: str) -> tuple[str, tuple[str, ...]]:
        terms = facets().terms
        words = self._stripped(key).split(" ")
        parts = [words[start:] for start in range(len(words))] + [words[:end] for end in range(len(words) - 1, 0, -1)]
        for part in parts:
            term = " ".join(part)
            if term in terms:
                return term, tuple(name for name in terms[term] if name not in self.foreign or _is_name(term, name))
        return "", ()
