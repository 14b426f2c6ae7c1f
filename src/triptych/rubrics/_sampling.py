"""Which reviews are shown where not all of them fit: a part that keeps the share of each star level.

Every review gets a rank within its product and star level, in an order made from its content, and the ranks of a level
are spread evenly between 0 and 1. Reviews are taken by that rank until the room is used: whatever the number taken,
each product and level has its share of it. The same case and room always give the same part.
"""

import hashlib
from collections import defaultdict
from collections.abc import Callable, Sequence

from triptych.records import Product, Review

Picked = frozenset[tuple[int, int]]
"""Positions of products and of their reviews."""

# One long review must not take the room of many: above this share of it a review is passed over.
_LARGEST_SHARE = 0.25


def sample_reviews(products: Sequence[Product], room: int, size_of: Callable[[Review], int]) -> Picked:
    """The reviews to show in `room`, each measured by `size_of`."""
    picked: set[tuple[int, int]] = set()
    left = room
    for product_at, review_at in _by_rank(products):
        size = size_of(products[product_at].reviews[review_at])
        if size > room * _LARGEST_SHARE:
            continue
        if size > left:
            break
        picked.add((product_at, review_at))
        left -= size
    return frozenset(picked)


def _by_rank(products: Sequence[Product]) -> list[tuple[int, int]]:
    levels: dict[tuple[int, int], list[tuple[str, int, int]]] = defaultdict(list)
    for product_at, product in enumerate(products):
        for review_at, review in enumerate(product.reviews):
            level = round(review.stars) if review.stars is not None else 0
            levels[product_at, level].append((_lot(review), product_at, review_at))
    ranked = [
        ((place + 0.5) / len(level), *drawn) for level in levels.values() for place, drawn in enumerate(sorted(level))
    ]
    return [(product_at, review_at) for _, _, product_at, review_at in sorted(ranked)]


def _lot(review: Review) -> str:
    """A number drawn from the review itself, so that its place in the input plays no part."""
    return hashlib.sha256(f"{review.id}\0{review.text}".encode("utf-8", "replace")).hexdigest()
