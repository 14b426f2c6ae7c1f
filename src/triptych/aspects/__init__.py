"""What reviewers say of a product: aspects, sentiment, prevalence."""

from triptych.aspects._grouping import OVERALL
from triptych.aspects._labelling import Term, find_generic, find_terms, polarities_of
from triptych.aspects._naming import aspects_in, aspects_praised_in, facet_of
from triptych.aspects._tally import Tally, read_product, tally

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
