"""The words and turns of phrase that listings are read by, as the files beside this one have them."""

from functools import partial

from triptych.english.words import word_list, wording_of

listed_words = partial(word_list, "listing/lists.txt")
"""One of the lists of `lists.txt`, by its name."""
pattern = partial(wording_of, "listing/patterns.txt")
"""One of the patterns of `patterns.txt`, by its name."""
