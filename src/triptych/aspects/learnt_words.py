"""What star-rated reviews teach about words: how common they are, and which things people judge."""

import json
from functools import cache
from importlib.resources import files
from typing import Any

_FILE = "learnt/words.json"


_COMMON = 1000
"""Uses in a million words of a word that says half of what a rare one says."""


def telling_of(lemma: str) -> float:
    """How much a word says, from 0 for one that is in every review to 1 for a rare one."""
    return _COMMON / (_COMMON + _uses().get(lemma, 0))


@cache
def judged_things() -> frozenset[str]:
    """Things of which reviewers say how they are: "lid", but neither "husband" nor "sink"."""
    return frozenset(_stored()["judged"])


@cache
def _uses() -> dict[str, int]:
    uses: dict[str, int] = _stored()["in a million"]
    return uses


def _stored() -> dict[str, Any]:
    stored: dict[str, Any] = json.loads(files("triptych.aspects").joinpath(_FILE).read_text(encoding="utf-8"))
    return stored
