"""Small cases of each task for tests of prompts."""

from triptych.calls.fence import Fence, fence_case
from triptych.records import Case, Product, Rubric, Task
from triptych.rubrics import Prompt, render_all

SECRET = b"a secret of the tests"

EARBUDS = Product.model_validate(
    {
        "id": "buds",
        "title": "Lumo Drift 2 Wireless Earbuds",
        "description": "Earbuds with a long-lasting case.",
        "key_features": ["30 hours with the case", "Splash proof"],
        "specifications": {"Battery": "30 h", "Weight": "4.1 g"},
        "base_price": "2999.00",
        "final_price": "1999.00",
        "currency": "INR",
        "average_rating": 4.1,
        "rating_count": 812,
        "ugc_summary": "Buyers like the battery.",
        "opinion": "Most of 3 reviewers praise the battery; one finds calls muffled.",
        "reviews": [
            {"id": "r1", "text": "Battery lasts\nall week.", "stars": 5},
            {"id": "r2", "text": "Calls are muffled.", "stars": 2},
            {"id": "r3", "text": "Good battery, fair price."},
        ],
    }
)
RIVAL = Product.model_validate(
    {"id": "rival", "title": "Orvo Pebble", "final_price": "24.99", "currency": "USD", "reviews": []}
)
THIRD = Product.model_validate(
    {"id": "third", "title": "Tavo Clip", "reviews": [{"id": "1", "text": "Fell out of my ear.", "stars": 1}]}
)
QUERY = "earbuds for the gym under 2500"
TEXTS: dict[Task, str] = {
    "opinion": "Two of three reviewers praise the battery of the Lumo Drift 2.",
    "explanation": "The Lumo Drift 2 stays within your budget at Rs. 1999 and its battery lasts all week.",
    "comparison": "| | Lumo Drift 2 | Orvo Pebble | Tavo Clip |\n|---|---|---|---|\n| Battery | 30 h | N/A | N/A |\n\n"
    "Final Verdict Summary: take the Lumo Drift 2.",
}


def make_case(task: Task, **changes: object) -> Case:
    """A case of a task."""
    products = [EARBUDS, RIVAL, THIRD] if task == "comparison" else [EARBUDS]
    query = None if task == "opinion" else QUERY
    fields = {"id": f"buds/{task}", "task": task, "query": query, "products": products, "text": TEXTS[task]}
    return Case.model_validate(fields | changes)


def fence_of(case: Case) -> Fence:
    """Its fence under the secret of the tests."""
    return fence_case(case, SECRET)


def render(rubric: Rubric, case: Case, fence: Fence, max_tokens: int | None = None) -> Prompt:
    """The prompt for one rubric."""
    return render_all([rubric], case, fence, max_tokens)[0]
