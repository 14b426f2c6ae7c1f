"""What star-rated reviews teach about words: which say nothing of their own, and which things nobody judges."""

import json
from functools import cache
from importlib.resources import files

_FILE = "learnt/words.json"


def is_general(lemma: str) -> bool:
    """True for a word of all kinds of goods, which cannot say what a remark is about: "great", "recommend"."""
    return lemma in _lists()["general"]


def never_judged() -> frozenset[str]:
    """Things that reviewers name but do not judge: "husband", "sink"."""
    return _lists()["never judged"]


@cache
def _lists() -> dict[str, frozenset[str]]:
    stored = json.loads(files("triptych.aspects").joinpath(_FILE).read_text(encoding="utf-8"))
    return {name: frozenset(words) for name, words in stored.items()}
