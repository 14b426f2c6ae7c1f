"""Write with one model and judge with another: `python own_model.py openai:gpt-4o-mini openai:gpt-4o`.

Any OpenAI-compatible server does (`openai:llama3.1:8b@http://localhost:11434/v1`), and `gguf:model.gguf`.
"""

import sys

from triptych import judge_many, write_many
from triptych.settings import JudgeOptions

writer, judge = sys.argv[1:] or ("embedded", "embedded")
products = [
    {"id": "lamp-1", "title": "Orrel Desk Lamp", "reviews": ["Bright, and easy to dim.", "The arm sags."]},
    {"id": "lamp-2", "title": "Vesk Clip Lamp", "reviews": ["The clip is strong.", "Too dim to read by."]},
]
cases = list(write_many(products, "opinion", writer=writer))
# Replies are kept in the store: the same call later asks nobody. `budget_tokens` and `rpm` are options, too.
options = JudgeOptions(samples=1, concurrency=16)
for judgement in judge_many(cases, "faithfulness", judge=judge, options=options):
    print(judgement.case_id, judgement.score or judgement.failure)
