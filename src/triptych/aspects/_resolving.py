"""Which aspect a mention speaks of, decided from all reviews of a product at once.

Nobody lists the categories: "this laptop", "my laptop", "bought a laptop" say that a noun means the whole product,
while one says "the screen"; names are told by their capitals. What kind a product is of, its own title and category
say, or else the nouns of its reviewers; facets of other kinds are out of place: "sinking in" is absorption for a cream
and a fault of the gas lift for a chair.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from triptych.aspects._notes import Notes, NounUse
from triptych.aspects.lexicon import facets, judged_things, not_aspects
from triptych.aspects.mentions import Spoken
from triptych.aspects.remarks import HeardRemark
from triptych.english.sentences import kept_sentences
from triptych.english.words import is_noun, kinds_of, word_set
from triptych.listing import find_kind
from triptych.records import Product

_FEWEST_THIS, _SHARE_OF_THIS = 3, 0.1
_FEWEST_OWN, _SHARE_OF_OWN = 5, 0.22
_FEWEST_NAMED, _SHARE_OF_NAMED = 2, 0.6


def generic_nouns(uses: Iterable[NounUse]) -> frozenset[str]:
    """The nouns that mean the product itself, or a name."""
    counts: Counter[NounUse] = Counter(uses)
    totals: Counter[str] = Counter()
    for (noun, _), count in counts.items():
        totals[noun] += count
    return frozenset(noun for noun, total in totals.items() if _is_generic(noun, total, counts))


def _is_generic(noun: str, total: int, counts: Counter[NounUse]) -> bool:
    this, own, named = counts[noun, "this"], counts[noun, "own"], counts[noun, "name"]
    return (
        (this >= _FEWEST_THIS and this / total >= _SHARE_OF_THIS)
        or (this >= 1 and this + own >= _FEWEST_OWN and (this + own) / total >= _SHARE_OF_OWN)
        or (named >= _FEWEST_NAMED and named / total >= _SHARE_OF_NAMED)
    )


_LONGEST_TERM = 3
_FEWEST_REVIEWERS = 3
_SHARE_OF_REVIEWERS = 0.2
ENOUGH = 8
"""With so many reviews, a facet that nobody names is out of place."""


@dataclass(frozen=True, slots=True)
class Kinds:
    """What a product's own sources and its reviewers' nouns say of its kind."""

    kinds: frozenset[str]
    named: frozenset[str]
    """Facets that title, features, specifications or description name in words that can mean no other."""
    is_told: bool
    """True where the kind is told, known to the lists or not."""

    @property
    def own(self) -> frozenset[str]:
        """The facets of these kinds."""
        return _facets_of(self.kinds)

    def out_of_place(self, named: set[str], reviewers: int) -> frozenset[str]:
        """The facets that belong to other kinds of product and that nobody names."""
        known = facets()
        if not self.is_told and reviewers < ENOUGH:
            return frozenset(known.shy)
        foreign = known.order.keys() - known.common - named - self.named
        return frozenset(foreign - self.own)


@lru_cache(maxsize=256)
def _foreign_to(kinds: frozenset[str]) -> frozenset[str]:
    """The facets that belong to other kinds of product, where the kind of this one is known."""
    return frozenset(facets().kinds) - _facets_of(kinds) - facets().common if kinds else frozenset()


# Of all products there are few mixtures of kinds.
@lru_cache(maxsize=256)
def _facets_of(kinds: frozenset[str]) -> frozenset[str]:
    return frozenset(name for name, some in facets().kinds.items() if not kinds.isdisjoint(some))


def kinds_of_product(product: Product, uses: Iterable[frozenset[NounUse]]) -> Kinds:
    """The kinds of a product; `uses` are each reviewer's nouns."""
    words = _lemmas(product.category or "") | _lemmas(product.title)
    told = _kinds_with(words)
    kinds = told or _kinds_with(_common_nouns(list(uses)))
    texts = [product.title, *product.key_features, *product.specifications, product.description or ""]
    named = frozenset(name for text in texts for name in _named(text))
    return Kinds(kinds, named, bool(product.category or kinds))


def _kinds_with(words: set[str]) -> frozenset[str]:
    return frozenset(kind for kind, said in facets().kind_words.items() if not said.isdisjoint(words))


def _lemmas(text: str) -> set[str]:
    return {form for s in kept_sentences(text) for pair in zip(s.words, s.lemmas, strict=True) for form in pair}


def _common_nouns(uses: list[frozenset[NounUse]]) -> set[str]:
    """The nouns of so many reviewers that they may well mean the product."""
    counts = Counter(noun for some in uses for noun in {noun for noun, _ in some})
    fewest = max(_FEWEST_REVIEWERS, _SHARE_OF_REVIEWERS * len(uses))
    return {noun for noun, count in counts.items() if count >= fewest}


def _named(text: str) -> Iterator[str]:
    """The facets a text names in words that can mean no other."""
    known = facets()
    for sentence in kept_sentences(text):
        for start in range(len(sentence)):
            for end in range(start + 1, min(start + _LONGEST_TERM, len(sentence)) + 1):
                term = " ".join(sentence.lemmas[start:end])
                names = known.terms.get(term, ())
                if len(names) == 1 and (term, names[0]) not in known.weak:
                    yield names[0]


OVERALL = "overall"
_OWN_KIND = 2
"""As many reviewers does it count that a facet belongs to the product's own kind."""
_SHORTEST_PART = 3
_TITLE_ENDS = word_set(", ( ) - – | with for & / : in by of")
_EVENTS = frozenset(("durability", "noise", "leaking", "safety", "customer service", "delivery", "water resistance"))
"""Facets of what happens to a thing: "the hinge snapped" speaks of the hinge and of durability."""


def prepare(read: list[Notes], product: Product) -> "Resolver":
    """What is learnt from all reviews of a product at once."""
    generic = generic_nouns(use for notes in read for use in notes.uses) | product_words(product)
    generic |= frozenset((find_kind(product) or "").lower().split()[-1:])
    kinds = kinds_of_product(product, (frozenset(notes.uses) for notes in read))
    resolver = Resolver(generic, kinds)
    resolver.weigh(read)
    return resolver


def is_judged(lemma: str) -> bool:
    """True for what can head an aspect though one reviewer alone names it."""
    return lemma in judged_things() and lemma not in not_aspects()


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


@dataclass(slots=True)
class Resolver:
    """Says which aspect a mention speaks of, and what it thinks of it."""

    generic: frozenset[str]
    kinds: Kinds
    support: Counter[str] = field(default_factory=Counter)
    out_of_place: frozenset[str] = frozenset()
    """Facets of other kinds of product, which nobody names."""
    terms: dict[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    """For each key that was looked up, its term and the facets of that."""

    def weigh(self, read: list[Notes]) -> None:
        """Count how many reviewers speak of each facet in words that can mean no other."""
        namers: set[str] = set()
        for notes in read:
            sure: set[str] = set()
            for spoken in notes.spoken:
                names = self._terms(spoken.key)[1] if spoken.key else tuple(name for name, _ in spoken.implied)
                if len(names) == 1 and not (spoken.key and self._is_weak(spoken.key, names[0])):
                    sure.add(names[0])
                    namers.update(names if spoken.key else ())
            self.support.update(sure)
        known = facets()
        alone = Counter(self.support)
        for name, others in known.related.items():
            if not alone.keys().isdisjoint(others):
                self.support[name] += sum(alone[other] for other in others) // 2
        self.support.update(self.kinds.named)
        self.support.update(dict.fromkeys(self.kinds.own, _OWN_KIND))
        self.out_of_place = self.kinds.out_of_place(namers, len(read))

    def heading(self, remark: HeardRemark) -> str:
        """What a remark is about that names no aspect: the first thing in it that people judge, else the whole."""
        for lemma, kind in zip(remark.lemmas, remark.kinds, strict=True):
            if kind == "N" and is_judged(lemma) and lemma not in self.generic:
                return lemma
        return OVERALL

    def resolve(self, spoken: Spoken) -> tuple[str, float] | None:
        """The aspect's name and the leaning, or None where it is no aspect."""
        if not spoken.key:
            return self._implied(spoken)
        if spoken.in_passing:
            return None
        names = self._names(spoken.key)
        if names:
            name = self._best(names)
            return name, spoken.leaning.of(name)
        key = self._stripped(spoken.key)
        return (key, spoken.leaning.of("")) if key else None

    def _implied(self, spoken: Spoken) -> tuple[str, float] | None:
        values = {name: value for name, value in spoken.implied if name not in self.out_of_place}
        if not values or not self.out_of_place.issuperset(spoken.within):
            return None
        name = self._best(tuple(values))
        own = self._names(spoken.owner) if spoken.owner else ()
        if own and name not in own and not (spoken.is_event and name in _EVENTS):
            return None
        value = values[name]
        return name, spoken.leaning.of(name) if value is None else value

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
                # "Foam" is cushioning for a shoe, and foam for a shampoo.
                foreign = _foreign_to(self.kinds.kinds)
                return term, tuple(
                    name for name in terms[term] if name not in foreign or term in (name, name.removesuffix(" life"))
                )
        return "", ()
