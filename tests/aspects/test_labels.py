"""The labelled products: what people found in the samples, the reading finds."""

import json
from pathlib import Path
from typing import Any

import pytest

from triptych.aspects import read_product
from triptych.catalog import read_shortlists
from triptych.records import Aspect, Product
from triptych.samples import sample_files

LABELS = sorted((Path(__file__).parent / "labels").glob("*.json"))


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


def test_the_labels_are_there() -> None:
    assert len(LABELS) >= 6


def test_aspects_sentiment_and_counts_agree_with_people(products: dict[str, Product]) -> None:
    pairs = [
        pair
        for file in LABELS
        for labels in [json.loads(file.read_text(encoding="utf-8"))]
        for pair in held_against(labels, products[labels["product_id"]])
    ]
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
    assert len(found) / len(pairs) >= 0.9
    assert sum(side) / len(pairs) >= 0.9
    assert sum(counts) / (3 * len(pairs)) >= 0.8
