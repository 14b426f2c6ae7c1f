"""Asking things of an invented product."""

from typing import Any

from triptych.aspects import read_product
from triptych.needs import answer_needs, read_needs
from triptych.needs.excerpts import Excerpts
from triptych.records import Answer, Product


def product_of(*reviews: str, title: str = "Veltra Kettle", **fields: Any) -> Product:
    """A product with these reviews."""
    said = [{"id": f"r{n}", "text": text} for n, text in enumerate(reviews, start=1)]
    return Product.model_validate({"id": "p", "title": title, "reviews": said, **fields})


def answers_to(query: str, product: Product) -> dict[str, Answer]:
    """How a product answers each need, by the need's words."""
    found = answer_needs(read_needs(query), product, read_product(product))
    for answer in found:
        assert all(span.resolves_in(product) for span in answer.evidence)
        assert bool(answer.evidence) <= (answer.state != "unknown")
    return {answer.need: answer for answer in found}


def excerpts_of(product: Product) -> Excerpts:
    """A product ready to be searched."""
    return Excerpts(product, read_product(product))
