"""Facts that the first release kept as words."""

from typing import Any

import pytest

from old_store import OLD, keep_in_version_one
from triptych.records import Judgement, PromptCut
from triptych.stores import open_store


def unscored(failure: str, **fields: Any) -> dict[str, Any]:
    return OLD | {"score": None, "value": None, "failure": failure} | fields


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (OLD, {}),
        (unscored("no answer: HTTP 500: gone"), {"failure_kind": "no answer"}),
        (unscored("a plugin's own words: so it is"), {"failure_kind": None}),
        (
            OLD | {"judge": "jury(a, b)", "explanation": "The mean of 2 judges is 3.50; 3.00 apart.\n\n[a]"},
            {"apart": 3.0},
        ),
        (
            OLD | {"judge": "cascade(a > b)", "explanation": "Settled by b after a (2.50, certainty 0.10).\n\nYes."},
            {"settled_by": "b"},
        ),
        (OLD | {"explanation": "Settled by b.\n\nIt says: 3.00 apart."}, {"settled_by": None, "apart": None}),
        (
            OLD
            | {
                "explanation": "Fine.\n\nNote: facts left out for lack of room.\n\nNote: 7 of 60 reviews shown, star "
                "levels in their shares.\n\nNote: the reply may have obeyed the case instead of the rubric: it is bare."
            },
            {"cut": PromptCut(left_out=("facts",), reviews_shown=7, reviews=60), "doubts": ("is bare",)},
        ),
    ],
)
def test_facts_that_version_one_kept_as_words_become_fields(url: str, old: dict[str, Any], new: dict[str, Any]) -> None:
    keep_in_version_one(url, old)
    with open_store(url) as store:
        (found,) = store.judgements("r")
    assert found == Judgement.model_validate(old | new)
