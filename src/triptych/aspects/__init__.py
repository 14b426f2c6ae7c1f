"""What reviewers say of a product: aspects, sentiment, prevalence."""

from triptych.aspects._labelling import Term as Term
from triptych.aspects._labelling import aspects_in as aspects_in
from triptych.aspects._labelling import facet_of as facet_of
from triptych.aspects._labelling import find_generic as find_generic
from triptych.aspects._labelling import find_terms as find_terms
from triptych.aspects._labelling import polarities_of as polarities_of
from triptych.aspects._reading import Tally as Tally
from triptych.aspects._reading import read_product as read_product
from triptych.aspects._reading import tally as tally
from triptych.aspects._resolving import OVERALL as OVERALL
