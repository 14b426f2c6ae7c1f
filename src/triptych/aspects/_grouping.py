"""Which of the things reviewers name are one aspect, and what it is called: decided from all notes at once."""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Container
from dataclasses import dataclass, field
from typing import NamedTuple

from triptych.aspects._generic import generic_nouns
from triptych.aspects._kinds import Kinds, kinds_of_product
from triptych.aspects._notes import Notes
from triptych.aspects.learnt_words import judged_things
from triptych.aspects.lexicons._facets import facets
from triptych.aspects.sameness import Content
from triptych.aspects.sentences._mentions import Spoken
from triptych.aspects.sentences._terms import not_aspects
from triptych.aspects.sentences.sentiment_targets import Leaning
from triptych.aspects.sureness import HeardRemark, Odds, aspect_features, odds_of
from triptych.english.sentences import kept_sentences
from triptych.english.words import is_noun, kinds_of, word_set
from triptych.listing import find_kind
from triptych.records import Evidence, Product

_TITLE_ENDS = word_set(", ( ) - – | with for & / : in by of")
_SHORTEST_PART = 3
_FEWEST_NAMERS, _SHARE_OF_NAMERS, _SHORTEST_NOUN = 3, 0.3, 4
_SILENT, _STARRED = 0.85, 0.6
_PLAIN = 1.0
OVERALL = "overall"
_SURE_AGAIN = 0.66
"""So sure a reviewer's further remark on the product as a whole must be."""
_SEVERAL, _SHARE_OF_SEVERAL = 2, 0.02
"""So many reviewers make a thing an aspect of which people seldom say how it is."""
SURE = 0.5
"""What is less likely than this is not counted."""
_AGREED, _ALONE = 0.6, 0.75
"""How much likelier one direction must be than the other, where the rules say the same and where they do not."""
_FEW_STARS, _ALL_STARS = 2, 5
_OWN_KIND = 2
"""As many reviewers does it count that a facet belongs to the product's own kind."""
_EVENTS = frozenset(("durability", "noise", "leaking", "safety", "customer service", "delivery", "water resistance"))
"""Facets of what happens to a thing: "the hinge snapped" speaks of the hinge and of durability."""
_MEASURED = frozenset(
    ("size", "weight", "width", "fabric", "thickness", "speed", "temperature", "capacity", "breathability")
)
"""Facets of a whole product: "thin socks" speaks of the socks alone."""


class Said(NamedTuple):
    """One place where one reviewer speaks of one aspect."""

    notes: Notes
    spoken: Spoken
    value: float
    remark: HeardRemark | None = None
    """The part of the review that says it."""
    sureness: float = 1.0
    """The probability that it leans as the value says."""

    @property
    def words(self) -> str:
        """The remark itself, without the clause around it."""
        return self.notes.text[self.remark.start : self.remark.end] if self.remark else self.surface

    @property
    def span(self) -> tuple[int, int]:
        """The whole clause that says it."""
        return self.remark.clause if self.remark else (self.spoken.start, self.spoken.end)

    def evidence(self, product_id: str, span: tuple[int, int] | None = None) -> Evidence:
        """A part of the review as evidence: the whole clause where no other is asked for."""
        start, end = span or self.span
        return Evidence(
            product_id=product_id,
            source="review",
            source_id=self.notes.review_id,
            start=start,
            end=end,
            text=self.notes.text[start:end],
        )

    def content(self, aspect: str, generic: Container[str]) -> Content:
        """What it says as far as that is compared; `generic` words mean the product itself."""
        about = "" if aspect == OVERALL else aspect
        if self.remark is None:
            return Content((), (), False, about, self.sureness)
        told = zip(self.remark.lemmas, self.remark.kinds, strict=True)
        kept = [(lemma, kind == "N") for lemma, kind in told if lemma not in generic]
        words, things = tuple(word for word, _ in kept), tuple(is_thing for _, is_thing in kept)
        return Content(words, things, self.remark.is_negated, about, self.sureness)

    @property
    def surface(self) -> str:
        """The words themselves, in lower case and on one line."""
        return " ".join(self.notes.text[self.spoken.start : self.spoken.end].lower().split())


Candidate = tuple[int, str, Said]
"""The number of a remark, an aspect that it may speak of, and what the rules make of it."""


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


def group(read: list[Notes], resolver: "Resolver") -> list[Grouped]:
    """The aspects of the reviews that were read, with all that is said of each."""
    all_found, namers = candidates(resolver, read)
    said_of = [pair for found in all_found for pair in _heard(found, namers)]
    groups: dict[str, Grouped] = {}
    for name, said in said_of:
        groups.setdefault(name, Grouped(name, name if name in facets().order else "")).said.append(said)
    for name in [name for name, one in groups.items() if name != OVERALL and _is_no_thing(one)]:
        groups.setdefault(OVERALL, Grouped(OVERALL)).said += groups.pop(name).said
    for grouped in groups.values():
        if grouped.facet:
            grouped.name = _called(grouped, resolver.kinds)
        elif grouped.name != OVERALL:
            grouped.name = _commonest(grouped)
    return list(groups.values())


def _is_no_thing(grouped: Grouped) -> bool:
    """True for what one reviewer says of nothing that has a name."""
    return not grouped.facet and len(grouped.by_reviewer()) == 1 and not any(said.spoken.key for said in grouped.said)


def prepare(read: list[Notes], product: Product) -> "Resolver":
    """What is learnt from all reviews of a product at once."""
    generic = generic_nouns(use for notes in read for use in notes.uses) | product_words(product)
    generic |= _nouns_of_title(product, read) | frozenset((find_kind(product) or "").lower().split()[-1:])
    kinds = kinds_of_product(product, (frozenset(notes.uses) for notes in read))
    resolver = Resolver(generic, kinds)
    resolver.weigh(read)
    return resolver


def _called(grouped: Grouped, kinds: Kinds) -> str:
    """The facet's name, or the other one it has for this kind of product or where most speak of it in those words."""
    for other in facets().also.get(grouped.name, ()):
        is_said = 2 * sum(_says(said, other.terms) for said in grouped.said) > len(grouped.said)
        if is_said or not other.kinds.isdisjoint(kinds.kinds):
            return other.name
    keys = Counter(said.spoken.key for said in grouped.said if said.spoken.key)
    # Who only ever says "lid" does not speak of packaging.
    is_weak = bool(keys) and all((key, grouped.name) in facets().weak for key in keys)
    return _commonest(grouped) if is_weak and 2 * keys.total() > len(grouped.said) else grouped.name


def _says(said: Said, terms: frozenset[str]) -> bool:
    return said.spoken.key in terms or not terms.isdisjoint(said.surface.split(" "))


def _commonest(grouped: Grouped) -> str:
    surfaces = Counter(said.surface if said.spoken.key else grouped.name for said in grouped.said)
    return min(surfaces, key=lambda surface: (-surfaces[surface], surface.count(" "), surface))


def _heard(found: list[Candidate], namers: Counter[str]) -> list[tuple[str, Said]]:
    """What a review says of which aspect, as far as it is sure."""
    taken: dict[tuple[int, str], Said] = {}
    for at, name, said in found:
        sure = _sure(said, name, namers[name] - 1)
        last = taken.get((at, name))
        if last is None or sure.sureness * bool(sure.value) > last.sureness * bool(last.value):
            taken[at, name] = sure
    return [(name, said) for (_, name), said in _without_repeats(taken).items()]


def candidates(resolver: "Resolver", read: list[Notes]) -> tuple[list[list[Candidate]], Counter[str]]:
    """For each review its remarks with each aspect that they may speak of, and how many reviewers speak of each.

    What a remark says of it is still the rules' word.
    """
    named = [_named(resolver, notes) for notes in read]
    heads = Counter(head for some in named for head in {_head(name) for found in some.values() for name, _ in found})
    several = max(_SEVERAL, _SHARE_OF_SEVERAL * len(read))
    things = {head for head, count in heads.items() if count >= several or _is_judged(head)}
    all_found = [_candidates(resolver, notes, some, things) for notes, some in zip(read, named, strict=True)]
    return all_found, Counter(name for found in all_found for name in {name for _, name, _ in found})


def _head(name: str) -> str:
    return name.rpartition(" ")[2]


def _is_judged(lemma: str) -> bool:
    """True for what can head an aspect though one reviewer alone names it."""
    return lemma in judged_things() and lemma not in not_aspects()


def _named(resolver: "Resolver", notes: Notes) -> dict[int, list[tuple[str, Said]]]:
    """For each remark, by its number, what it names; a turn of phrase for an aspect goes before the aspect's name."""
    starts = [remark.start for remark in notes.remarks]
    named: dict[int, list[tuple[str, Said]]] = defaultdict(list)
    for spoken in notes.spoken:
        resolved = resolver.resolve(spoken)
        if resolved:
            at = max(0, bisect_right(starts, spoken.start) - 1)
            named[at].append((resolved[0], Said(notes, spoken, resolved[1], notes.remarks[at])))
    for at, found in named.items():
        phrases = [(name, said.spoken) for name, said in found if said.spoken.implied]
        if phrases and len(phrases) < len(found):
            told = {name for name, said in found if said.spoken.implied and said.value}
            named[at] = [
                (name, said)
                for name, said in found
                if said.spoken.implied or not (name in told or _is_part(name, said.spoken, phrases))
            ]
    return named


def _candidates(
    resolver: "Resolver", notes: Notes, named: dict[int, list[tuple[str, Said]]], things: set[str]
) -> list[Candidate]:
    known = facets().order
    found: list[Candidate] = []
    for at, remark in enumerate(notes.remarks):
        named_here = [one for one in named.get(at, ()) if one[0] in known or _head(one[0]) in things]
        named_here.sort(key=lambda one: (not one[1].spoken.leaning.is_own, one[0] not in known))
        some = [one for one in named_here if one[0] in known]
        # Of things that no facet knows, a remark is about one at most; beside a facet only about one that it judges.
        others = [one for one in named_here if one[0] not in known and (not some or one[1].spoken.leaning.is_own)]
        some += others[:1]
        some = some or [(resolver.heading(remark), Said(notes, _unnamed(remark), 0.0, remark))]
        found += [(at, name, said) for name, said in some]
    return found


def _without_repeats(taken: dict[tuple[int, str], Said]) -> dict[tuple[int, str], Said]:
    """The same without what a reviewer says again: of each aspect and direction the surest."""
    best: dict[tuple[str, bool], float] = {}
    for (_, name), said in taken.items():
        if said.value:
            best[name, said.value > 0] = max(said.sureness, best.get((name, said.value > 0), 0.0))
    return {
        (at, name): said
        for (at, name), said in taken.items()
        if (
            said.sureness == best[name, said.value > 0] or (name == OVERALL and said.sureness >= _SURE_AGAIN)
            if said.value
            else name != OVERALL
        )
    }


def _unnamed(remark: HeardRemark) -> Spoken:
    return Spoken("", (), remark.start, remark.end, Leaning(remark.worth))


def _sure(said: Said, name: str, others: int) -> Said:
    """The same with the direction that is likeliest, or with none where it is not sure."""
    odds = odds_of(said.remark, features_of(name, said, others)) if said.remark else Odds(0.0, 0.0)
    sureness = max(odds.praise, odds.blame)
    sign = 1.0 if odds.praise >= odds.blame else -1.0
    value = 0.0
    is_agreed = said.value * sign > _SILENT
    share = sureness / (odds.praise + odds.blame) if sureness else 0.0
    if sureness >= SURE and share >= (_AGREED if is_agreed else _ALONE):
        value = said.value if is_agreed else sign * _PLAIN
    return Said(said.notes, said.spoken, value, said.remark, sureness if value else 1 - odds.praise - odds.blame)


def features_of(name: str, said: Said, others: int) -> list[float]:
    """What is known of the aspect, as features of sureness: how many other reviewers name it, what the rules think."""
    leaning = said.spoken.leaning
    return aspect_features(
        said.value,
        others=others,
        whole=name == OVERALL,
        named=bool(said.spoken.key),
        implied=bool(said.spoken.implied),
        known=name in facets().order,
        own=leaning.is_own,
        another=leaning.is_of_another,
    )


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


def _nouns_of_title(product: Product, read: list[Notes]) -> frozenset[str]:
    """Nouns that many reviewers use and that the title has, run together with others or not: "TableFree Standing"."""
    counts = Counter(noun for notes in read for noun in {noun for noun, _ in notes.uses})
    fewest = max(_FEWEST_NAMERS, len(read) * _SHARE_OF_NAMERS)
    title = product.title.lower()
    return frozenset(
        noun
        for noun, count in counts.items()
        if count >= fewest and len(noun) >= _SHORTEST_NOUN and noun in title and noun not in facets().terms
    )


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
class Resolver:
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

    def heading(self, remark: HeardRemark) -> str:
        """What a remark is about that names no aspect: the first thing in it that people judge, else the whole."""
        for lemma, kind in zip(remark.lemmas, remark.kinds, strict=True):
            if kind == "N" and _is_judged(lemma) and lemma not in self.generic:
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
