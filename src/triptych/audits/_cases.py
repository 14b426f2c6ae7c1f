"""The cases that audits start from where the user names none: good texts about two bundled shortlists."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from triptych.catalog import read_shortlists
from triptych.records import Case, Product, Shortlist
from triptych.samples import sample_files

_FILE = Path(__file__).parent / "cases.yaml"


@cache
def bundled_cases() -> tuple[Case, ...]:
    """Opinions, explanations and comparisons that are good, and short enough to judge by the hundred."""
    content = yaml.safe_load(_FILE.read_text(encoding="utf-8"))
    shortlists = {path.stem: path for path in sample_files()}
    return tuple(
        case
        for name, texts in content["shortlists"].items()
        for case in _cases(next(iter(read_shortlists(shortlists[name]))), texts, content["reviews"])
    )


def _cases(shortlist: Shortlist, texts: dict[str, Any], reviews: int) -> Iterator[Case]:
    products = {product.id: _cut(product, reviews) for product in shortlist.products}
    informed = {
        key: product.model_copy(update={"opinion": texts["opinions"][key]}) for key, product in products.items()
    }
    for key in texts["explanations"]:
        yield _case(f"{key}/opinion", "opinion", (products[key],), None, texts["opinions"][key])
    for key, text in texts["explanations"].items():
        yield _case(f"{key}/explanation", "explanation", (informed[key],), shortlist.query, text)
    name = f"{shortlist.id}/comparison"
    yield _case(name, "comparison", tuple(informed.values()), shortlist.query, texts["comparison"])


def _case(name: str, task: str, products: tuple[Product, ...], query: str | None, text: str) -> Case:
    fields = {"id": name, "task": task, "products": products, "query": query, "text": text, "system": "by hand"}
    return Case.model_validate(fields)


def _cut(product: Product, reviews: int) -> Product:
    return product.model_copy(update={"reviews": product.reviews[:reviews]})
