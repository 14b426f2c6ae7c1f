"""Fit how sure it is that two remarks say the same, on points that people labelled with those who make them.

    python training/sameness.py LABELS.jsonl SHORTLISTS.jsonl src/triptych/aspects/learnt/sameness.json

A penalised logistic regression over the features of `triptych.aspects.points`. Two remarks of different reviewers of
one product, in one direction, say the same where labels quote both for one point. Takes seconds; needs scipy.
"""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from sureness import labelled_places

from triptych.aspects._grouping import Said, group
from triptych.aspects._notes import take_notes
from triptych.aspects._resolving import Resolver
from triptych.aspects.points import NAMES, compare, content_of
from triptych.catalog import read_shortlists
from triptych.records import Product

PENALTY = 2.0
LEAST_OVERLAP = 0.3
"""So much of a remark a label must quote."""

Numbers = NDArray[Any]


def main() -> None:
    """Fit and write the weights."""
    parser = argparse.ArgumentParser(description="Fit when two remarks say the same.")
    parser.add_argument("labels", type=Path)
    parser.add_argument("shortlists", type=Path)
    parser.add_argument("output", type=Path)
    options = parser.parse_args()
    labels = [json.loads(line) for line in options.labels.read_text(encoding="utf-8").splitlines()]
    parts = list(pairs_of(labels, options.shortlists))
    found = fit(np.concatenate([table for _, table, _ in parts]), np.concatenate([same for *_, same in parts]))
    options.output.write_text(weights_file(found), encoding="utf-8")
    print(f"{sum(len(same) for *_, same in parts):,} pairs in {options.output}")


def weights_file(weights: Numbers) -> str:
    """The weights as they are stored."""
    return (
        json.dumps({name: round(float(value), 3) for name, value in zip(NAMES, weights, strict=True)}, indent=0) + "\n"
    )


def pairs_of(labels: list[dict[str, Any]], shortlists: Path) -> Iterator[tuple[str, Numbers, Numbers]]:
    """For each shortlist the features of pairs of remarks, and which say the same."""
    points = {(row["id"], name): label["points"] for row in labels for name, label in row["products"].items()}
    for shortlist in read_shortlists(shortlists):
        for product in shortlist.products:
            if (shortlist.id, product.id) in points:
                for sign in (1, -1):
                    yield from (
                        (shortlist.id, *some) for some in _pairs(product, points[shortlist.id, product.id], sign)
                    )


def _pairs(product: Product, points: list[dict[str, Any]], sign: int) -> Iterator[tuple[Numbers, Numbers]]:
    read = [notes for notes in map(take_notes, product.reviews) if notes.set_aside is None]
    resolver = Resolver(read, product)
    rows = [
        (one.name, said) for one in group(read, resolver) for said in one.said if said.value * sign > 0 and said.remark
    ]
    if not rows:
        return
    features, _ = compare([content_of(said, name, resolver.generic) for name, said in rows], len(rows))
    made = [_points_made(said, points, product) for _, said in rows]
    reviewers = np.array([said.notes.review_id for _, said in rows])
    for n in range(len(rows)):
        others = reviewers != reviewers[n]
        yield features[n][others], np.array([not made[n].isdisjoint(some) for some in made])[others]


def _points_made(said: Said, points: list[dict[str, Any]], product: Product) -> set[int]:
    """The labelled points that a remark makes."""
    start, end = (said.remark.start, said.remark.end) if said.remark else said.span
    text = next(review.text for review in product.reviews if review.id == said.notes.review_id)
    return {
        n
        for n, point in enumerate(points)
        if point["direction"] == ("+" if said.value > 0 else "-")
        for first, last in labelled_places(point, said.notes.review_id, text)
        if min(end, last) - max(start, first) >= LEAST_OVERLAP * (end - start)
    }


def fit(table: Numbers, same: Numbers) -> Numbers:
    """Weights of a penalised logistic regression; the first, the bias, is free."""
    penalty = np.array([0.0, *[PENALTY] * (table.shape[1] - 1)])

    def loss(at: Numbers) -> tuple[float, Numbers]:
        odds = table @ at
        value = np.maximum(odds, 0) - odds * same + np.log1p(np.exp(-np.abs(odds)))
        gradient = table.T @ (1 / (1 + np.exp(-odds)) - same) + penalty * at
        return float(value.sum() + (penalty * at**2).sum() / 2), gradient

    return minimize(loss, np.zeros(table.shape[1]), jac=True, method="L-BFGS-B").x


if __name__ == "__main__":
    main()
