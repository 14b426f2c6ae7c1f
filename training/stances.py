"""Learn what a clause says of a need: that it is met, that it is not, or nothing.

    python training/stances.py PRODUCTS.jsonl.gz training/labels/stances.tsv src/triptych/needs/stances.json

The labels name five needs for each of 1,350 products, and for each need where a reader found a reviewer or a line of
the listing that takes a stance. A penalised multinomial log-linear model over the features of
`triptych.needs.stances` is fitted to whether a clause says yes, no or nothing. Prints, on products that were left out
in turn, how many of the reviewers who take a stance are heard, and how many of those heard take it. Takes ten minutes;
needs scipy (the extra `stats`).
"""

import argparse
import json
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
from triptych.needs import read_needs
from triptych.needs.excerpts import Excerpt, Excerpts
from triptych.needs.stances import features_on
from triptych.needs.words import words_of
from triptych.records import Need, NeedKind, Product, group_by

FEWEST_WORDS, MOST_WORDS, MOST_REVIEWS, MOST_FEATURES, LONGEST_VALUE = 2, 140, 10, 10, 120
"""What of a product was read for labels."""
FOLDS, PENALTY, SMALLEST = 5, 6.0, 0.05
LEAST = {"b": 3, "p": 3}
"""So many products must have a pair of words; other features two."""
ELSEWHERE = 0.15
"""What a clause weighs whose reviewer takes a stance in other words."""
BARS = (0.3, 0.4, 0.5, 0.6, 0.7)
SIDES = ("", "+", "-")
FIELDS = {"final_price": "price", "base_price": "list_price", "average_rating": "rating"}
FIELDS |= {name: name for name in ("title", "category", "currency")}

Numbers = NDArray[Any]


class Stance(NamedTuple):
    """Where a source says something of a need."""

    sign: str
    kind: str
    source: str
    start: int
    end: int


class Example(NamedTuple):
    """A clause that may speak of a need."""

    product: int
    need: int
    source: str
    is_review: bool
    features: list[str]
    label: str
    weight: float


class Labelled(NamedTuple):
    """Examples, and the stance of each source on each need by (need, source)."""

    needs: list[Need]
    examples: list[Example]
    stances: dict[tuple[int, str], str]


def main() -> None:
    """Fit, report and write the weights."""
    parser = argparse.ArgumentParser(description="Learn what a clause says of a need.")
    parser.add_argument("products", type=Path)
    parser.add_argument("labels", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument(
        "--keep", type=Path, help="where to keep what is heard of each need by weights that its product had no part in"
    )
    options = parser.parse_args()
    labelled = read_labelled(options.products, options.labels)
    chances = report(labelled)
    if options.keep:
        options.keep.write_text(json.dumps(list(voices_of(labelled, chances))), encoding="utf-8")
    weights = fit(labelled.examples)
    kept = {name: [round(x, 2) for x in pair] for name, pair in weights.items() if max(map(abs, pair)) >= SMALLEST}
    text = ",\n".join(f"{json.dumps(name, ensure_ascii=False)}: {json.dumps(kept[name])}" for name in sorted(kept))
    options.output.write_text("{\n" + text + "\n}\n", encoding="utf-8")


def read_labelled(products: Path, labels: Path) -> Labelled:
    """All clauses that may speak of a labelled need."""
    by_product: dict[int, list[tuple[str, list[Stance]]]] = {}
    for line in labels.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            number, need, *told = line.split("\t")
            by_product.setdefault(int(number), []).append((need, [_stance(each) for each in told]))
    found = Labelled([], [], {})
    for number, row in enumerate(rows_of(products)):
        if number not in by_product:
            continue
        product = product_of(number, row)
        excerpts = Excerpts(product, read_product(product))
        for text, stances in by_product[number]:
            count, need = len(found.needs), need_of(text)
            found.needs.append(need)
            found.stances.update({(count, each.source): each.sign for each in stances})
            found.examples.extend(_examples(number, count, need, stances, excerpts))
    return found


def _stance(told: str) -> Stance:
    sign, kind, source, span = told.split("|")
    start, end = map(int, span.split("-"))
    return Stance(sign, kind, source, start, end)


def product_of(number: int, row: dict[str, Any]) -> Product:
    """A product as it was labelled."""
    content = {name: row[key] for name, key in FIELDS.items() if row.get(key) not in (None, [], {})}
    read = [one for one in row["reviews"] if FEWEST_WORDS <= len(one["text"].split()) <= MOST_WORDS][:MOST_REVIEWS]
    reviews = [{"id": f"r{n}", "text": one["text"], "title": one["title"] or None} for n, one in enumerate(read, 1)]
    specs = {name: value for name, value in row["specs"].items() if len(str(value)) < LONGEST_VALUE}
    content |= {"key_features": row["features"][:MOST_FEATURES], "specifications": specs, "reviews": reviews}
    return Product.model_validate({"id": f"p{number}", **content})


def need_of(text: str) -> Need:
    """A need as a query would name it."""
    found = [need.kind for need in read_needs(text) if need.kind not in ("category", "budget", "figure")]
    kind: NeedKind = found[0] if len(found) == 1 else "use" if text.lower().startswith("for ") else "feature"
    return Need(kind=kind, text=text, start=0, end=len(text))


def _examples(
    product: int, number: int, need: Need, stances: Sequence[Stance], excerpts: Excerpts
) -> Iterator[Example]:
    speaking = {each.source for each in stances}
    for clause, features, _ in features_on(words_of(need.text, need.kind), excerpts):
        source = clause.source
        label = next((each.sign for each in stances if _is_in(each, clause)), "")
        weight = 0.0 if label == "~" else ELSEWHERE if not label and source.id in speaking else 1.0
        yield Example(product, number, source.id, source.is_review, features, label, weight)


def _is_in(stance: Stance, clause: Excerpt) -> bool:
    """True where at least half of the shorter one is in the other."""
    if (stance.kind, stance.source) != (clause.source.kind, clause.source.id):
        return False
    shared = min(stance.end, clause.end) - max(stance.start, clause.start)
    return shared > 0 and shared >= min(stance.end - stance.start, clause.end - clause.start) / 2


def _table(examples: Sequence[Example], names: dict[str, int]) -> sparse.csr_matrix:
    columns = [[names[name] for name in each.features if name in names] for each in examples]
    ends, flat = np.cumsum([0, *map(len, columns)]), np.concatenate([np.array(row, dtype=int) for row in columns])
    return sparse.csr_matrix((np.ones(len(flat)), flat, ends), shape=(len(examples), len(names)))


def fit(examples: Sequence[Example]) -> dict[str, tuple[float, float]]:
    """The weights of each feature, for yes and for no."""
    uses = Counter(name for _, name in {(each.product, name) for each in examples for name in each.features})
    names = {
        name: n for n, name in enumerate(sorted(x for x, many in uses.items() if many >= LEAST.get(x.split(" ")[0], 2)))
    }
    table, weight = _table(examples, names), np.array([each.weight for each in examples])
    truth = np.array([[float(each.label == side) for side in SIDES[1:]] for each in examples])
    silent, common = 1 - truth.sum(axis=1), names["all"]

    def loss(flat: Numbers) -> tuple[float, Numbers]:
        found = flat.reshape(len(names), 2)
        odds = np.exp(np.clip(table @ found, -30, 30))
        chance = odds / (1 + odds.sum(axis=1, keepdims=True))
        rest = 1 - chance.sum(axis=1)
        surprise = weight @ ((truth * np.log(chance + 1e-12)).sum(axis=1) + silent * np.log(rest + 1e-12))
        penalised = found.copy()
        penalised[common] = 0
        slope = table.T @ (weight[:, None] * (chance - truth)) + PENALTY * penalised
        return float(-surprise + PENALTY / 2 * (penalised**2).sum()), slope.ravel()

    best = minimize(loss, np.zeros(2 * len(names)), jac=True, method="L-BFGS-B", options={"maxiter": 120}).x
    pairs = best.reshape(len(names), 2).tolist()
    return {name: (pairs[n][0], pairs[n][1]) for name, n in names.items()}


def chances_of(examples: Sequence[Example], weights: dict[str, tuple[float, float]]) -> Numbers:
    """How likely each example says yes and no."""
    odds = np.array(
        [[np.exp(sum(weights[n][side] for n in each.features if n in weights)) for side in (0, 1)] for each in examples]
    )
    chances: Numbers = odds / (1 + odds.sum(axis=1, keepdims=True))
    return chances


def voices_of(labelled: Labelled, chances: Numbers) -> Iterator[dict[str, Any]]:
    """For each need what each source says of it, as heard and as labelled."""
    heard = group_by(zip(labelled.examples, chances.tolist(), strict=True), lambda each: each[0].need)
    signs = group_by(labelled.stances.items(), lambda each: each[0][0])
    for number, need in enumerate(labelled.needs):
        said = group_by(heard.get(number, []), lambda each: each[0].source if each[0].is_review else "")
        yield {
            "is_use": need.kind in ("use", "audience"),
            "said": {source: [pair for _, pair in some] for source, some in said.items()},
            "signs": [sign for _, sign in signs.get(number, [])],
        }


def report(labelled: Labelled) -> Numbers:
    """How many stances are heard, and how many heard are there, on products that were left out."""
    examples = labelled.examples
    chances = np.zeros((len(examples), 2))
    for fold in range(FOLDS):
        out = [n for n, each in enumerate(examples) if each.product % FOLDS == fold]
        weights = fit([each for each in examples if each.product % FOLDS != fold])
        chances[out] = chances_of([examples[n] for n in out], weights)
    for is_review in (True, False):
        best: dict[tuple[int, str], Numbers] = {}
        for each, chance in zip(examples, chances, strict=True):
            if each.is_review == is_review:
                key = each.need, each.source
                best[key] = np.maximum(best.get(key, np.zeros(2)), chance)
        wanted = {key: sign for key, sign in labelled.stances.items() if key[1].startswith("r") == is_review}
        for bar in BARS:
            heard = {key: "-" if pair[1] > pair[0] else "+" for key, pair in best.items() if pair.max() >= bar}
            told = [f"{'reviews' if is_review else 'listing'} {bar}:"]
            for side in SIDES[1:]:
                sure = {key for key, sign in heard.items() if sign == side and wanted.get(key) != "~"}
                there = {key for key, sign in wanted.items() if sign == side}
                told.append(f"{side} right {len(sure & there) / max(1, len(sure)):.2f}")
                told.append(f"heard {len(sure & there) / max(1, len(there)):.2f} of {len(there)}")
            print(*told)
    return chances


if __name__ == "__main__":
    main()
