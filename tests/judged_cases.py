"""Cases and replies for the tests of judging."""

import json
import re
from collections.abc import Callable
from pathlib import Path

from triptych.models import Request
from triptych.records import Case

REVIEWS = ["The battery lasts 12 hours on a charge.", "Sound is clear but the hinge snapped.", "Fits small ears, nice."]


def make_case(
    number: int = 0, task: str = "opinion", *, reviews: list[str] | None = None, text: str | None = None
) -> Case:
    """A small case; the number makes it differ from others."""
    count = 3 if task == "comparison" else 1
    products = [
        {
            "id": f"p{number}-{place}",
            "title": f"Nimbus {number} Earbuds {place}",
            "final_price": "1999.00",
            "currency": "INR",
            "average_rating": 4.1,
            "reviews": [
                {"id": f"r{at}", "text": words, "stars": 4.0} for at, words in enumerate(reviews or REVIEWS, start=1)
            ],
        }
        for place in range(count)
    ]
    return Case.model_validate(
        {
            "id": f"case-{number}",
            "task": task,
            "query": None if task == "opinion" else "earbuds for the gym under 3000",
            "products": products,
            "text": text or f"Buyers of model {number} praise the battery, which lasts 12 hours.",
            "system": f"writer-{number % 2}",
        }
    )


def write_cases(path: Path, count: int, task: str = "opinion") -> Path:
    """A file of so many cases."""
    path.write_text("".join(make_case(number, task).to_json() + "\n" for number in range(count)), encoding="utf-8")
    return path


def case_word(request: Request) -> str:
    """The case word that a prompt asks for."""
    found = re.search(r"^Case- (\w+)$", request.messages[1].content, re.MULTILINE)
    assert found
    return found[1]


def obedient(
    score: int, explanation: str = "Each piece of the text can be found among the reviews."
) -> Callable[[Request], str]:
    """A model that does as the rubric says."""
    return lambda request: f"{explanation}\nCase- {case_word(request)}\nScore- <score>{score}</score>"


def read_lines(path: Path) -> list[dict[str, object]]:
    """The rows of a file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
