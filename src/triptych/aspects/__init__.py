"""What reviewers say of a product: aspects, sentiment, prevalence."""

from triptych.aspects._labelling import (
    Term,
    aspects_in,
    aspects_praised_in,
    facet_of,
    find_generic,
    find_terms,
    polarities_of,
)
from triptych.aspects._reading import Tally, read_product, tally
from triptych.aspects._resolving import OVERALL

__all__ = [
    "OVERALL",
    "Tally",
    "Term",
    "aspects_in",
    "aspects_praised_in",
    "facet_of",
    "find_generic",
    "find_terms",
    "polarities_of",
    "read_product",
    "tally",
]
