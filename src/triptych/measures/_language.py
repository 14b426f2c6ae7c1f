"""What measures borrow from reading, and from nowhere else in it: what is spoken of, and what words are worth."""

from triptych.aspects._reading import level
from triptych.aspects.lexicons._facets import facets
from triptych.aspects.lexicons._valence import value_of
from triptych.aspects.sentences._mentions import Spoken, spoken_in

__all__ = ["Spoken", "facets", "level", "spoken_in", "value_of"]
