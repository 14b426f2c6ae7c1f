"""What reviewers and the listing say of a need, by two learnt opinions.

One weighs the words of each clause (`triptych.needs.stances`). Where it hears anything at all of a review, a network
reads the whole review beside the need: what it comes to, and which of its words say so (`triptych.english.questions`).
How much each counts was learnt on products that had no part in either (`training/questions.py`). What the listing says
is heard by the first alone: the second hears nothing more there.
"""

import json
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from operator import attrgetter
from typing import NamedTuple

import numpy as np

from triptych.english.questions import Beside, Numbers, Part, read_question, shares_of, stored
from triptych.needs.excerpts import Excerpt, Excerpts
from triptych.needs.stances import Vote, clause_votes
from triptych.needs.votes import means_another
from triptych.needs.words import NeedWords
from triptych.records import Source, group_by

_LIKELY, _UNNAMED = 0.6, 0.75
"""How likely it must be that a reviewer takes a side, and that one does who has no word that bears on it."""
_HEARD, _CLEAR = 0.1, 0.5
"""How likely a clause must speak of a need for its review to be read, and for the clause to be what is shown."""
_PLAINLY = 0.7
"""What the word of a clause counts at least."""
_SURE = 1e-4


class _Said(NamedTuple):
    """What one reviewer says: how likely yes and no, the part of a review that says it most clearly, and the clause."""

    yes: float
    no: float
    place: int
    shown: Vote

    @property
    def is_vague(self) -> bool:
        """True for a side that no clause takes by itself."""
        side = self.shown.yes if self.yes > self.no else self.shown.no
        return max(self.yes, self.no) >= _LIKELY and side < _CLEAR


def votes_on(asked: NeedWords, excerpts: Excerpts) -> list[Vote]:
    """What each line of the listing says, and each reviewer in the words that say so."""
    found = clause_votes(asked, excerpts)
    said = [vote for vote in found if vote.excerpt.is_review and max(vote.yes, vote.no) >= _HEARD]
    said = [vote for vote in said if not means_another(asked, vote.excerpt)]
    clauses = group_by(said, lambda vote: vote.excerpt.source.id)
    return [*(vote for vote in found if not vote.excerpt.is_review), *_reviewers(asked, excerpts, clauses)]


def _reviewers(asked: NeedWords, excerpts: Excerpts, clauses: Mapping[str, Sequence[Vote]]) -> Iterator[Vote]:
    """What each reviewer says by both opinions, and the clause that shows it."""
    parts = excerpts.parts_by(clauses)
    if not parts:
        return
    weights, beside = stored(), Beside(read_question(asked.text), [part.values for _, part in parts])
    heard, places = _sides_in(beside), _places(parts)
    all_said = {who: _together(clauses[who], heard, some) for who, some in places.items()}
    vague = [who for who, said in all_said.items() if said.is_vague]
    made = dict(zip(vague, beside.pieces([all_said[who].place for who in vague]), strict=True))
    named = {*asked.stems}.difference(*(each.stems for each in excerpts.listing[:1]))
    for who, (yes, no, place, shown) in all_said.items():
        excerpt = shown.excerpt
        if who in made:
            shares = shares_of(made[who] @ weights["span"] + weights["span bias"])[:, 1 if yes > no else 2]
            excerpt = _most_of(excerpts.clauses_in(parts[place][0]), parts[place][1], shares) or excerpt
        told = (clause.stems for n in places[who] for clause in excerpts.clauses_in(parts[n][0]))
        yield Vote(excerpt, yes, no, _UNNAMED if all(map(named.isdisjoint, told)) else _LIKELY)


def heard_from(reviewers: Collection[str], text: str, excerpts: Excerpts) -> dict[str, tuple[float, float]]:
    """How likely each of some reviewers says that a need is met, and that it is not, by the network alone."""
    parts = excerpts.parts_by(reviewers)
    if not parts:
        return {}
    heard = _sides_in(Beside(read_question(text), [part.values for _, part in parts]))
    best = {who: heard[some].max(axis=0).tolist() for who, some in _places(parts).items()}
    return {who: (yes, no) for who, (yes, no) in best.items()}


def _sides_in(beside: Beside) -> Numbers:
    weights = stored()
    return shares_of(beside.sums() @ weights["stance"] + weights["stance bias"])[:, 1:3]


def _places(parts: Sequence[tuple[Source, Part]]) -> dict[str, list[int]]:
    return group_by(range(len(parts)), lambda n: parts[n][0].id)


def _together(clauses: Sequence[Vote], heard: Numbers, places: Sequence[int]) -> _Said:
    """What one reviewer says, by their clauses and by what the network hears in some places."""
    best = [max(vote.yes for vote in clauses), max(vote.no for vote in clauses)]
    both = weigh([*best, *heard[places].max(axis=0).tolist()])
    # What a clause says plainly stands, whatever the network hears in so few words.
    yes, no = (max(each, _PLAINLY * own) for each, own in zip(both, best, strict=True))
    shown = max(clauses, key=attrgetter("yes" if yes > no else "no"))
    return _Said(yes, no, max(places, key=lambda n: heard[n, 0 if yes > no else 1]), shown)


def weigh(given: Sequence[float]) -> tuple[float, float]:
    """How likely a reviewer says yes and no, by how likely their clauses do, yes and no, and the network hears it."""
    sure = np.array(given).clip(_SURE, 1 - _SURE)
    yes, no = np.exp(np.array([*np.log(sure / (1 - sure)), 1.0]) @ _weights()).tolist()
    return yes / (1 + yes + no), no / (1 + yes + no)


@cache
def _weights() -> Numbers:
    text = files("triptych.needs").joinpath("opinions.json").read_text(encoding="utf-8")
    return np.array(json.loads(text), dtype=np.float32)


def _most_of(clauses: Sequence[Excerpt], part: Part, shares: Numbers) -> Excerpt | None:
    """The clause whose words say it most."""
    ends = [piece.end for piece in part.pieces]
    sums = [sum(shares[bisect_right(ends, each.start) : bisect_left(ends, each.end) + 1].tolist()) for each in clauses]
    return max(zip(sums, clauses, strict=True), key=lambda pair: pair[0])[1] if clauses else None
