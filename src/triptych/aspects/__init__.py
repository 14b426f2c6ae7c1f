"""What reviewers say of a product: aspects, sentiment, prevalence, facts; and what a query asks."""

from triptych.aspects._grouping import OVERALL
from triptych.aspects._labelling import Term, find_generic, find_terms, polarities_of
from triptych.aspects._naming import aspects_in, facet_of
from triptych.aspects._tally import Tally, read_product, tally
from triptych.aspects.answers import answer_needs
from triptych.aspects.needs import read_needs

__all__ = [
    "OVERALL",
    "Tally",
    "Term",
    "answer_needs",
    "aspects_in",
    "facet_of",
    "find_generic",
    "find_terms",
    "polarities_of",
    "read_needs",
    "read_product",
    "tally",
]
