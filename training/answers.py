"""Fit which state all that sources say of a need comes to.

    python training/stances.py --keep KEPT ...
    python training/answers.py src/triptych/needs/learnt.json KEPT SHORTLISTS.jsonl LABELS.jsonl [SHORTLISTS LABELS ...]

Two kinds of labels: the stances of single sources (`training/stances.py`), with how likely each is as the model says
that had no part of its product, and shortlists with the state of each product for each need of the query. A
multinomial logistic regression over how many say so (`triptych.needs.states`) is fitted to both. Of what a price, a
kind or a figure settles it is only measured how often each state is right. `--folds N` prints what comes out on
shortlists that were left out. Takes a minute; needs scipy.
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
from triptych.needs.states import Counts, chances_of, choose, count_voices, counts_of, sources_on, voice_of
from triptych.records import AnswerState, Need, Reading, Shortlist

STATES: tuple[AnswerState, ...] = get_args(AnswerState)
ROUTES = ("price", "kind", "figure")
SMALL = word_set("a an the for with of to and or is that it be in on not no under over than your my i")
PENALTY = 0.8
ON_SHORTLISTS = 4.0
"""What a need of a labelled shortlist weighs beside one whose state follows from stances."""
FEW = 0.2
"""A smaller share of those who take a stance disputes nothing."""

Numbers = NDArray[Any]


class Example(NamedTuple):
    """A need of a query, what is said of it, and the label."""

    shortlist: str
    route: str
    listed: Settled | None
    counts: Counts
    wanted: AnswerState


def main() -> None:
    """Fit and write the weights."""
    parser = argparse.ArgumentParser(description="Fit how needs are answered.")
    parser.add_argument("output", type=Path)
    parser.add_argument("kept", type=Path)
    parser.add_argument("files", type=Path, nargs="+", help="shortlists and their labels, in turn")
    parser.add_argument("--folds", type=int, default=0)
    options = parser.parse_args()
    examples = [
        example
        for shortlists, labels in zip(options.files[::2], options.files[1::2], strict=True)
        for example in examples_of(shortlists, labels)
    ]
    single = list(single_examples(options.kept))
    if options.folds:
        print(rates(examples, cross_validated(examples, single, options.folds)))
    weights = fit([*examples, *single])
    learnt = {state: {name: round(value, 3) for name, value in row.items()} for state, row in weights.items()}
    learnt |= {route: _rights([each for each in examples if each.route == route]) for route in ROUTES}
    options.output.write_text(json.dumps(learnt, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def single_examples(kept: Path) -> Iterable[Example]:
    """Each need of a single product, with the state that its stances come to."""
    for row in json.loads(kept.read_text(encoding="utf-8")):
        voices = {source: voice_of(some) for source, some in row["said"].items()}
        listing = voices.pop("", (0.0, 0.0))
        counts = count_voices([*voices.values()], listing, is_use=row["is_use"])
        yield Example("", "", None, counts, _state_of(row["signs"]))


def _state_of(signs: Sequence[str]) -> AnswerState:
    """What the stances of all sources come to."""
    yes, no, both = (signs.count(sign) for sign in "+-~")
    if not signs:
        return "unknown"
    if both >= max(1, yes + no):
        return "partly"
    if min(yes, no) > FEW * (yes + no):
        return "disputed"
    return "met" if yes > no else "missed"


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
                route, listed, votes = sources_on(need, excerpts)
                wanted = label["states"][product.id]["state"]
                yield Example(shortlist.id or "", route, listed, counts_of(need, listed, votes), wanted)


def _nearest(label: str, needs: Sequence[Need]) -> Need | None:
    """The need that shares most words with a label."""
    asked = _words(label)
    best = max(needs, key=lambda need: len(_words(need.text) & asked) / len(_words(need.text) | asked), default=None)
    return best if best and _words(best.text) & asked else None


def _words(text: str) -> set[str]:
    return {re.sub(r"(ing|es|s|ed)$", "", word) for word in re.findall(r"[a-z0-9]+", text.lower())} - SMALL


def fit(examples: Sequence[Example]) -> dict[str, dict[str, float]]:
    """For each state the weight of each count."""
    voted = [each for each in examples if not each.route]
    names = sorted({name for each in voted for name, value in each.counts.items() if value})
    counts = np.array([[each.counts.get(name, 0.0) for name in names] for each in voted])
    target = np.eye(len(STATES))[[STATES.index(each.wanted) for each in voted]]
    weight = np.array([ON_SHORTLISTS if each.shortlist else 1.0 for each in voted])[:, None]

    def loss(flat: Numbers) -> tuple[float, Numbers]:
        sums = counts @ flat.reshape(len(STATES), -1).T
        odds = np.exp(sums - sums.max(axis=1, keepdims=True))
        chances = odds / odds.sum(axis=1, keepdims=True)
        slope = (weight * (chances - target)).T @ counts + PENALTY * flat.reshape(len(STATES), -1)
        surprise = -float((weight * target * np.log(np.maximum(chances, 1e-12))).sum())
        return surprise + PENALTY / 2 * float((flat**2).sum()), slope.ravel()

    best = minimize(loss, np.zeros(len(STATES) * len(names)), jac=True, method="L-BFGS-B").x
    rows = best.reshape(len(STATES), -1).tolist()
    return {state: dict(zip(names, row, strict=True)) for state, row in zip(STATES, rows, strict=True)}


def _rights(examples: Sequence[Example]) -> dict[str, float]:
    """For each state how often it is the label's, as if two more had been seen, one of them right."""
    given = Counter(example.listed.state for example in examples if example.listed)
    right = Counter(example.wanted for example in examples if example.listed and example.listed.state == example.wanted)
    return {state: round((right[state] + 1) / (given[state] + 2), 2) for state in STATES}


def cross_validated(examples: Sequence[Example], single: Sequence[Example], folds: int) -> list[AnswerState]:
    """The state of each example, by weights that its shortlist had no part in."""
    names = sorted({example.shortlist for example in examples})
    found: list[AnswerState] = ["unknown"] * len(examples)
    for fold in range(folds):
        left_out = set(names[fold::folds])
        weights = fit([*(each for each in examples if each.shortlist not in left_out), *single])
        for number, example in enumerate(examples):
            if example.shortlist in left_out:
                found[number] = _state(example, weights)
    return found


def _state(example: Example, weights: dict[str, dict[str, float]]) -> AnswerState:
    if example.route:
        return example.listed.state if example.listed else "unknown"
    return choose(chances_of(example.counts, weights))


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
