"""The words and turns of phrase that needs are read and answered by, as the files beside this one have them."""

from functools import partial

from triptych.english.words import word_list, wording_of

listed = partial(word_list, "needs/lists.txt")
"""The words of some lists of `lists.txt`, by their names."""
pattern = partial(wording_of, "needs/patterns.txt")
"""One of the patterns of `patterns.txt`, by its name."""
