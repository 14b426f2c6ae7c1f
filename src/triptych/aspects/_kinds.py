"""Which facets are at home with a product: those of its kind, and those that it or its reviewers name.

"Sinking in" is absorption for a cream and a fault of the gas lift for a chair. What kind a product is of, its own title
and category say, or else the nouns of its reviewers.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from triptych.aspects._generic import NounUse
from triptych.aspects.lexicons._facets import facets
from triptych.english.sentences import kept_sentences
from triptych.records import Product

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

    def foreign(self) -> frozenset[str]:
        """The facets that belong to other kinds of product, where the kind of this one is known."""
        if not self.kinds:
            return frozenset()
        return _foreign_to(self.kinds)


# Of all products there are few mixtures of kinds.
@lru_cache(maxsize=256)
def _facets_of(kinds: frozenset[str]) -> frozenset[str]:
    return frozenset(name for name, some in facets().kinds.items() if not kinds.isdisjoint(some))


@lru_cache(maxsize=256)
def _foreign_to(kinds: frozenset[str]) -> frozenset[str]:
    return frozenset(facets().kinds) - _facets_of(kinds) - facets().common


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
