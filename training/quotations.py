"""Learn which praise and which complaints of reviews can be quoted by themselves.

    python training/quotations.py PRODUCTS.jsonl.gz training/labels/quotations.tsv \\
        src/triptych/aspects/learnt/quotations.npz

The labels say of 2,400 runs of words in reviews of 540 products whether an editor would print them: fit (y), badly cut
or lacking what they are about (c), no praise or complaint of the product (n), the contrary (x), or empty (e). A
penalised logistic regression over the marks of `triptych.aspects.quotations` is fitted to which are fit. Prints, on
products that were left out in turn, how many of the likeliest are fit, and how many no praise or complaint at all.
Takes three minutes; needs scipy (the extra `stats`).
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from direction import rows_of
from numpy.typing import NDArray
from scipy.optimize import minimize

from triptych.aspects.quotations import Wanted, marks_of, remarks_in
from triptych.english.questions import read_texts

FOLDS, PENALTY, SHARES = 6, 1000.0, (0.2, 0.3, 0.4, 0.5, 0.6)

Numbers = NDArray[np.float64]


class Example(NamedTuple):
    """Some words of a review: of which product and sort, what an editor says of them, and their marks."""

    product: int
    sort: str
    label: str
    marks: NDArray[np.float32]


def main() -> None:
    """Fit, report and write the weights of each sort."""
    parser = argparse.ArgumentParser(description="Learn which praise and complaints can be quoted.")
    parser.add_argument("products", type=Path)
    parser.add_argument("labels", type=Path)
    parser.add_argument("output", type=Path)
    options = parser.parse_args()
    examples, weights = list(examples_of(options.products, options.labels)), {}
    for sort in "+-":
        own = [each for each in examples if each.sort == sort]
        marks, is_fit = np.array([each.marks for each in own], float), np.array([each.label == "y" for each in own])
        report(own, marks, is_fit)
        weights[sort] = fit(marks, is_fit).astype(np.float32)
    np.savez_compressed(options.output, **weights)


def examples_of(products: Path, labels: Path) -> Iterator[Example]:
    """All labelled words with their marks."""
    rows = list(rows_of(products))
    for line in labels.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        number, review, sort, place, label = line.split("\t")
        text = rows[int(number)]["reviews"][int(review) - 1]["text"]
        start, end = map(int, place.split("-"))
        (remark,) = remarks_in([Wanted(text, start, end, "+" if sort == "+" else "-", read_texts([text])[0])])
        if remark:
            yield Example(int(number), sort, label, marks_of(remark))


def report(examples: list[Example], marks: Numbers, is_fit: NDArray[np.bool_]) -> None:
    """Print what the likeliest are, each product left out in turn."""
    products = np.array([each.product for each in examples])
    folds = np.random.default_rng(0).permutation(products.max() + 1)[products] % FOLDS
    odds = np.zeros(len(examples))
    for fold in range(FOLDS):
        found = fit(marks[folds != fold], is_fit[folds != fold])
        odds[folds == fold] = marks[folds == fold] @ found[1:] + found[0]
    is_none = np.array([each.label in "nx" for each in examples])
    print(f"{examples[0].sort}: {len(examples)} of which {is_fit.mean():.2f} are fit and {is_none.mean():.2f} are none")
    for share in SHARES:
        best = np.argsort(-odds)[: int(share * len(odds))]
        print(f"  likeliest {share:.0%}: {is_fit[best].mean():.2f} fit, {is_none[best].mean():.2f} none")


def fit(marks: Numbers, is_fit: NDArray[np.bool_]) -> Numbers:
    """Bias and weights of the marks as they are; the penalty is for marks of the same spread."""
    mean, spread = marks.mean(axis=0), marks.std(axis=0) + 1e-6
    even = (marks - mean) / spread

    def loss(found: Numbers) -> tuple[float, Numbers]:
        odds = even @ found[1:] + found[0]
        cost = np.logaddexp(0, np.where(is_fit, -odds, odds)).sum() + PENALTY / 2 * (found[1:] ** 2).sum()
        missed = 1 / (1 + np.exp(-odds)) - is_fit
        return float(cost), np.array([missed.sum(), *(even.T @ missed + PENALTY * found[1:])])

    best = minimize(loss, np.zeros(marks.shape[1] + 1), jac=True, method="L-BFGS-B", options={"maxiter": 200}).x
    weights = best[1:] / spread
    return np.array([best[0] - mean @ weights, *weights])


if __name__ == "__main__":
    main()
