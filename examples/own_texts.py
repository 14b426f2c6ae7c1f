"""Your own texts about one product, judged side by side; no model, no key."""

from triptych import judge_many

product = {
    "id": "kettle-1",
    "title": "Tarnhall K2 Kettle",
    "average_rating": 4.1,
    "reviews": [
        "Boils a litre in under three minutes. Very quick.",
        "Quick to boil, but the lid is hard to open with wet hands.",
        "Quiet and quick. The lid is stiff, though.",
        "The handle stays cool. Boils fast.",
    ],
}
texts = {
    "ours": "Most buyers praise how quickly it boils. Two of four find the lid stiff or hard to open.",
    "theirs": "Everyone loves the bright red colour and the ten-year guarantee.",
}
cases = [
    {"id": name, "task": "opinion", "products": [product], "text": text, "system": name} for name, text in texts.items()
]

for judgement in judge_many(cases, ["faithfulness", "aspect_coverage"]):
    print(f"{judgement.system:8} {judgement.metric:16} {judgement.score}  ({judgement.value:.2f})")
