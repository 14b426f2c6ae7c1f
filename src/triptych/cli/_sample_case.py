"""The case that `triptych rubrics show --prompt` fills in where the user names none."""

from triptych.catalog import read_shortlists
from triptych.records import Case, Task
from triptych.samples import sample_files

_SHORTLIST = "earbuds"
_TEXTS: dict[Task, str] = {
    "opinion": "Reviewers of the Dhunva Sprint X1 praise its firm grip during workouts and its strong bass. Calls are "
    "its weak point, with many complaints about the microphone. Battery life falls short of the 40 hours on the box.",
    "explanation": "At Rs. 2499 the Dhunva Sprint X1 stays under your 3000, and it holds firmly at the gym, with IPX5 "
    "protection against sweat. For office calls it is a poor choice, since reviewers find the microphone weak, and "
    "the battery lasts less than promised.",
    "comparison": """\
| Attribute | Dhunva Sprint X1 | Kelvorn Hush 300 | Tavmi Pebble Lite |
|---|---|---|---|
| Base Price | Rs. 4999 | Rs. 5999 | Rs. 2499 |
| Final Price | Rs. 2499 | Rs. 3299 | Rs. 1299 |
| Water Resistance | IPX5 | N/A | IPX4 |
| Average Rating | 3.7 | 3.8 | N/A |
| Pros | Firm fit, strong bass | Clear calls | Light |
| Cons | Weak microphone | Over budget | Drops the connection |

Final Verdict Summary: Take the Dhunva Sprint X1 for the gym; for office calls the Kelvorn Hush 300 is better, but it \
costs more than 3000.""",
}


def sample_case(task: Task) -> Case:
    """A short text of the task about a bundled shortlist."""
    path = next(path for path in sample_files() if path.stem == _SHORTLIST)
    shortlist = next(iter(read_shortlists(path)))
    products = shortlist.products if task == "comparison" else shortlist.products[:1]
    query = None if task == "opinion" else shortlist.query
    fields = {"id": f"sample/{task}", "task": task, "query": query, "products": products, "text": _TEXTS[task]}
    return Case.model_validate(fields)
