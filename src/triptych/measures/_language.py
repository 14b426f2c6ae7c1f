"""What measures borrow from reading: tagged sentences, what they speak of, what words are worth. Nowhere else."""

from triptych.aspects._reading import level
from triptych.aspects._screening import is_other_language
from triptych.aspects.lexicons._facets import facets
from triptych.aspects.lexicons._valence import value_of
from triptych.aspects.sentences._mentions import Spoken, spoken_in
from triptych.english.sentences import Sentence, kept_sentences, sentences_of
from triptych.english.units import quantities_in
from triptych.english.wordings import Wording
from triptych.english.words import closed_words, kinds_of, open_words, word_set

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
