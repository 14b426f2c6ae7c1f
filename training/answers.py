"""Fit what an excerpt says of a need, and which state all of them come to, on labelled shortlists.

    python training/answers.py src/triptych/needs/learnt.json SHORTLISTS.jsonl LABELS.jsonl [SHORTLISTS LABELS ...]

Labels give for each need of a shortlist's query the state of each product; nobody has to say which sentence speaks for
what. Both steps are fitted together: how likely an excerpt says yes or no by its clues (`triptych.needs.votes`), and a
multinomial logistic regression over how many say so (`triptych.needs.states`). Of what a price, a kind or a figure
settles it is only measured how often each state is right. `--folds N` prints what comes out on shortlists that were
left out. Takes a minute; needs scipy.
"""

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from triptych.aspects import read_product
from triptych.catalog import read_shortlists
from triptych.english.words import word_set
from triptych.needs import read_needs
from triptych.needs.excerpts import Excerpts, Settled
from triptych.needs.states import choose, counts_of, sources_on
from triptych.needs.votes import Clues
from triptych.records import AnswerState, Need, Reading, Shortlist

STATES: tuple[AnswerState, ...] = get_args(AnswerState)
ROUTES = ("price", "kind", "figure")
SMALL = word_set("a an the for with of to and or is that it be in on not no under over than your my i")
VOTE_PENALTY, STATE_PENALTY, ROUNDS, STEPS = 3.0, 0.8, 4, 12
EXPECTED = {
    "any": -3.0, "no": -0.1, "cover": 1.0, "listing no": -0.5, "word for": 3.0,
    "word against": -2.0, "whole for": 1.0, "cover for": 1.0, "direction for": 0.7, "direction against": -0.7,
    "direction of the word for": 0.3, "direction of the word against": -0.3, "listing for": 0.5, "manner for": 1.0,
    "unsaid manner": -1.5, "figure for": 4.0, "figure against": -4.0,
}  # fmt: skip
"""What is thought of clues before any label is seen."""

Numbers = NDArray[Any]


class Example(NamedTuple):
    """A need of a query, what can be noticed in one product's sources, and the label."""

    shortlist: str
    need: Need
    route: str
    listed: Settled | None
    clues: Sequence[Clues]
    wanted: AnswerState


class Table(NamedTuple):
    """All examples as numbers: a row a clue-bearing excerpt, a voice (a source), an example."""

    names: list[str]
    clues: Numbers
    """Excerpts by side (yes, no) by clue."""
    voice: Numbers
    """The voice of each excerpt."""
    example: Numbers
    """The example of each voice."""
    is_listing: Numbers
    """Whether each voice is the listing."""
    given: Numbers
    """What counts besides the voices, for each example."""
    given_names: list[str]


class Weights(NamedTuple):
    """What is learnt: a weight for each clue, and for each state and count."""

    vote: Numbers
    state: Numbers


def main() -> None:
    """Fit and write the weights."""
    parser = argparse.ArgumentParser(description="Fit how needs are answered.")
    parser.add_argument("output", type=Path)
    parser.add_argument("files", type=Path, nargs="+", help="shortlists and their labels, in turn")
    parser.add_argument("--folds", type=int, default=0)
    options = parser.parse_args()
    examples = [
        example
        for shortlists, labels in zip(options.files[::2], options.files[1::2], strict=True)
        for example in examples_of(shortlists, labels)
    ]
    if options.folds:
        print(rates(examples, cross_validated(examples, options.folds)))
    table = tabled(examples)
    learnt = written(examples, table, fit(examples, table, set()))
    options.output.write_text(json.dumps(learnt, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def examples_of(shortlists: Path, labels: Path) -> list[Example]:
    """Each labelled need of each product."""
    labelled = {row["id"]: row["needs"] for row in map(json.loads, labels.read_text(encoding="utf-8").splitlines())}
    found: list[Example] = []
    for shortlist in read_shortlists(shortlists):
        readings = {product.id: read_product(product) for product in shortlist.products}
        found += labelled_needs(shortlist, readings, labelled.get(shortlist.id or "", []))
    return found


def labelled_needs(
    shortlist: Shortlist, readings: dict[str, Reading], labels: list[dict[str, Any]]
) -> Iterable[Example]:
    """The labelled needs of one shortlist."""
    for product in shortlist.products:
        needs = read_needs(shortlist.query, product.category)
        excerpts = Excerpts(product, readings[product.id])
        for label in labels:
            need = _nearest(label["need"], needs)
            if need is not None and product.id in label["states"]:
                wanted = label["states"][product.id]["state"]
                yield Example(shortlist.id or "", need, *sources_on(need, excerpts), wanted)


def _nearest(label: str, needs: Sequence[Need]) -> Need | None:
    """The need that shares most words with a label."""
    asked = _words(label)
    best = max(needs, key=lambda need: len(_words(need.text) & asked) / len(_words(need.text) | asked), default=None)
    return best if best and _words(best.text) & asked else None


def _words(text: str) -> set[str]:
    return {re.sub(r"(ing|es|s|ed)$", "", word) for word in re.findall(r"[a-z0-9]+", text.lower())} - SMALL


def tabled(examples: Sequence[Example]) -> Table:
    """The examples as numbers."""
    sides = [[each.for_side(1), each.for_side(-1)] for example in examples for each in example.clues]
    names = sorted({name for pair in sides for side in pair for name in side})
    voices: dict[tuple[int, str], int] = {}
    voice = []
    for number, example in enumerate(examples):
        for each in example.clues:
            source = each.excerpt.source.id if each.excerpt.is_review else ""
            voice.append(voices.setdefault((number, source), len(voices)))
    given = [counts_of(example.need, example.listed, []) for example in examples]
    given_names = sorted({name for row in given for name, value in row.items() if value})
    return Table(
        names,
        np.array([[[side.get(name, 0.0) for name in names] for side in pair] for pair in sides]),
        np.array(voice, dtype=int),
        np.array([number for number, _ in voices], dtype=int),
        np.array([not source for _, source in voices], dtype=bool),
        np.array([[row.get(name, 0.0) for name in given_names] for row in given]),
        given_names,
    )


VOICED = ["review yes", "review no", "review both", "listing yes", "listing no", "assent", "dissent", "even", "spoken"]


def counted(table: Table, vote: Numbers) -> Numbers:
    """What `counts_of` counts, for all examples at once: what is given, then `VOICED`."""
    chances = 1 / (1 + np.exp(-np.clip(table.clues @ vote, -30, 30)))
    voices = np.zeros((len(table.example), 2))
    np.maximum.at(voices, table.voice, chances)
    size = len(table.given)
    reviews, listing, both = np.zeros((size, 2)), np.zeros((size, 2)), np.zeros(size)
    is_review = ~table.is_listing
    np.add.at(reviews, table.example[is_review], voices[is_review])
    np.add.at(listing, table.example[table.is_listing], voices[table.is_listing])
    np.add.at(both, table.example[is_review], voices[is_review].prod(axis=1))
    sides = reviews + listing
    shares = sides / (sides.sum(axis=1, keepdims=True) + 0.3)
    spoken = np.minimum(1, sides.sum(axis=1))
    found: Numbers = np.column_stack(
        [table.given, reviews / (reviews + 1), both / (both + 1), listing, shares, shares.min(axis=1), spoken]
    )
    return found


def fit(examples: Sequence[Example], table: Table, left_out: set[str]) -> Weights:
    """Both sets of weights in turn, on the shortlists that are not left out."""
    voted = [n for n, each in enumerate(examples) if not each.route and each.shortlist not in left_out]
    target = np.eye(len(STATES))[[STATES.index(examples[n].wanted) for n in voted]]
    expected = np.array([EXPECTED.get(name, 0.0) for name in table.names])

    def state_loss(flat: Numbers, counts: Numbers) -> tuple[float, Numbers]:
        chances = _chances(counts, flat.reshape(len(STATES), -1))
        slope = (chances - target).T @ counts + STATE_PENALTY * flat.reshape(len(STATES), -1)
        return _surprise(chances, target) + STATE_PENALTY / 2 * float((flat**2).sum()), slope.ravel()

    def vote_loss(vote: Numbers) -> float:
        chances = _chances(counted(table, vote)[voted], state)
        return _surprise(chances, target) + VOTE_PENALTY / 2 * float(((vote - expected) ** 2).sum())

    vote = expected
    state = np.zeros((len(STATES), len(table.given_names) + len(VOICED)))
    for turn in range(ROUNDS):
        counts = counted(table, vote)[voted]
        best = minimize(state_loss, state.ravel(), args=(counts,), jac=True, method="L-BFGS-B")
        state = best.x.reshape(len(STATES), -1)
        if turn < ROUNDS - 1:
            vote = minimize(vote_loss, vote, method="L-BFGS-B", options={"maxiter": STEPS}).x
    return Weights(vote, state)


def _chances(counts: Numbers, state: Numbers) -> Numbers:
    sums = counts @ state.T
    odds: Numbers = np.exp(sums - sums.max(axis=1, keepdims=True))
    chances: Numbers = odds / odds.sum(axis=1, keepdims=True)
    return chances


def _surprise(chances: Numbers, target: Numbers) -> float:
    return float(-np.log(np.maximum(chances[target > 0], 1e-12)).sum())


def written(examples: Sequence[Example], table: Table, weights: Weights) -> dict[str, dict[str, float]]:
    """The weights by name, and how often each route is right."""
    names = [*table.given_names, *VOICED]
    learnt = {state: _named(names, row) for state, row in zip(STATES, weights.state, strict=True)}
    learnt["vote"] = _named(table.names, weights.vote)
    return learnt | {route: _rights([each for each in examples if each.route == route]) for route in ROUTES}


def _named(names: Sequence[str], values: Iterable[float]) -> dict[str, float]:
    return {name: round(float(value), 3) for name, value in zip(names, values, strict=True)}


def _rights(examples: Sequence[Example]) -> dict[str, float]:
    """For each state how often it is the label's, as if two more had been seen, one of them right."""
    given = Counter(example.listed.state for example in examples if example.listed)
    right = Counter(example.wanted for example in examples if example.listed and example.listed.state == example.wanted)
    return {state: round((right[state] + 1) / (given[state] + 2), 2) for state in STATES}


def cross_validated(examples: Sequence[Example], folds: int) -> list[AnswerState]:
    """The state of each example, by weights that its shortlist had no part in."""
    table = tabled(examples)
    names = sorted({example.shortlist for example in examples})
    found: list[AnswerState] = ["unknown"] * len(examples)
    for fold in range(folds):
        left_out = set(names[fold::folds])
        weights = fit(examples, table, left_out)
        chances = _chances(counted(table, weights.vote), weights.state)
        for number, example in enumerate(examples):
            if example.shortlist in left_out:
                found[number] = _state(example, dict(zip(STATES, map(float, chances[number]), strict=True)))
    return found


def _state(example: Example, chances: dict[AnswerState, float]) -> AnswerState:
    if example.route:
        return example.listed.state if example.listed else "unknown"
    return choose(chances) if example.clues or example.listed else "unknown"


def rates(examples: Sequence[Example], found: Sequence[AnswerState]) -> str:
    """How often the state is right, near and reversed, and how often it is unknown though something is known."""
    seen: Counter[str] = Counter()
    for example, state in zip(examples, found, strict=True):
        both = {state, example.wanted}
        seen["right"] += len(both) == 1
        seen["near"] += len(both) == 1 or ("partly" in both and "unknown" not in both)
        seen["reversed"] += both == {"met", "missed"}
        seen["falsely unknown"] += state == "unknown" != example.wanted
    return (
        ", ".join(f"{name} {count / max(1, len(examples)):.3f}" for name, count in seen.items())
        + f" of {len(examples)}"
    )


if __name__ == "__main__":
    main()
