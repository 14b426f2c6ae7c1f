"""Which of the things reviewers name are one aspect, and what it is called: decided from all notes at once."""

from bisect import bisect_right
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from math import log2, tanh
from typing import NamedTuple

from triptych.aspects._notes import Notes
from triptych.aspects._resolving import OVERALL, Resolver, is_judged
from triptych.aspects.lexicon import facets
from triptych.aspects.mentions import Spoken
from triptych.aspects.opinion_words import Leaning
from triptych.aspects.remarks import HeardRemark, odds_of

_SILENT, _STARRED = 0.85, 0.6
_PLAIN = 1.0
_SURE_AGAIN = 0.74
"""So sure a reviewer's further remark on the product as a whole must be."""
_SEVERAL, _SHARE_OF_SEVERAL = 2, 0.02
"""So many reviewers make a thing an aspect of which people seldom say how it is."""
SURE = 0.5
"""What is less likely than this is not counted."""
_CLEAR, _CLEAR_ALONE = 0.62, 0.75
"""The share of one direction in what is likely of both; of praise that no rule hears more is asked."""
_FEW_STARS, _ALL_STARS = 2, 5


class Said(NamedTuple):
    """One place where one reviewer speaks of one aspect."""

    notes: Notes
    spoken: Spoken
    value: float
    remark: HeardRemark
    """The part of the review that says it."""
    sureness: float = 1.0
    """The probability that it leans as the value says."""

    @property
    def words(self) -> str:
        """The remark itself, without the clause around it."""
        return self.notes.text[self.remark.start : self.remark.end]

    @property
    def span(self) -> tuple[int, int]:
        """The whole clause that says it."""
        return self.remark.clause

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


def group(read: list[Notes], resolver: Resolver) -> list[Grouped]:
    """The aspects of the reviews that were read, with all that is said of each."""
    all_found, namers = candidates(resolver, read)
    groups: dict[str, Grouped] = {}
    for name, said in [pair for found in all_found for pair in _heard(found, namers)]:
        groups.setdefault(name, Grouped(name, name if name in facets().order else "")).said.append(said)
    for grouped in groups.values():
        if grouped.facet:
            grouped.name = _called(grouped, resolver.kinds)
        elif grouped.name != OVERALL:
            surfaces = Counter(said.surface if said.spoken.key else grouped.name for said in grouped.said)
            grouped.name = min(surfaces, key=lambda surface: (-surfaces[surface], surface.count(" "), surface))
    return list(groups.values())


def _called(grouped: Grouped, kinds: frozenset[str]) -> str:
    """The facet's name, or the other one it has for this kind of product or where most speak of it in those words."""
    for other in facets().also.get(grouped.name, ()):
        saying = [one for one in grouped.said if not other.terms.isdisjoint([one.spoken.key, *one.surface.split(" ")])]
        if 2 * len(saying) > len(grouped.said) or not other.kinds.isdisjoint(kinds):
            return other.name
    return grouped.name


def _heard(found: list[Candidate], namers: Counter[str]) -> list[tuple[str, Said]]:
    """What a review says of which aspect, as far as it is sure."""
    taken: dict[tuple[int, str], Said] = {}
    for at, name, said in found:
        sure = _sure(said, name, namers[name] - 1)
        last = taken.get((at, name))
        if last is None or sure.sureness * bool(sure.value) > last.sureness * bool(last.value):
            taken[at, name] = sure
    return [(name, said) for (_, name), said in _without_repeats(taken).items()]


def candidates(resolver: Resolver, read: list[Notes]) -> tuple[list[list[Candidate]], Counter[str]]:
    """For each review its remarks with each aspect they may speak of, by the rules alone; and each one's reviewers."""
    named = [_named(resolver, notes) for notes in read]
    heads = Counter(head for some in named for head in {_head(name) for found in some.values() for name, _ in found})
    several = max(_SEVERAL, _SHARE_OF_SEVERAL * len(read))
    things = {head for head, count in heads.items() if count >= several or is_judged(head)}
    all_found = [_candidates(resolver, notes, some, things) for notes, some in zip(read, named, strict=True)]
    return all_found, Counter(name for found in all_found for name in {name for _, name, _ in found})


def _head(name: str) -> str:
    return name.rpartition(" ")[2]


def _named(resolver: Resolver, notes: Notes) -> dict[int, list[tuple[str, Said]]]:
    """For each remark, by its number, what it names; a turn of phrase for an aspect goes before the aspect's name."""
    starts = [remark.start for remark in notes.remarks]
    named: dict[int, list[tuple[str, Said]]] = defaultdict(list)
    for spoken in notes.spoken:
        resolved = resolver.resolve(spoken)
        if resolved:
            at = max(0, bisect_right(starts, spoken.start) - 1)
            named[at].append((resolved[0], Said(notes, spoken, resolved[1], notes.remarks[at])))
    for at, found in named.items():
        told = {name for name, said in found if said.spoken.implied and said.value}
        if told:
            named[at] = [(name, said) for name, said in found if said.spoken.implied or name not in told]
    return named


def _candidates(
    resolver: Resolver, notes: Notes, named: dict[int, list[tuple[str, Said]]], things: set[str]
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
        if not some:
            unnamed = Spoken("", (), remark.start, remark.end, Leaning(remark.worth))
            some = [(resolver.heading(remark), Said(notes, unnamed, 0.0, remark))]
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


def _sure(said: Said, name: str, others: int) -> Said:
    """The same with the direction that is likeliest, or with none where it is not sure."""
    odds = odds_of(said.remark, features_of(name, said, others))
    sureness = max(odds.praise, odds.blame)
    sign = 1.0 if odds.praise >= odds.blame else -1.0
    value = 0.0
    is_agreed = said.value * sign > _SILENT
    share = sureness / (odds.praise + odds.blame) if sureness else 0.0
    if sureness >= SURE and share >= (_CLEAR if is_agreed or sign < 0 else _CLEAR_ALONE):
        value = said.value if is_agreed else sign * _PLAIN
    return Said(said.notes, said.spoken, value, said.remark, sureness if value else 1 - odds.praise - odds.blame)


def features_of(name: str, said: Said, others: int) -> list[float]:
    """What is known of the aspect, by `ASPECT_FEATURES`: how many others name it, what the rules think of it."""
    support = [min(log2(1 + others), 3.0), float(not others), float(name == OVERALL)]
    is_implied, is_own = bool(said.spoken.implied), said.spoken.leaning.is_own
    if not said.spoken.key and not is_implied:
        return support
    liked, disliked = min(max(said.value, 0.0), 4.0), min(max(-said.value, 0.0), 4.0)
    return [
        *support,
        1.0,
        float(is_own),
        tanh(said.value / 2),
        liked,
        disliked,
        float(is_implied),
        liked * is_implied,
        disliked * is_implied,
        liked * is_own,
        disliked * is_own,
        float(abs(said.value) < 0.3),
        float(name in facets().order),
    ]


def by_stars(stars: float | None) -> float:
    """Which way a reviewer leans whose words do not tell."""
    if stars is None:
        return 0.0
    return -_STARRED if stars <= _FEW_STARS else _STARRED if stars >= _ALL_STARS else 0.0
