"""Words that deny."""

NOT = frozenset((
    "not", "n't", "never", "cannot", "cant", "dont", "doesnt", "didnt", "wont", "wouldnt", "couldnt", "shouldnt",
    "isnt", "arent", "wasnt", "werent", "aint",
))  # fmt: skip
"""Words that deny a verb; the tagger's kind X."""
NONE = frozenset(("no", "without", "nor", "neither", "nothing", "none", "nobody", "nowhere", "zero"))
"""Words that deny that there is any of what follows."""
HARDLY = frozenset((
    "hardly", "barely", "scarcely", "rarely", "few", "less", "least", "lack", "lacks", "lacking", "unable",
))  # fmt: skip
"""Words that come close to denying."""


def denies(word: str) -> bool:
    """True for a lower-case word that says "not" or "none"."""
    return word in NOT or word in NONE or word.endswith("n't")
