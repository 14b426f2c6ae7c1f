"""The labelled products: what people found in the samples, the reading finds."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from triptych.aspects import read_product
from triptych.catalog import read_products, read_shortlists
from triptych.records import Aspect, Product
from triptych.samples import sample_files

FOLDER = Path(__file__).parent
LABELS = sorted((FOLDER / "labels").glob("*.json"))
SETS: dict[str, list[str]] = json.loads((FOLDER / "sets.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def products() -> dict[str, Product]:
    """The samples' products by id."""
    return {
        product.id: product for file in sample_files() for some in read_shortlists(file) for product in some.products
    }


def held_against(labels: dict[str, Any], product: Product) -> list[tuple[dict[str, Any], Aspect | None]]:
    """Each labelled aspect with the one found."""
    aspects = read_product(product).aspects
    pairs: list[tuple[dict[str, Any], Aspect | None]] = []
    for label in labels["aspects"]:
        names = {name.lower().replace("-", " ") for name in (label["name"], *label["also"])}
        pairs.append((label, next((a for a in aspects if a.name.lower().replace("-", " ") in names), None)))
    return pairs


@dataclass(frozen=True)
class Figures:
    """How a set of products was read."""

    recall: float
    sentiment: float
    counts: float


def figures_of(pairs: list[tuple[dict[str, Any], Aspect | None]]) -> Figures:
    """Shares of the labelled aspects: found, of the right sentiment; and of their counts within one."""
    found = [(label, aspect) for label, aspect in pairs if aspect]
    side = [label["sentiment"].split()[-1] == aspect.sentiment.split()[-1] for label, aspect in found]
    counts = [
        abs(len(label[name]) - count) <= 1
        for label, aspect in found
        for name, count in (
            ("for", aspect.reviewers.for_),
            ("against", aspect.reviewers.against),
            ("neutral", aspect.reviewers.neutral),
        )
    ]
    return Figures(len(found) / len(pairs), sum(side) / len(pairs), sum(counts) / (3 * len(pairs)))


def test_the_labels_are_there() -> None:
    assert len(LABELS) >= 6


def test_aspects_sentiment_and_counts_agree_with_people(products: dict[str, Product]) -> None:
    pairs = [
        pair
        for file in LABELS
        for labels in [json.loads(file.read_text(encoding="utf-8"))]
        for pair in held_against(labels, products[labels["product_id"]])
    ]
    figures = figures_of(pairs)
    assert figures.recall >= 0.9
    assert figures.sentiment >= 0.9
    assert figures.counts >= 0.8


@pytest.mark.parametrize(
    ("title", "least"),
    [
        ("first development set", Figures(recall=0.95, sentiment=0.75, counts=0.95)),
        ("first confirmation set", Figures(recall=0.95, sentiment=0.65, counts=0.95)),
        ("second development set", Figures(recall=0.9, sentiment=0.75, counts=0.85)),
    ],
)
def test_other_categories_are_read_no_worse_than_they_were(title: str, least: Figures) -> None:
    pairs = [
        pair
        for name in SETS[title]
        for labels in [json.loads((FOLDER / "labels_more" / f"{name}.json").read_text(encoding="utf-8"))]
        for product in read_products(FOLDER / "products" / f"{name}.json")
        for pair in held_against(labels, product)
    ]
    figures = figures_of(pairs)
    assert figures.recall >= least.recall
    assert figures.sentiment >= least.sentiment
    assert figures.counts >= least.counts


def test_each_labelled_product_is_in_one_set() -> None:
    listed = sorted(name for names in SETS.values() for name in names)
    assert listed == sorted(file.stem for file in (FOLDER / "labels_more").glob("*.json"))
    assert listed == sorted(file.stem for file in (FOLDER / "products").glob("*.json"))
