"""What one clause or line says of a need: yes, no, or nothing, as it was learnt.

Weighed are the words of both, how near they come in meaning, how good the news is, and what rules notice of a clause
that has words of the need or a turn of phrase for it (`triptych.needs.votes`). The model is log-linear, its weights
come from what readers found in the reviews of 1,350 products (`training/stances.py`).
"""

import json
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from itertools import pairwise
from math import exp
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from triptych.english.meanings import embed, embed_once, likeness
from triptych.english.words import denies, kinds_of
from triptych.needs.excerpts import Excerpt, Excerpts, stem
from triptych.needs.lists import listed
from triptych.needs.phrases import WORD
from triptych.needs.votes import Clues, clues_on, direction_of
from triptych.needs.words import NeedWords

_TURN, _PLAIN, _PARTLY, _OTHERWISE, _NEVER = 0.4, 0.5, 0.65, 0.85, 1.0
"""How likely it must be that an excerpt takes a side: by a turn of phrase, the need's words, some of them, others."""
_CONTRARY, _SURELY = 0.0, 0.9
"""What stands for a bar where a clause plainly says the contrary, and how likely it denies the need then."""
_CLAIMED = 0.1
"""How much less will do for what the shop says: it praises what it names."""
_BAD_NEWS = -0.4
"""News of a use that is no praise of it: of those labelled, one in five was."""
_NEAR_WORD, _NEAR_CLAUSE = 0.45, 0.35
"""How near the nearest word of a clause, or all of it, comes to one that may speak of a need without its words."""
_OVERLAP = 0.5
_AROUND = 4
_STEPS = {
    "cosine": (0.12, 0.22, 0.29, 0.37, 0.46, 0.54, 0.66, 0.76),
    "mean": (0.235, 0.32, 0.385, 0.46, 0.555, 0.61, 0.77, 0.995),
    "least": (0.035, 0.07, 0.095, 0.13, 0.18, 0.255, 0.56, 0.995),
    "most": (0.46, 0.57, 0.77, 0.995),
    "news": (-0.7, -0.4, -0.15, 0.15, 0.4, 0.7),
    "cover": (0.01, 0.31, 0.5, 0.65, 0.8, 0.99),
    "words": (2, 3, 5, 7, 10, 14),
}
"""Where numbers are cut into steps."""


class Vote(NamedTuple):
    """What one excerpt says."""

    excerpt: Excerpt
    yes: float
    """How likely it says that the need is met."""
    no: float
    """How likely it says that it is not."""
    bar: float = _PLAIN
    """How likely it must be."""

    @property
    def sign(self) -> int:
        """1 for a yes, -1 for a no, 0 where neither is likely enough."""
        bar = self.bar if self.excerpt.is_review else self.bar - _CLAIMED
        return 0 if max(self.yes, self.no) < bar else 1 if self.yes > self.no else -1


class _Nearness(NamedTuple):
    """How near each clause comes to a need: as a whole, and the nearest words to each of its words."""

    cosine: NDArray[np.float32]
    words: NDArray[np.float32]
    """A row for each word of the need."""
    places: list[int]
    """Where in each clause the nearest word is."""


def clause_votes(asked: NeedWords, excerpts: Excerpts) -> list[Vote]:
    """What each clause says that may speak of a need."""
    votes = [_vote(*each) for each in features_on(asked, excerpts)]
    # Who tells bad news of a use does not find it good for that: "using it for nine hours was my mistake".
    bad = [asked.is_use and vote.excerpt.is_review and direction_of(vote.excerpt.words) < _BAD_NEWS for vote in votes]
    return [vote._replace(yes=0.0) if is_bad else vote for vote, is_bad in zip(votes, bad, strict=True)]


def _vote(excerpt: Excerpt, features: Sequence[str], bar: float) -> Vote:
    if bar == _CONTRARY:
        return Vote(excerpt, 0.0, _SURELY)
    found = [weights for name in features if (weights := _weights().get(name))]
    yes, no = (exp(sum(pair[side] for pair in found)) for side in (0, 1))
    return Vote(excerpt, yes / (1 + yes + no), no / (1 + yes + no), bar)


@cache
def _weights() -> dict[str, tuple[float, float]]:
    """What each feature adds to the log-odds of yes and of no against saying nothing."""
    text = files("triptych.needs").joinpath("stances.json").read_text(encoding="utf-8")
    stored: dict[str, tuple[float, float]] = json.loads(text)
    return stored


def features_on(asked: NeedWords, excerpts: Excerpts) -> Iterator[tuple[Excerpt, list[str], float]]:
    """Each clause that may speak of a need, with what is weighed, and how likely it must be to count."""
    clauses = excerpts.clauses
    if not clauses:
        return
    near, noticed = _nearness(asked, excerpts), _noticed(asked, excerpts)
    close = (near.words.max(axis=0) > _NEAR_WORD) | (near.cosine > _NEAR_CLAUSE)
    words = _telling(asked.text)
    stems = [stem(word) for word in words]
    for n in sorted({*np.flatnonzero(close).tolist(), *noticed}):
        all_near = near.words[:, n].tolist()
        steps = {
            "cosine": _step("cosine", float(near.cosine[n])),
            "mean": _step("mean", sum(all_near) / len(all_near)),
            "least": _step("least", min(all_near)),
            "most": _step("most", max(all_near)),
        }
        clause, clues = clauses[n], noticed.get(n, [])
        own = {*clause.stems, *map(clause.joined, range(len(clause.words)))}
        has = [one in own for one in stems]
        told = [*_manner(asked, clause, clues, steps, near.places[n]), *_sharing(words, has, clause, clues)]
        known = _TURN if any(each.is_turn for each in clues) else _PLAIN if all(has) else _PARTLY
        bar = _NEVER if clues and all(each.is_elsewhere for each in clues) else known if clues else _OTHERWISE
        # What the shop calls its goods good for rules the contrary out: "small rooms" a large one.
        is_denied = asked.is_use and not clause.is_review and {each.sign for each in clues} == {-1}
        yield clause, [*told, *_wording(clause, stems, steps["mean"])], _CONTRARY if is_denied else bar


def _telling(text: str) -> list[str]:
    words = WORD.findall(text.lower().replace("’", "'"))
    return [word for word in words if word not in listed("small in stances")] or words or [text]


def _nearness(asked: NeedWords, excerpts: Excerpts) -> _Nearness:
    known = excerpts.vectors
    need = np.array([embed_once(word) for word in _telling(asked.text)])
    near = likeness(known.words, need).T[:, known.places]
    nearest: NDArray[np.float32] = np.maximum.reduceat(near, known.firsts, axis=1)
    best, ends = near.max(axis=0), [*known.firsts[1:].tolist(), len(known.places)]
    places = [int(best[first:end].argmax()) for first, end in zip(known.firsts.tolist(), ends, strict=True)]
    whole = likeness(known.clauses, embed([asked.text.lower()]))[:, 0]
    return _Nearness(whole, nearest, places)


def _noticed(asked: NeedWords, excerpts: Excerpts) -> dict[int, list[Clues]]:
    """What the rules notice, by the clause it is in."""
    found: dict[int, list[Clues]] = {}
    for clues in clues_on(asked, excerpts):
        for n in excerpts.clauses_of(clues.excerpt.source):
            one, other = excerpts.clauses[n], clues.excerpt
            shared = min(one.end, other.end) - max(one.start, other.start)
            if shared >= _OVERLAP * min(one.end - one.start, other.end - other.start):
                found.setdefault(n, []).append(clues)
    return found


def _step(name: str, value: float) -> int:
    return bisect_right(_STEPS[name], value)


def _manner(
    asked: NeedWords, clause: Excerpt, noticed: Sequence[Clues], steps: dict[str, int], place: int
) -> Iterator[str]:
    """How a clause speaks of a need, whatever its words."""
    around = clause.words[max(0, place - _AROUND) : place + _AROUND + 1]
    news, close = _step("news", direction_of(clause.words)), _step("news", direction_of(around))
    denials, closer = (min(2, sum(map(denies, words))) for words in (clause.words, around))
    who = "title" if clause.is_title else "review" if clause.is_review else "listing"
    sort = "use" if asked.is_use else "not" if asked.is_negated else "how" if asked.manners else "that"
    cover = _step("cover", max((clues.cover for clues in noticed), default=0.0))
    sign, manner, whole = (
        f"{int(1 in sides)}{int(-1 in sides)}"
        for sides in (
            {clues.sign for clues in noticed},
            {clues.manner for clues in noticed},
            {clues.sign for clues in noticed if clues.is_whole},
        )
    )
    is_half, is_unsaid = any(clues.is_half for clues in noticed), any(clues.is_unsaid for clues in noticed)
    long, asks = _step("words", len(clause.words)), min(5, len(_telling(asked.text)))
    cosine, mean, least, most = (steps[name] for name in ("cosine", "mean", "least", "most"))
    yield "all"
    yield from (f"{name} {step}" for name, step in steps.items())
    yield from (f"news {news}", f"close {close}", f"long {long}", f"denials {denials}", f"closer {closer}")
    yield from (f"asks {asks}", f"cover {cover} {sign} {sort}", f"cover {cover} news {news} {sort}")
    yield from (f"cover {cover} {sign} {who}", f"manner {manner} {close}", f"manner {manner} {sign} {cover}")
    yield from (f"mean {mean} news {news} {sort}", f"mean {mean} close {close}", f"cosine {cosine} news {news}")
    yield from (f"least {least} close {close}", f"most {most} {least}", f"who {who} {sort}", f"who {who} mean {mean}")
    yield from (f"who {who} cosine {cosine}", f"closer {closer} close {close} {sort}", f"closer {closer} mean {mean}")
    yield from (f"denials {denials} {sign} {cover}", f"half {is_half} {cover}", f"unsaid {is_unsaid}")
    yield from (f"whole {whole} {sort} {close}", f"measured {asked.is_measured} {manner} {who}")
    yield from (f"trouble {asked.is_trouble} {sign}", f"long {long} cosine {cosine}", f"asks {asks} mean {mean}")
    yield from (f"asks {asks} least {least}", f"asks {asks} cover {cover}")


def _sharing(words: Sequence[str], has: Sequence[bool], clause: Excerpt, noticed: Sequence[Clues]) -> Iterator[str]:
    """Which words of a need a clause has itself, and whether the rules make something of that."""
    kinds = "".join(sorted({kinds_of(word)[0] for word, is_there in zip(words, has, strict=True) if not is_there}))
    ways = {(clues.sign, clues.is_turn) for clues in noticed}
    rule = "".join(f"{'t' if is_turn else 'w'}{sign}" for sign, is_turn in sorted(ways)) or "none"
    share = f"{sum(has)} of {min(4, len(has))}"
    news = _step("news", direction_of(clause.words)) // 2
    yield from (f"rule {rule}", f"rule {rule} has {share}", f"rule {rule} news {news}", f"rule {rule} lacks {kinds}")
    yield from (f"has {share} lacks {kinds}", f"ends {has[0]} {has[-1]} {share}", f"ends {has[-1]} rule {rule}")


def _wording(clause: Excerpt, stems: Sequence[str], mean: int) -> Iterator[str]:
    """The words of a clause, by themselves, by how near it is, and beside those of the need."""
    said = sorted(set(clause.stems))
    yield from (f"w {one}" for one in said)
    yield from (f"w{mean // 3} {one}" for one in said)
    yield from (f"p {asked} {one}" for one in said for asked in stems)
    yield from (f"b {one} {other}" for one, other in pairwise(clause.words))
    yield from (f"n {asked}" for asked in stems)
