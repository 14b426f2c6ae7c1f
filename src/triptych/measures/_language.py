"""What measures borrow from reading: tagged sentences, what they speak of, what words are worth. Nowhere else."""

from triptych.aspects._reading import level
from triptych.aspects._screening import is_other_language
from triptych.aspects.lexicons._facets import facets
from triptych.aspects.lexicons._valence import value_of
from triptych.aspects.lexicons._wordings import Wording
from triptych.aspects.lexicons._words import _open_words as open_words
from triptych.aspects.lexicons._words import closed_words, kinds_of
from triptych.aspects.sentences._mentions import Spoken, spoken_in
from triptych.aspects.sentences._quantities import quantities_in
from triptych.aspects.sentences._sentence import Sentence, kept_sentences, sentences_of

__all__ = [
    "Sentence",
    "Spoken",
    "Wording",
    "closed_words",
    "facets",
    "is_other_language",
    "kept_sentences",
    "kinds_of",
    "level",
    "open_words",
    "quantities_in",
    "sentences_of",
    "spoken_in",
    "value_of",
    "word_set",
]


def word_set(text: str) -> frozenset[str]:
    """The words of a text as a set, for the short lists that stand in the code."""
    return frozenset(text.split())
