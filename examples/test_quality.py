"""A gate in CI: `pytest examples/test_quality.py` fails, and says why, where a text is not good enough.

For a file of cases the command does the same: `triptych judge cases.jsonl --fail-under faithfulness=4` exits 1.
"""

from triptych.testing import judged

CASE = {
    "task": "explanation",
    "query": "running shoes for wide feet",
    "products": [
        {
            "id": "s1",
            "title": "Mellin Stride Shoes",
            "reviews": ["Roomy toe box, good for wide feet.", "Wide enough for me, and light."],
        }
    ],
    "text": "Both buyers find the Mellin Stride wide enough: one calls the toe box roomy, the other calls it light.",
}


def test_the_explanation_is_faithful_and_short() -> None:
    assert judged(CASE, "faithfulness") >= 4
    assert judged(CASE, "conciseness") >= 3
