"""A small product and a maker of analyses."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from triptych.measures import Analysis
from triptych.records import Case, Money, Product, Review

REVIEWS = (
    "The battery lasts ten hours and I love it. The screen is bright.",
    "Battery life is excellent. The speakers are weak and tinny.",
    "Great battery. Screen is sharp and bright. It is too heavy for me.",
    "The speakers are terrible. It is heavy, my shoulder hurts.",
    "Bright screen, good battery. Price is fair.",
    "Heavy to carry. Speakers sound bad. Battery is great though.",
)
TITLES = (
    "Norvel Tab 10 Tablet, 10-inch, Grey",
    "Quessa Pad 8 Tablet, 8-inch, Blue",
    "Ostrin Slate 12 Tablet, 12-inch, Red",
)


def product(number: int = 0, reviews: tuple[str, ...] = REVIEWS) -> Product:
    """One of three tablets."""
    return Product(
        id=f"tab-{number}",
        title=TITLES[number],
        specifications={"Battery life": "10 hours", "Weight": "620 g"},
        base_price=Money(amount=Decimal(300 + number), currency="USD"),
        final_price=Money(amount=Decimal(250 + 40 * number), currency="USD"),
        average_rating=4.1 + number / 10,
        reviews=tuple(Review(id=str(n), text=text) for n, text in enumerate(reviews, start=1)),
    )


@pytest.fixture
def opinion() -> Callable[..., Analysis]:
    """Makes the analysis of an opinion about the first tablet."""

    def make(text: str, reviews: tuple[str, ...] = REVIEWS) -> Analysis:
        return Analysis(Case.model_validate({"task": "opinion", "products": [product(reviews=reviews)], "text": text}))

    return make


@pytest.fixture
def explanation() -> Callable[..., Analysis]:
    """Makes the analysis of an explanation for a query."""

    def make(text: str, query: str = "tablet with good battery under $300, light to carry") -> Analysis:
        return Analysis(
            Case.model_validate({"task": "explanation", "query": query, "products": [product()], "text": text})
        )

    return make


@pytest.fixture
def comparison() -> Callable[..., Analysis]:
    """Makes the analysis of a comparison of the three tablets."""

    def make(text: str, query: str = "tablet with good battery under $300") -> Analysis:
        products: list[Any] = [product(0), product(1), product(2)]
        return Analysis(Case.model_validate({"task": "comparison", "query": query, "products": products, "text": text}))

    return make


TABLE = f"""| Product Title | {TITLES[0]} | {TITLES[1]} | {TITLES[2]} |
| --- | --- | --- | --- |
| Base Price | $300 | $301 | $302 |
| Final Price | $250 | $290 | $330 |
| Battery Life | 10 hours; excellent | 10 hours; excellent | 10 hours; excellent |
| Screen | Bright and sharp | Bright and sharp | Bright and sharp |
| Weight | 620 g; heavy | 620 g; heavy | 620 g; heavy |
| Speakers | Weak and tinny | Weak and tinny | Weak and tinny |
| Display Size | 10 inch | 8 inch | 12 inch |
| Average Rating | 4.1 | 4.2 | 4.3 |
| Pros | Excellent battery; bright screen | Excellent battery | Excellent battery |
| Cons | Weak speakers; heavy | Weak speakers | Weak speakers; over budget |

Final Verdict Summary: Take the Norvel Tab 10 for its battery of 10 hours at $250. The Quessa Pad 8 costs $290 and is \
as heavy. The Ostrin Slate 12 costs $330, which is $30 over the budget of $300.
"""


@pytest.fixture
def table() -> str:
    """A whole comparison."""
    return TABLE
