"""Learn which stretch of a review is a complaint that makes sense alone.

    python training/complaints.py PRODUCTS.jsonl.gz training/labels/complaints.tsv src/triptych/writers/complaints.json

The labels say of reviews of some 2,200 products where a reader found one that can be quoted as it stands, and
of which nothing. A penalised log-linear model over the features of `triptych.writers._stretches` is fitted to whether a
stretch is one of them; what is nearly one counts little. Prints, on products that were left out in turn, how often the
best stretch of a review is told, is the labelled one or holds it, and is in a review that complains. Takes ten minutes;
needs scipy (the extra `stats`).
"""

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from direction import rows_of
from numpy.typing import NDArray
from scipy import sparse
from scipy.optimize import minimize

from triptych.aspects import read_product
from triptych.records import Product
from triptych.writers._stretches import heard_of, phrasings_in
from triptych.writers._voices import stems_of
from triptych.writers.embedded import name_alone

MOST_REVIEWS = 10
FOLDS, PENALTY, MORE = 5, 5.0, 3.0
"""What a labelled stretch weighs more than others."""
LEAST_REVIEWS = {"pair": 4}
LEAST = 3
"""So many reviews must have a feature, pairs of words one more."""
NEARLY, HOLDS = 0.85, 0.5
NEAR_WEIGHT, HOLDING_WEIGHT = 0.25, 0.6
SMALLEST = 0.03
BARS = (-1.0, 0.0, 0.5, 1.0, 1.5)
FIELDS = {"final_price": "price", "base_price": "list_price", "average_rating": "rating", "key_features": "features"}
FIELDS |= {name: name for name in ("title", "category", "currency")}

Numbers = NDArray[np.float64]


class Example(NamedTuple):
    """A stretch: its features, whether it is labelled, and what it weighs."""

    features: tuple[str, ...]
    is_labelled: bool
    weight: float


class Reviewed(NamedTuple):
    """The stretches of a review of a product."""

    product: str
    complains: bool
    examples: list[Example]


def main() -> None:
    """Fit, report and write the weights."""
    parser = argparse.ArgumentParser(description="Learn which stretch of a review is a complaint.")
    parser.add_argument("products", type=Path)
    parser.add_argument("labels", type=Path)
    parser.add_argument("output", type=Path)
    options = parser.parse_args()
    reviews = list(examples_of(options.products, options.labels))
    report(reviews)
    weights = fit(reviews)
    kept = {name: round(value, 2) for name, value in weights.items() if name == "all" or abs(value) >= SMALLEST}
    options.output.write_text(json.dumps(kept, indent=0, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")


def examples_of(products: Path, labels: Path) -> Iterator[Reviewed]:
    """The stretches of all labelled reviews."""
    labelled: dict[int, dict[str, list[str]]] = {}
    for line in labels.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            number, review, *spans = line.split("\t")
            labelled.setdefault(int(number), {})[f"r{review}"] = spans
    for number, row in enumerate(rows_of(products)):
        if number in labelled:
            yield from _reviews(_product(number, row), labelled[number])


def _product(number: int, row: dict[str, Any]) -> Product:
    content = {name: row[key] for name, key in FIELDS.items() if row.get(key) not in (None, [], {})}
    kept = [(n, review) for n, review in enumerate(row["reviews"][:MOST_REVIEWS], 1) if review["text"].strip()]
    names = ("text", "title", "stars")
    reviews = [{"id": f"r{n}", **{key: one[key] for key in names if one.get(key) is not None}} for n, one in kept]
    return Product.model_validate({"id": f"p{number}", **content, "specifications": row["specs"], "reviews": reviews})


def _reviews(product: Product, labelled: dict[str, list[str]]) -> Iterator[Reviewed]:
    reading = read_product(product)
    known = stems_of(f"{name_alone(product, reading)} {reading.kind or ''}")
    for review in product.reviews:
        if review.id not in labelled:
            continue
        texts = {"review": review.text, "review_title": review.title or ""}
        golds = []
        for span in labelled[review.id]:
            source = "review_title" if span[0] == "t" else "review"
            start, end = map(int, span[1:].split("-"))
            golds.append((source, texts[source][start:end].lower().split()))
        mentions = [m for aspect in reading.aspects for m in aspect.mentions if m.review_id == review.id]
        examples = []
        for phrasing in phrasings_in(review, heard_of(mentions)):
            for first, end in phrasing.stretches(known):
                start, stop = phrasing.sentence.starts[first], phrasing.sentence.ends[end - 1]
                words = texts[phrasing.source][start:stop].lower().split()
                is_labelled, weight = _likeness(words, [gold for source, gold in golds if source == phrasing.source])
                examples.append(Example(phrasing.features(first, end), is_labelled, weight))
        yield Reviewed(product.id, bool(golds), examples)


def _likeness(words: list[str], golds: Sequence[list[str]]) -> tuple[bool, float]:
    """Whether a stretch is a labelled one, and what it weighs: little where it is nearly one."""
    weight = 1.0
    for gold in golds:
        if words == gold:
            return True, 1.0
        shared = 2 * sum((Counter(words) & Counter(gold)).values()) / (len(words) + len(gold))
        if shared >= NEARLY:
            weight = min(weight, NEAR_WEIGHT)
        elif shared >= HOLDS and " ".join(gold) in " ".join(words):
            weight = min(weight, HOLDING_WEIGHT)
    return False, weight


def fit(reviews: Sequence[Reviewed]) -> dict[str, float]:
    """The weight of each feature."""
    uses = Counter(name for one in reviews for name in {n for each in one.examples for n in each.features})
    names = sorted(name for name, many in uses.items() if many >= LEAST_REVIEWS.get(name.split(" ")[0], LEAST))
    places = {name: n for n, name in enumerate(names)}
    examples = [each for one in reviews for each in one.examples]
    columns = [[places[name] for name in each.features if name in places] + [len(names)] for each in examples]
    ends = np.cumsum([0, *map(len, columns)])
    flat = np.concatenate([np.array(row) for row in columns])
    table = sparse.csr_matrix((np.ones(len(flat)), flat, ends), shape=(len(examples), len(names) + 1))
    truth = np.array([float(each.is_labelled) for each in examples])
    weights = np.array([each.weight * (MORE if each.is_labelled else 1.0) for each in examples])

    def loss(found: Numbers) -> tuple[float, Numbers]:
        chance = 1 / (1 + np.exp(-(table @ found)))
        surprise = truth * np.log(chance + 1e-12) + (1 - truth) * np.log(1 - chance + 1e-12)
        slope = table.T @ (weights * (chance - truth))
        slope[:-1] += PENALTY * found[:-1]
        return float(-(weights * surprise).sum() + PENALTY / 2 * (found[:-1] ** 2).sum()), slope

    found = minimize(loss, np.zeros(len(names) + 1), jac=True, method="L-BFGS-B", options={"maxiter": 200}).x
    return {"all": float(found[-1]), **dict(zip(names, map(float, found[:-1]), strict=True))}


def report(reviews: Sequence[Reviewed]) -> None:
    """How good the best stretch of each review is, on products that were left out."""
    products = sorted({one.product for one in reviews})
    random.Random(3).shuffle(products)
    best: list[tuple[float, Example, bool]] = []
    for fold in range(FOLDS):
        out = set(products[fold::FOLDS])
        weights = fit([one for one in reviews if one.product not in out])
        for one in reviews:
            if one.product in out and one.examples:
                scores = [weights["all"] + sum(weights.get(n, 0.0) for n in each.features) for each in one.examples]
                top = int(np.argmax(scores))
                best.append((scores[top], one.examples[top], one.complains))
    total = sum(one.complains for one in reviews)
    for bar in BARS:
        told = [(each, complains) for value, each, complains in best if value > bar]
        near = sum(each.is_labelled or each.weight < 1 for each, _ in told) / len(told)
        right = sum(complains for _, complains in told)
        print(f"{bar:+.1f}: {len(told)} told, {near:.2f} labelled or nearly, {right / len(told):.2f} complain")
        print(f"      of which {right / total:.2f} are found")


if __name__ == "__main__":
    main()
