"""Fit which state the votes on a need come to, on labelled shortlists.

    python training/answers.py src/triptych/needs/learnt.json SHORTLISTS.jsonl LABELS.jsonl [SHORTLISTS LABELS ...]

Labels give for each need of a shortlist's query the state of each product. A multinomial logistic regression weighs
what `triptych.needs.states` counts; of what a price, a kind or a figure settles it is only measured how often each
state is right. `--folds N` prints what comes out on shortlists that were left out. Takes a minute; needs scipy.
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
from triptych.needs.states import Counts, chances_of, choose, counts_of, sources_on
from triptych.needs.votes import Leanings, Vote
from triptych.records import AnswerState, Need, Shortlist

PENALTY = 1.5
STATES: tuple[AnswerState, ...] = get_args(AnswerState)
ROUTES = ("price", "kind", "figure")
SMALL = word_set("a an the for with of to and or is that it be in on not no under over than your my i")

Numbers = NDArray[Any]


class Example(NamedTuple):
    """A need of a query, what one product's sources say of it, and the label."""

    shortlist: str
    need: Need
    route: str
    listed: Settled | None
    votes: list[Vote]
    wanted: AnswerState


def main() -> None:
    """Fit and write the weights."""
    parser = argparse.ArgumentParser(description="Fit how needs are answered.")
    parser.add_argument("output", type=Path)
    parser.add_argument("files", type=Path, nargs="+", help="shortlists and their labels, in turn")
    parser.add_argument("--folds", type=int, default=0)
    parser.add_argument("--like", type=Path, help="labels whose shares of states are expected")
    options = parser.parse_args()
    examples = [
        example
        for shortlists, labels in zip(options.files[::2], options.files[1::2], strict=True)
        for example in examples_of(shortlists, labels)
    ]
    if options.folds:
        print(cross_validated(examples, options.folds))
    weights = fit(examples)
    if options.like:
        shift(weights, examples, options.like)
    text = json.dumps(weights, indent=1, sort_keys=True)
    options.output.write_text(text + "\n", encoding="utf-8")


def examples_of(shortlists: Path, labels: Path) -> list[Example]:
    """Each labelled need of each product."""
    labelled = {row["id"]: row["needs"] for row in map(json.loads, labels.read_text(encoding="utf-8").splitlines())}
    found = []
    for shortlist in read_shortlists(shortlists):
        found += _examples(shortlist, labelled.get(shortlist.id or "", []))
    return found


def _examples(shortlist: Shortlist, labels: list[dict[str, Any]]) -> Iterable[Example]:
    for product in shortlist.products:
        needs = read_needs(shortlist.query, product.category)
        reading = read_product(product)
        excerpts, leanings = Excerpts(product, reading), Leanings(reading)
        for label in labels:
            need = _nearest(label["need"], needs)
            if need is not None and product.id in label["states"]:
                wanted = label["states"][product.id]["state"]
                yield Example(shortlist.id or "", need, *sources_on(need, excerpts, leanings), wanted)


def _nearest(label: str, needs: Sequence[Need]) -> Need | None:
    """The need that shares most words with a label."""
    asked = _words(label)
    best = max(needs, key=lambda need: len(_words(need.text) & asked) / len(_words(need.text) | asked), default=None)
    return best if best and _words(best.text) & asked else None


def _words(text: str) -> set[str]:
    return {re.sub(r"(ing|es|s|ed)$", "", word) for word in re.findall(r"[a-z0-9]+", text.lower())} - SMALL


def fit(examples: Sequence[Example]) -> dict[str, dict[str, float]]:
    """The weights for each state, and how often each route is right."""
    voted = [example for example in examples if not example.route]
    counts = [counts_of(example.need, example.listed, example.votes) for example in voted]
    weights = dict(zip(STATES, _regress(counts, [STATES.index(example.wanted) for example in voted]), strict=True))
    rights = {route: _rights([example for example in examples if example.route == route]) for route in ROUTES}
    return weights | rights


def shift(weights: dict[str, dict[str, float]], examples: Sequence[Example], labels: Path) -> None:
    """Expect each state as often as these labels have it: who labels strictly says "unknown" more often."""
    rows = map(json.loads, labels.read_text(encoding="utf-8").splitlines())
    wanted = Counter(label["state"] for row in rows for need in row["needs"] for label in need["states"].values())
    seen = Counter(example.wanted for example in examples)
    for state in STATES:
        change = np.log((wanted[state] + 1) / wanted.total()) - np.log((seen[state] + 1) / seen.total())
        weights[state]["any"] = round(weights[state]["any"] + float(change), 3)


def _rights(examples: Sequence[Example]) -> dict[str, float]:
    """For each state how often it is the label's, as if two more had been seen, one of them right."""
    given = Counter(example.listed.state for example in examples if example.listed)
    right = Counter(example.wanted for example in examples if example.listed and example.listed.state == example.wanted)
    return {state: round((right[state] + 1) / (given[state] + 2), 2) for state in STATES}


def _regress(rows: Sequence[Counts], wanted: Sequence[int]) -> list[dict[str, float]]:
    """For each state the weight of each count."""
    names = sorted({name for row in rows for name in row})
    table = np.array([[row.get(name, 0.0) for name in names] for row in rows])
    target = np.eye(len(STATES))[list(wanted)]

    def loss(flat: Numbers) -> tuple[float, Numbers]:
        weights = flat.reshape(len(STATES), -1)
        sums = table @ weights.T
        sums -= sums.max(axis=1, keepdims=True)
        chances = np.exp(sums)
        chances /= chances.sum(axis=1, keepdims=True)
        cost = -np.log(np.maximum(chances[target > 0], 1e-12)).sum() + PENALTY / 2 * (flat**2).sum()
        return float(cost), ((chances - target).T @ table + PENALTY * weights).ravel()

    best = minimize(loss, np.zeros(len(STATES) * len(names)), jac=True, method="L-BFGS-B").x
    return [
        {name: round(float(weight), 3) for name, weight in zip(names, row, strict=True)}
        for row in best.reshape(len(STATES), -1)
    ]


def cross_validated(examples: Sequence[Example], folds: int) -> str:
    """How often the state is right, near and reversed on shortlists that were not fitted on."""
    names = sorted({example.shortlist for example in examples})
    seen: Counter[str] = Counter()
    for fold in range(folds):
        left_out = set(names[fold::folds])
        weights = fit([example for example in examples if example.shortlist not in left_out])
        for example in examples:
            if example.shortlist in left_out:
                seen.update(_outcome(example, weights))
    rates = (f"{name} {seen[name] / max(1, seen['all']):.3f}" for name in ("right", "near", "reversed"))
    return f"{', '.join(rates)} of {seen['all']}"


def _outcome(example: Example, weights: dict[str, dict[str, float]]) -> Iterable[str]:
    if example.route:
        state = example.listed.state if example.listed else "unknown"
    else:
        state = choose(chances_of(counts_of(example.need, example.listed, example.votes), weights))
    both = {state, example.wanted}
    yield "all"
    if len(both) == 1:
        yield "right"
    if len(both) == 1 or ("partly" in both and "unknown" not in both):
        yield "near"
    if both == {"met", "missed"}:
        yield "reversed"


if __name__ == "__main__":
    main()
