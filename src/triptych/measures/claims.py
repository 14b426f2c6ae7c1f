"""Each claim of the text against the sentences of the sources: how doubtful it is, and what speaks against it.

A claim is a clause of the prose or a cell. Its signals (how near the sources come, by meaning and by words; which way
both of them lean, by two opinions; figures; sweeping words) add up in a log-linear model to the chance that a careful
reader calls it wrong. `training/judging.py` fits the weights in `claims.yaml`.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from statistics import fmean
from typing import NamedTuple

import numpy as np
import yaml

from triptych.english.meanings import Vectors, likeness
from triptych.measures._analysis import STRANGE, Analysis, Measured, NothingToMeasure, Stated, bad, good, growing
from triptych.measures._sources import ProductSources, SourceClause
from triptych.measures._text import brief, covered_aspects, leanings_of, tagged, wording
from triptych.measures.figures import figures_in, known_for, wrong_figures
from triptych.measures.tone import leads_up_to, side_of
from triptych.records import Evidence

_NEAREST = 6
"""Clauses of the reviews whose leaning is held against a claim's."""
_FEW = 6
"""Fewer claims than this make a text hard to check."""
_WORDED = ("counted", "all_of", "none_of", "many", "advice")
"""Signals that are turns of phrase."""
_OPPOSED, _OUTVOTED = 0.35, 0.3
_DOUBTFUL = 0.25
"""Chance of being wrong from which a claim is named; where a quarter is wrong, most of those above it are."""
_WORST = 3
_FEWEST_QUOTED = 3
"""Words of a quote that must be a source's; fewer may be a turn of phrase."""
_MOST_NOTES, _MOST_EVIDENCE = 8, 12


class CheckedClaim(NamedTuple):
    """A claim, its chance of being wrong, and what speaks against it or for it."""

    text: str
    start: int
    doubt: float
    signals: Mapping[str, float] | None = None
    """What is seen of it, each 0 to 1, as `claims.yaml` weighs it; None for a quote."""
    reason: str = ""
    """Why it is contradicted; empty where it is not."""
    against: Evidence | None = None
    """What a source says instead, or the words that it quotes."""
    support: SourceClause | None = None
    """What comes nearest to it in the sources."""
    turned: float = 0.0
    """How far it leans the other way than the reviews nearest to it."""

    @property
    def is_contradicted(self) -> bool:
        """True where a source says otherwise."""
        return bool(self.reason)


@dataclass(frozen=True, slots=True)
class ClaimDoubts(Measured):
    """How the claims hold; the value is 1 less their mean doubt."""

    worst: float = bad()
    """The mean doubt of the three most doubtful."""
    foreign: float = bad()
    """The share of words that are like none of the sources'."""
    invented: float = bad()
    """How many sentences are about something that no source speaks of."""
    turned: float = bad()
    """How far they lean the other way than the reviews nearest to them."""
    stated: float = good()
    """How many claims there are, as long as they are few."""
    checked: tuple[CheckedClaim, ...] = ()
    """Every claim, in the order of the text."""


def measure(analysis: Analysis) -> ClaimDoubts:
    """Each claim with its doubt; what is said twice counts once."""
    if not any(sources.clauses for sources in analysis.sources):
        raise NothingToMeasure("there is no source to check the text against")
    found = [*_checked(analysis), *_quotes(analysis)]
    if not found:
        raise NothingToMeasure("the text makes no claim that could be checked")
    mean, worst = summary_of([one.doubt for one in found])
    wrong = [one for one in found if one.is_contradicted or one.doubt >= _DOUBTFUL]
    signals = [one.signals for one in found if one.signals]
    reviews = max(len(sources.read_ids) for sources in analysis.sources)
    # What speaks against claims, or comes nearest to them.
    order = sorted(found, key=lambda one: not one.is_contradicted)
    spans = (one.against or (one.support and one.support.evidence()) for one in order)
    return ClaimDoubts(
        1 - mean,
        tuple(_notes(wrong, len(found))),
        tuple(dict.fromkeys(filter(None, spans)))[:_MOST_EVIDENCE],
        certainty=min(1.0, len(found) / _FEW) * min(1.0, 0.4 + reviews / 10),
        worst=worst,
        foreign=sum(one["strange"] for one in signals) / max(1, len(signals)),
        invented=growing(len(analysis.strays), 2.0),
        turned=growing(sum(one.turned for one in found) / len(found), 0.1),
        stated=min(1.0, len(found) / _FEW),
        checked=tuple(found),
    )


def summary_of(doubts: Sequence[float]) -> tuple[float, float]:
    """The mean of some claims' doubts, and that of the three highest."""
    highest = sorted(doubts, reverse=True)[:_WORST]
    return fmean(doubts), fmean(highest)


def _notes(wrong: list[CheckedClaim], total: int) -> Iterator[str]:
    contradicted = [one for one in wrong if one.is_contradicted]
    doubtful = sorted((one for one in wrong if not one.is_contradicted), key=lambda one: -one.doubt)
    if not wrong:
        yield f"None of the {total} claims stands out as wrong."
    if contradicted:
        yield f"Contradicted by the sources, {len(contradicted)} of {total} claims:"
    for n, one in enumerate(sorted(contradicted, key=lambda one: -one.doubt)[:_MOST_NOTES], start=1):
        yield f"{n}. “{brief(one.text, 90)}”, but {one.reason}"
    if doubtful:
        yield f"Not borne out by the sources, {len(doubtful)} of {total}:"
    for n, one in enumerate(doubtful[:_MOST_NOTES], start=1):
        nearest = f"; nearest: “{brief(one.support.text)}”" if one.support else ""
        yield f"{n}. “{brief(one.text, 90)}”{nearest}"


def _quotes(analysis: Analysis) -> Iterator[CheckedClaim]:
    """What stands between quotation marks: a source has it word for word, or it is contradicted."""
    for quote in analysis.quotes:
        if quote.evidence:
            side = side_of(leads_up_to(analysis.prose, analysis.quotes, quote))
            turned = max(0.0, -side * leanings_of([[word for one in tagged(quote.text) for word in one.words]])[0])
            reason = f"it is {'a complaint' if side > 0 else 'praise'}" if turned >= _OPPOSED else ""
            doubt = 0.7 if reason else 0.05
            yield CheckedClaim(quote.text, quote.start, doubt, None, reason, quote.evidence, None, turned)
        elif len(quote.text.split()) >= _FEWEST_QUOTED:
            yield CheckedClaim(quote.text, quote.start, 0.7, reason="no source has these words")


def _checked(analysis: Analysis) -> Iterator[CheckedClaim]:
    claims = list({(claim.said.lower(), claim.products): claim for claim in reversed(analysis.claims)}.values())[::-1]
    vectors = analysis.meanings([claim.said for claim in claims])
    leans = leanings_of([[word for sentence in tagged(claim.text) for word in sentence.words] for claim in claims])
    best: dict[int, _Beside] = {}
    for number, sources in enumerate(analysis.sources):
        rows = [row for row, claim in enumerate(claims) if number in claim.products] if sources.clauses else []
        for row, match in zip(rows, _matches([claims[row] for row in rows], vectors[rows], sources), strict=True):
            if row not in best or match.relevance > best[row].relevance:
                best[row] = match
    for row, match in sorted(best.items()):
        yield _judge(analysis, claims[row], leans[row], match)


class _Beside(NamedTuple):
    """A claim beside the clauses of one product."""

    sources: ProductSources
    near: float
    """How near the nearest clause comes in meaning."""
    shared: float
    """The share of its words, by weight, that one clause has."""
    top: int
    """The clause that comes nearest in both."""
    relevance: float
    """How near that is."""
    reviews: list[tuple[float, int]]
    """How near the nearest clauses of the reviews come, and which they are."""
    strange: int
    """How many of its words are like none of the sources'."""

    @property
    def leaning(self) -> float:
        """Which way the nearest reviews lean, from -1 to 1, the nearer ones counting more."""
        total = sum(relevance for relevance, _ in self.reviews)
        return sum(self.sources.leanings[row] * relevance for relevance, row in self.reviews) / max(1e-9, total)

    def opposing(self, leaning: float) -> tuple[float, int]:
        """How near a review comes that leans the other way, and its clause."""
        return max((one for one in self.reviews if self.sources.leanings[one[1]] * leaning < -0.08), default=(0.0, -1))


def _matches(claims: Sequence[Stated], vectors: Vectors, sources: ProductSources) -> Iterator[_Beside]:
    """Each claim beside the clauses of one product, all at once."""
    if not claims:
        return
    near = likeness(vectors, sources.vectors)
    # A title names the product, and bears out little else.
    near = np.where([clause.source.kind == "title" for clause in sources.clauses], 0.6 * near, near)
    shared = np.zeros(near.shape, dtype=np.float32)
    for row, claim in enumerate(claims):
        rows = {lemma: sources.rows_with.get(lemma, []) for lemma in claim.content}
        # A word tells the more, the fewer clauses have it.
        weights = {lemma: math.log(1 + len(sources.clauses) / max(1, len(some))) for lemma, some in rows.items()}
        total = sum(weights.values()) or 1.0
        for lemma, weight in weights.items():
            shared[row, rows[lemma]] += weight / total
    relevance = 0.6 * np.clip(near, 0, 1) + 0.4 * shared
    first, most = sources.review_rows.start, min(_NEAREST, len(sources.review_rows))
    nearest = first + np.argpartition(-relevance[:, first:], max(0, most - 1), axis=1)[:, :most] if most else relevance
    for row, (claim, top) in enumerate(zip(claims, relevance.argmax(axis=1).tolist(), strict=True)):
        reviews = [(float(relevance[row, place]), int(place)) for place in nearest[row]] if most else []
        strange = sum(sources.nearness(lemma) < STRANGE for lemma in claim.content)
        nearness = float(near[row].max()), float(shared[row].max())
        yield _Beside(sources, *nearness, top, float(relevance[row, top]), sorted(reviews, reverse=True), strange)


def _judge(analysis: Analysis, claim: Stated, own: float, match: _Beside) -> CheckedClaim:
    sources, text = match.sources, claim.text
    lean = {"pro": max(own, 0.5), "con": min(own, -0.5)}.get(claim.piece.place, own)
    opposed, row = match.opposing(lean)
    outvoted, counter = _outvoted(analysis, claim)
    known = known_for(analysis, claim.piece)
    wrong = wrong_figures(text, known)
    worded = {name: float(bool(wording(name).search(text))) for name in _WORDED}
    is_sweeping = bool(worded["all_of"] or worded["none_of"])
    signals = {
        **worded,
        # What is told of a few, or as what may be.
        "few": float(bool(wording("cautious").search(text))),
        # How near the nearest clause of the sources comes in meaning, and the share of its words that one of them has.
        "near": max(0.0, match.near),
        "shared": match.shared,
        # How many of its words are like none of the sources'.
        "strange": min(3, match.strange) / 3,
        # How near a review comes that leans the other way, and by how many more reviewers the other side is held.
        "opposed": opposed,
        "sweeping_opposed": opposed * is_sweeping,
        "outvoted": outvoted,
        # How far it is good news, or bad.
        "praises": max(0.0, lean),
        "blames": max(0.0, -lean),
        "wrong_figure": float(bool(wrong)),
        "right_figure": float(any(known.bears_out(figure) for figure in figures_in(text) if figure.kind != "count")),
        "in_verdict": float(claim.piece.place == "verdict"),
    }
    doubt, top = doubt_of(signals), sources.clauses[match.top]
    against = sources.clauses[row].evidence() if is_sweeping and opposed >= _OPPOSED else None
    # What is told as one's view, or as disputed, is not contradicted by what the others say.
    against = counter if outvoted >= _OUTVOTED and not signals["few"] else against
    against = against if doubt >= _DOUBTFUL else None
    if wrong:
        reason = f"“{text[wrong[0].start : wrong[0].end].strip()}” is in no source"
        against = against or (top.evidence() if match.relevance >= _OPPOSED else None)
    else:
        reason = f"“{brief(against.text)}”" if against else ""
    turned = max(0.0, -lean * match.leaning)
    return CheckedClaim(text, claim.start, doubt, signals, reason, against, top, turned)


def _outvoted(analysis: Analysis, claim: Stated) -> tuple[float, Evidence | None]:
    """By how much the other side outnumbers those who agree with a claim, and a quotation of the other side."""
    worst, quote = 0.0, None
    for number in claim.products:
        sources = analysis.sources[number]
        for told in covered_aspects([claim.piece._replace(text=claim.text)], sources.reading):
            value = sum(spot.value for spot in told.spots)
            value = {"pro": abs(value) + 0.5, "con": -abs(value) - 0.5}.get(claim.piece.place, value)
            if told.aspect is None or not value:
                continue
            counts = told.aspect.reviewers
            same, other = (counts.for_, counts.against) if value > 0 else (counts.against, counts.for_)
            if (other - same) / (counts.total + 1) > worst:
                worst = (other - same) / (counts.total + 1)
                points = [point for point in told.aspect.points if (point.direction == "+") == (value < 0)]
                quote = points[0].quotes[0] if points else next(iter(told.aspect.quotes), None)
    return worst, quote


def doubt_of(signals: Mapping[str, float]) -> float:
    """The chance that a careful reader calls the claim wrong."""
    base, weights = _weights()
    total = base + sum(weight * signals[name] for name, weight in weights.items())
    return 1 / (1 + math.exp(-total))


@cache
def _weights() -> tuple[float, dict[str, float]]:
    given = yaml.safe_load(files("triptych.measures").joinpath("claims.yaml").read_text(encoding="utf-8"))
    return given["base"], dict(sorted(given["weights"].items()))
