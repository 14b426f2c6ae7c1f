"""How well does a judge agree with your raters? Needs the extra `[stats]`.

For files: `triptych agree judgements.jsonl ratings.csv`.
"""

import sys

from triptych import Rating, judge_many
from triptych.agreement import measure_agreement

reviews = ["Warm and light.", "Very warm, even in snow.", "The zip broke in a week.", "The zip sticks."]
texts = {
    "careful": "Two of four buyers call it warm; two complain about the zip.",
    "vague": "Buyers have opinions about this coat.",
    "false": "All buyers praise the zip, and the hood.",
}
scores = {"careful": (5, 5), "vague": (2, 3), "false": (1, 1)}

cases, ratings = [], []
for number in range(1, 5):
    product = {"id": f"coat-{number}", "title": f"Brenn Coat {number}", "reviews": reviews}
    for system, text in texts.items():
        name = f"coat-{number}/{system}"
        cases.append({"id": name, "task": "opinion", "products": [product], "text": text, "system": system})
        for rater, score in zip(("ann", "ben"), scores[system], strict=True):
            ratings.append(Rating(case_id=name, metric="faithfulness", rater=rater, score=score))

judge = sys.argv[1] if len(sys.argv) > 1 else "embedded"
judgements = list(judge_many(cases, "faithfulness", judge=judge))
found = measure_agreement({judge: judgements}, ratings)
for row in found.rows:
    pooled = row.figure("spearman", "pooled")
    if pooled and pooled.value is not None:
        print(f"{row.metric} {row.who}: rho {pooled.value:.2f} over {row.cases} texts")
