"""Which aspect a mention speaks of, decided from all reviews of a product at once.

Nobody lists the categories: "this laptop", "my laptop", "bought a laptop" say that a noun means the whole product,
while one says "the screen"; names are told by their capitals. What kind a product is of, its own title and category
say, or else the nouns of its reviewers; facets of other kinds are out of place: "sinking in" is absorption for a cream
and a fault of the gas lift for a chair.
"""

from collections import Counter
from collections.abc import Iterable

from triptych.aspects._notes import Notes, NounUse
from triptych.aspects.lexicon import facets, facets_named, judged_things, kinds_with, not_aspects, terms_in
from triptych.aspects.mentions import Spoken
from triptych.aspects.remarks import HeardRemark
from triptych.english.sentences import kept_sentences
from triptych.listing import find_kind
from triptych.records import Product

_FEWEST_THIS, _SHARE_OF_THIS = 3, 0.1
_FEWEST_OWN, _SHARE_OF_OWN = 5, 0.22
_FEWEST_NAMED, _SHARE_OF_NAMED = 2, 0.6


def generic_nouns(uses: Iterable[NounUse]) -> frozenset[str]:
    """The nouns that mean the product itself, or a name."""
    counts = Counter(uses)
    found: set[str] = set()
    for noun in {noun for noun, _ in counts}:
        this, own, named = counts[noun, "this"], counts[noun, "own"], counts[noun, "name"]
        total = this + own + named + counts[noun, ""]
        if (
            (this >= _FEWEST_THIS and this / total >= _SHARE_OF_THIS)
            or (this >= 1 and this + own >= _FEWEST_OWN and (this + own) / total >= _SHARE_OF_OWN)
            or (named >= _FEWEST_NAMED and named / total >= _SHARE_OF_NAMED)
        ):
            found.add(noun)
    return frozenset(found)


OVERALL = "overall"
_FEWEST_REVIEWERS, _SHARE_OF_REVIEWERS = 3, 0.2
_ENOUGH = 8
"""With so many reviews, a facet that nobody names is out of place."""
_OWN_KIND = 2
"""As many reviewers does it count that a facet belongs to the product's own kind."""


def _forms(text: str) -> set[str]:
    return {form for sentence in kept_sentences(text) for form in (*sentence.words, *sentence.lemmas)}


def _common_nouns(read: list[Notes]) -> set[str]:
    """The nouns of so many reviewers that they may well mean the product."""
    counts = Counter(noun for notes in read for noun in {noun for noun, _ in notes.uses})
    fewest = max(_FEWEST_REVIEWERS, _SHARE_OF_REVIEWERS * len(read))
    return {noun for noun, count in counts.items() if count >= fewest}


def is_judged(lemma: str) -> bool:
    """True for what can head an aspect though one reviewer alone names it."""
    return lemma in judged_things() and lemma not in not_aspects()


class Resolver:
    """Says which aspect a mention speaks of, and what it thinks of it, by all reviews of a product at once."""

    def __init__(self, read: list[Notes], product: Product) -> None:
        self.generic = generic_nouns(use for notes in read for use in notes.uses)
        self.generic |= frozenset((find_kind(product) or "").lower().split()[-1:])
        listed_as = _forms(product.category or "") | _forms(product.title)
        self.kinds = kinds_with(listed_as) or kinds_with(_common_nouns(read))
        """What kinds of product it is, by its own title and category or its reviewers' nouns."""
        self.support: Counter[str] = Counter()
        """For each facet how many reviewers speak of it in words that can mean no other."""
        self.out_of_place: frozenset[str] = frozenset()
        """Facets of other kinds of product, which nobody names."""
        listed = [product.title, *product.key_features, *product.specifications, product.description or ""]
        named = {names[0] for text in listed for names in terms_in(text) if len(names) == 1}
        own = {name for name, kinds in facets().kinds.items() if not self.kinds.isdisjoint(kinds)}
        self.support.update(named)
        self.support.update(dict.fromkeys(own, _OWN_KIND))
        for notes in read:
            sure: set[str] = set()
            for spoken in notes.spoken:
                names = self._facets(spoken.key) if spoken.key else tuple(name for name, _ in spoken.implied)
                if len(names) == 1:
                    sure.add(names[0])
                    named.update(names if spoken.key else ())
            self.support.update(sure)
        if product.category or self.kinds or len(read) >= _ENOUGH:
            self.out_of_place = frozenset(facets().order.keys() - facets().common - named - own)

    def heading(self, remark: HeardRemark) -> str:
        """What a remark is about that names no aspect: the first thing in it that people judge, else the whole."""
        for lemma, kind in zip(remark.lemmas, remark.kinds, strict=True):
            if kind == "N" and is_judged(lemma) and lemma not in self.generic:
                return lemma
        return OVERALL

    def resolve(self, spoken: Spoken) -> tuple[str, float] | None:
        """The aspect's name and the leaning, or None where it is no aspect."""
        if not spoken.key:
            values = {name: value for name, value in spoken.implied if name not in self.out_of_place}
            if not values:
                return None
            name = self._best(tuple(values))
            own = self._facets(spoken.owner) if spoken.owner else ()
            if own and name not in own:
                return None
            value = values[name]
            return name, spoken.leaning.worth if value is None else value
        if spoken.in_passing:
            return None
        names = self._facets(spoken.key)
        names = tuple(name for name in names if name not in self.out_of_place) or names
        key = self._best(names) if names else self._stripped(spoken.key)
        return (key, spoken.leaning.worth) if key else None

    def _best(self, names: tuple[str, ...]) -> str:
        known = facets()
        return min(names, key=lambda name: (-self.support[name], name not in known.common, known.order.get(name, 0)))

    def _stripped(self, key: str) -> str:
        """A key without the words that mean the product; empty where nothing else is left."""
        words = key.split(" ")
        if words[-1] in self.generic:
            return ""
        return " ".join(word for word in words if word not in self.generic)

    def _facets(self, key: str) -> tuple[str, ...]:
        return facets_named(self._stripped(key))
