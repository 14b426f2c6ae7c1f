"""Fit how sure a remark's direction is, on reviews whose remarks people labelled.

    python training/sureness.py LABELS.jsonl SHORTLISTS.jsonl SEMEVAL.jsonl src/triptych/aspects/learnt/sureness.json

A multinomial logistic regression over the features of `triptych.aspects.remarks`: praise, blame or neither. It is
fitted on labelled quotations of real reviews and, at half and a quarter of their weight, on the labels of bundled
samples and on SemEval's sentences. `--leave-out ID` fits without one shortlist, to measure on that. `--remarks FILE`
adds single remarks, a JSON line a product: `{"product", "remarks": [{"review", "text", "direction"}]}`.
Takes seconds; needs scipy.
"""

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from triptych.aspects._grouping import Said, candidates, features_of
from triptych.aspects._notes import take_notes
from triptych.aspects._resolving import Resolver
from triptych.aspects.opinion_words import judge_words
from triptych.aspects.remarks import ASPECT_FEATURES, REMARK_FEATURES, remark_features
from triptych.catalog import read_products, read_shortlists
from triptych.english.sentences import kept_sentences
from triptych.records import Product, Review
from triptych.samples import sample_files

SIGNS = {"+": 1, "-": 2}
TESTS = Path(__file__).parent.parent / "tests" / "aspects"
SAMPLES_WEIGHT, SEMEVAL_WEIGHT = 0.5, 0.25
PENALTY = 5.0
MOST_OF_IT = 0.75
LEAST_OVERLAP = 0.34

Numbers = NDArray[Any]


class Instance(NamedTuple):
    """A remark that may speak of an aspect."""

    shortlist: str
    features: dict[str, float]
    wanted: int
    """0 for neither, 1 for praise, 2 for blame."""
    weight: float


def main() -> None:
    """Fit and write the weights."""
    parser = argparse.ArgumentParser(description="Fit how sure directions are.")
    parser.add_argument("labels", type=Path)
    parser.add_argument("shortlists", type=Path)
    parser.add_argument("semeval", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--leave-out", default="", help="a shortlist that is not used")
    parser.add_argument("--remarks", type=Path, help="single labelled remarks")
    options = parser.parse_args()
    instances = [
        *(remark_instances(options.remarks) if options.remarks else ()),
        *instances_of(options.labels, options.shortlists),
        *sample_instances(),
        *semeval_instances(options.semeval),
    ]
    write([one for one in instances if one.shortlist != options.leave_out], options.output)


def instances_of(labels: Path, shortlists: Path) -> Iterator[Instance]:
    """The remarks of all labelled products."""
    rows = [json.loads(line) for line in labels.read_text(encoding="utf-8").splitlines()]
    products = {
        (shortlist.id, product.id): product
        for shortlist in read_shortlists(shortlists)
        for product in shortlist.products
    }
    for row in rows:
        for product_id, label in row["products"].items():
            yield from _instances(row["id"], products[row["id"], product_id], label)


def _instances(shortlist: str, product: Product, label: dict[str, Any]) -> Iterator[Instance]:
    spans = labelled_spans(product, label)
    rows = list(_candidates(product))
    shares = Counter((said.notes.review_id, said.remark) for _, said, _ in rows)
    for _, said, features in rows:
        remark = said.remark
        wanted, weight = target(remark.start, remark.end, spans.get(said.notes.review_id, []))
        yield Instance(shortlist, features, wanted, weight / shares[said.notes.review_id, remark] ** 0.5)


def _candidates(product: Product) -> Iterator[tuple[str, Said, dict[str, float]]]:
    """Each remark with an aspect that it may speak of, and all its features."""
    notes = [take_notes(review) for review in product.reviews]
    read = [note for note in notes if note.set_aside is None]
    resolver = Resolver(read, product)
    titles = {review.id: review.title for review in product.reviews}
    all_found, namers = candidates(resolver, read)
    for note, rows in zip(read, all_found, strict=True):
        judged = [judge_words(sentence) for sentence in kept_sentences(note.text)]
        features = [found.features for found in remark_features(judged, note.stars, titles[note.review_id])]
        for at, name, said in rows:
            known = zip(ASPECT_FEATURES, features_of(name, said, namers[name] - 1), strict=False)
            yield name, said, {**dict(zip(REMARK_FEATURES, features[at], strict=True)), **dict(known)}


def remark_instances(path: Path) -> Iterator[Instance]:
    """Single labelled remarks, the other remarks of their reviews left out."""
    for row in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
        wanted = {(one["review"], one["text"]): SIGNS.get(one["direction"], 0) for one in row["remarks"]}
        for _, said, features in _candidates(Product.model_validate(row["product"])):
            key = said.notes.review_id, " ".join(said.words.split())
            if key in wanted:
                yield Instance("remarks", features, wanted.pop(key), 1.0)


def sample_instances(folder: Path = TESTS, weight: float = SAMPLES_WEIGHT) -> Iterator[Instance]:
    """What reviewers think of each aspect of our own labelled products, wherever they speak of it.

    Those that only confirm what was developed on others are left out.
    """
    products = {product.id: product for file in sample_files() for s in read_shortlists(file) for product in s.products}
    sets = json.loads((folder / "sets.json").read_text(encoding="utf-8"))
    names = [name for title, some in sets.items() if "development" in title for name in some]
    products |= {p.id: p for name in names for p in read_products(folder / "products" / f"{name}.json")}
    files = [*sorted((folder / "labels").glob("*.json")), *(folder / "labels_more" / f"{name}.json" for name in names)]
    for file in files:
        label = json.loads(file.read_text(encoding="utf-8"))
        sides = {
            (name, reviewer): number
            for aspect in label["aspects"]
            for number, side in enumerate(("neutral", "for", "against"))
            for name in (aspect["name"], *aspect["also"])
            for reviewer in aspect[side]
        }
        for name, said, features in _candidates(products[label["product_id"]]):
            if (name, said.notes.review_id) in sides:
                yield Instance("samples", features, sides[name, said.notes.review_id], weight)


def semeval_instances(path: Path, weight: float = SEMEVAL_WEIGHT) -> Iterator[Instance]:
    """Aspect terms of single sentences with their polarity."""
    signs = {"neutral": 0, "positive": 1, "negative": 2}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
        row = json.loads(line)
        product = Product(id="p", title="it", reviews=(Review(id=str(number), text=row["text"]),))
        terms = [term for term in row["aspect_terms"] if term["polarity"] in signs]
        for _, said, features in _candidates(product) if terms else ():
            for term in terms:
                if said.spoken.key and said.spoken.start < term["end"] and term["start"] < said.spoken.end:
                    yield Instance("semeval", features, signs[term["polarity"]], weight)


def labelled_spans(product: Product, label: dict[str, Any]) -> dict[str, list[tuple[int, int, int]]]:
    """For each review the places that labels quote, with their direction."""
    found: dict[str, list[tuple[int, int, int]]] = {}
    for review in product.reviews:
        for point in label["points"]:
            sign = SIGNS.get(point["direction"], 0)
            places = [(*place, sign) for place in labelled_places(point, review.id, review.text)]
            found.setdefault(review.id, []).extend(places)
    return found


def labelled_places(point: dict[str, Any], review: str, text: str) -> Iterator[tuple[int, int]]:
    """Where a labelled point is quoted from a review, whatever the punctuation."""
    for quote in point["quotes"]:
        words = re.findall(r"\w+", quote["text"].lower()) if quote["review"] == review else []
        match = re.search(r"\W+".join(map(re.escape, words)), text.lower()) if words else None
        if match:
            yield match.span()


def target(start: int, end: int, spans: list[tuple[int, int, int]]) -> tuple[int, float]:
    """The direction of the labels that cover a remark, and how much it counts."""
    shares: dict[int, float] = {}
    for first, last, sign in spans:
        share = (min(end, last) - max(start, first)) / (end - start)
        if share > 0:
            shares[sign] = max(share, shares.get(sign, 0.0))
    most = max(shares.values(), default=0.0)
    if most < LEAST_OVERLAP:
        return 0, 0.5 if shares else 1.0
    best = {sign for sign, share in shares.items() if share >= MOST_OF_IT * most}
    if {1, 2} <= best:
        return 0, 0.0
    return max(best), 1.0


def write(instances: list[Instance], output: Path) -> None:
    """Fit on these and write the weights, those of "neither" taken off."""
    names = sorted({name for one in instances for name in one.features})
    table = np.array([[one.features.get(name, 0.0) for name in names] for one in instances])
    wanted = np.array([one.wanted for one in instances])
    weights = np.array([one.weight for one in instances])
    found = fit(table, wanted, weights, np.array([0.01 if name == "bias" else PENALTY for name in names]))
    content = {name: [round(float(row[k] - row[0]), 3) for k in (1, 2)] for name, row in zip(names, found, strict=True)}
    output.write_text(json.dumps(content, indent=0) + "\n", encoding="utf-8")
    print(f"{len(instances)} instances, {len(names)} features in {output}")


def fit(table: Numbers, wanted: Numbers, weights: Numbers, penalty: Numbers) -> Numbers:
    """Weights of a penalised multinomial logistic regression, a row a feature and a column a class."""
    rows, columns = table.shape
    targets = np.eye(3)[wanted]

    def loss(flat: Numbers) -> tuple[float, Numbers]:
        at = flat.reshape(columns, 3)
        odds = table @ at
        odds -= odds.max(axis=1, keepdims=True)
        chances = np.exp(odds) / np.exp(odds).sum(axis=1, keepdims=True)
        value = -(weights * np.log(chances[np.arange(rows), wanted] + 1e-12)).sum()
        gradient = table.T @ (weights[:, None] * (chances - targets)) + penalty[:, None] * at
        return float(value + (penalty[:, None] * at**2).sum() / 2), gradient.ravel()

    start = np.zeros(columns * 3)
    return minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 500}).x.reshape(columns, 3)


if __name__ == "__main__":
    main()
