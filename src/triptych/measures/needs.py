"""Which needs of the query the text answers with something of its own, and what it tells beside them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from triptych.aspects import aspects_in
from triptych.english.meanings import Vectors, embed_once
from triptych.measures._analysis import Analysis, Measured, NothingToMeasure, bad, growing
from triptych.measures._text import brief, content_lemmas, tagged, told_words, wording
from triptych.measures.figures import figures_in
from triptych.records import Need, group_by
from triptych.texts import short_names

_NEAR, _RATHER_NEAR = 0.55, 0.3
_FIGURE = re.compile(r"\d[\d.,]*\d|\d")
_ROUND = 0.95
_ECHOED = 0.4
"""What a need counts that is repeated in the query's own words with nothing added."""
_FEWEST_TOLD = 2
"""Words about the product that make a sentence one that tells something."""


@dataclass(frozen=True, slots=True)
class Needs(Measured):
    """How the query is answered; the value is the weighted share of its needs."""

    echoed: float = bad()
    """The share of the needs that are only repeated."""
    idle: float = bad()
    """How many sentences tell something that serves none."""


def measure(analysis: Analysis) -> Needs:
    """Each need of the query and where it is answered; a comparison answers in rows and in the verdict."""
    asked = needs_asked(analysis)
    if not asked:
        raise NothingToMeasure("the query asks for nothing that can be told")
    stretches, told = stretches_of(analysis), spots_told(analysis)
    cells = cell_stretches(analysis) if analysis.case.task == "comparison" else []
    met: list[float] = []
    useful: set[int] = set()
    lines: list[str] = []
    for number, one in enumerate(asked, start=1):
        found = answers(one, stretches, analysis.clause_vectors, told)
        useful.update(place for place, _ in found)
        much = max((fully for _, fully in found), default=0.0)
        if analysis.case.task == "comparison":
            # Told in a row and taken up by the verdict is met; either alone is met in part.
            in_rows = len(answers(one, cells, analysis.cell_vectors, told)) >= 2
            has_prices = any(analysis.table.row(kind) for kind in ("final_price", "base_price"))
            much = 0.5 * (has_prices if one.need.kind == "budget" else in_rows) + 0.5 * (much > 0)
        met.append(much)
        quote = next((brief(stretches[place].text) for place, _ in sorted(found, key=lambda hit: -hit[1])), "")
        how = "answered" if much >= _ROUND else "in part" if much else "not taken up"
        lines.append(f"{number}. {one.need.kind} “{one.need.text}”: {how}" + (f" (“{quote}”)" if quote else ""))
    # A sentence in which one clause serves a need serves it as a whole; others may tell nothing and only lead on.
    by_sentence = group_by(analysis.clauses, lambda clause: clause.sentence)
    told_by = {number: sum(len(told_words(one.lemmas)) for one in some) for number, some in by_sentence.items()}
    telling = {number for number, words in told_by.items() if words >= _FEWEST_TOLD}
    idle = len(telling - {analysis.clauses[place].sentence for place in useful})
    weights = [one.weight for one in asked]
    value = sum(weight * much for weight, much in zip(weights, met, strict=True)) / sum(weights)
    notes = ("Needs of the query:", *lines, f"{idle} sentences tell something that serves none of them.")
    certainty, echoed = min(1.0, len(asked) / 3) * 0.8, sum(0 < much <= _ECHOED for much in met) / len(met)
    return Needs(value, notes, certainty=certainty, echoed=echoed, idle=growing(idle, 2.0))


class Asked(NamedTuple):
    """A need with what tells that a text takes it up."""

    need: Need
    weight: float
    """What it counts: an audience or a second use less than a need by itself."""
    aspects: frozenset[str]
    lemmas: frozenset[str]
    """Its own words."""
    echo: frozenset[str] = frozenset()
    """The words and numbers of the whole query and of the products' names: to repeat them answers nothing."""
    amounts: frozenset[float] = frozenset()
    """For a budget, the numbers that speak of it with no word or sign of money: the limit and the prices."""


class Stretch(NamedTuple):
    """A part of the text that may answer a need: a clause with its sentence around it."""

    text: str
    start: int
    end: int
    lemmas: tuple[str, ...]
    around: tuple[str, ...]
    """The content words of the whole sentence."""


# Several measures ask the same of one case, one after another; only that case is kept.
@lru_cache(maxsize=1)
def needs_asked(analysis: Analysis) -> tuple[Asked, ...]:
    """The needs that count: the kind of product only where nothing else is asked."""
    needs = analysis.needs
    real = [need for need in needs if need.kind != "category" and not _is_in_most_titles(need, analysis)]
    chosen = real or list(needs)
    found: list[Asked] = []
    prices = [price for one in analysis.case.products for price in (one.base_price, one.final_price)]
    names = " ".join(short_names([product.title for product in analysis.case.products]))
    echoed = tagged(f"{analysis.case.query or ''} . {names}")
    echo = frozenset(word for sentence in echoed for word in (*sentence.lemmas, *sentence.words))
    for place, need in enumerate(chosen):
        lemmas = frozenset(lemma for sentence in tagged(need.text) for lemma in content_lemmas(sentence))
        aspects = frozenset(aspects_in(need.text)) if need.kind != "budget" else frozenset({"price"})
        repeats = place > 0 and need.kind == "use" and chosen[place - 1].kind == "use" and not aspects
        weight = 0.5 if need.kind == "audience" or repeats else 1.0
        limits = (*prices, need.most) if need.kind == "budget" else ()
        amounts = frozenset(float(money.amount) for money in limits if money)
        found.append(Asked(need, weight, aspects, lemmas, echo, amounts))
    return tuple(found)


def _is_in_most_titles(need: Need, analysis: Analysis) -> bool:
    """True for a word such as "wireless" that only tells the kind of product: most titles have it."""
    if need.kind != "feature" or " " in need.text or "-" in need.text:
        return False
    named = [need.text.lower() in product.title.lower() for product in analysis.case.products]
    return sum(named) > len(named) / 2


def answers(
    asked: Asked, stretches: Sequence[Stretch], vectors: Vectors, told: Sequence[tuple[int, str]]
) -> list[tuple[int, float]]:
    """The stretches, whose meanings are given beside them, that take a need up, each with how fully: 1
    answered, 0.4 merely echoed."""
    if not stretches:
        return []
    near = vectors @ embed_once(asked.need.text)
    spots = [spot for spot, name in told if name in asked.aspects]
    found: list[tuple[int, float]] = []
    for place, stretch in enumerate(stretches):
        if not _takes_up(asked, stretch, float(near[place]), spots):
            continue
        beyond = told_words(tuple(lemma for lemma in stretch.around if lemma not in asked.echo))
        has_figure = any(figure not in asked.echo for figure in _FIGURE.findall(stretch.text))
        found.append((place, 1.0 if len(beyond) >= 2 or has_figure else _ECHOED))
    return found


def _takes_up(asked: Asked, stretch: Stretch, near: float, spots: Sequence[int]) -> bool:
    if asked.need.kind == "budget":
        has_amount = bool(re.search(r"\d", stretch.text)) or "budget" in stretch.text.lower()
        is_worded = has_amount and bool(wording("about_money").search(stretch.text))
        return is_worded or any(figure.number in asked.amounts for figure in figures_in(stretch.text))
    shared = len(asked.lemmas.intersection(stretch.lemmas))
    is_worded = shared >= max(1, (len(asked.lemmas) + 1) // 2) or (shared > 0 and near >= _RATHER_NEAR)
    return is_worded or near >= _NEAR or any(stretch.start <= spot < stretch.end for spot in spots)


@lru_cache(maxsize=1)
def stretches_of(analysis: Analysis) -> list[Stretch]:
    """The clauses of the prose, each with the content words of its whole sentence, and of the answer where it asks."""
    by_sentence = group_by(analysis.clauses, lambda clause: clause.sentence)
    told = {number: [lemma for one in some for lemma in one.lemmas] for number, some in by_sentence.items()}
    found: list[Stretch] = []
    for clause in analysis.clauses:
        asks = analysis.sentences[clause.sentence].words[-1] == "?"
        around = (*told[clause.sentence], *(told.get(clause.sentence + 1, ()) if asks else ()))
        found.append(Stretch(clause.text, clause.start, clause.end, clause.lemmas, around))
    return found


def cell_stretches(analysis: Analysis) -> list[Stretch]:
    """The attribute values, pros and cons of a table, each with its label."""
    found: list[Stretch] = []
    for piece in analysis.cells:
        lemmas = tuple(lemma for sentence in tagged(piece.said) for lemma in content_lemmas(sentence))
        found.append(Stretch(piece.said, piece.start, piece.end, lemmas, (*lemmas, piece.label, piece.text)))
    return found


@lru_cache(maxsize=1)
def spots_told(analysis: Analysis) -> list[tuple[int, str]]:
    """Where the text speaks of which aspect, for any product; in order."""
    found = [(spot.start, told.name) for product in analysis.covered for told in product for spot in told.spots]
    return sorted(set(found))
