"""A rubric of your own, judged by a model: `python own_rubric.py openai:gpt-4o-mini`.

As a file it is `my-rubrics/explanation/warmth.yaml`, for `triptych judge --rubrics my-rubrics --metric warmth`.
"""

import sys

from triptych import judge_sync
from triptych.records import Rubric

warmth = Rubric(
    task="explanation",
    metric="warmth",
    definition="Whether the explanation speaks to the shopper kindly, without pushing and without flattery.",
    inputs=("query",),
    anchors={
        1: "Cold or pushy throughout.",
        2: "Mostly cold or pushy.",
        3: "About as much warm as cold.",
        4: "Warm, with one phrase that is not.",
        5: "Warm throughout, and never pushy.",
    },
    steps=("Quote each phrase that speaks to the shopper.", "Choose the anchor that fits."),
    # What the embedded judge does with it; a model needs no measures.
    like="explanation/clarity",
)
case = {
    "task": "explanation",
    "query": "a quiet blender for a small kitchen",
    "products": [{"id": "b1", "title": "Halden Mini Blender", "reviews": ["Quieter than my old one."]}],
    "text": "If you would like peace at breakfast, this one may suit you: a buyer calls it quieter than the last.",
}
(judgement,) = judge_sync(case, warmth, judge=sys.argv[1] if len(sys.argv) > 1 else None)
print(judgement.score, judgement.explanation)
