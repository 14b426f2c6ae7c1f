"""What star-rated reviews teach about words: how common they are, and which things nobody judges."""

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
def never_judged() -> frozenset[str]:
    """Things that reviewers name but do not judge: "husband", "sink"."""
    return frozenset(_stored()["never judged"])


@cache
def _uses() -> dict[str, int]:
    uses: dict[str, int] = _stored()["in a million"]
    return uses


def _stored() -> dict[str, Any]:
    stored: dict[str, Any] = json.loads(files("triptych.aspects").joinpath(_FILE).read_text(encoding="utf-8"))
    return stored
