"""The placeholders a template may have: the many names people give to the few things a case holds."""

import re
from dataclasses import dataclass
from typing import Literal, get_args

from triptych.errors import UsageError
from triptych.records import RUBRIC_INPUTS, RubricInput, SourceKind, Task
from triptych.rubrics._case import KINDS

Field = Literal[
    "text",
    "query",
    "product",
    "title",
    "base_price",
    "final_price",
    "average_rating",
    "rating_count",
    "category",
    "description",
    "key_feature",
    "specification",
    "ugc_summary",
    "opinion",
    "review",
    "system",
]
# Singular, in small letters, without `product_`, `user_` and the like before them: see `_key`.
_SYNONYMS: dict[Field, str] = {
    "text": "text summary candidate candidate_summary judged_text output response",
    "query": "query search_query question need",
    "product": "product information detail info",
    "title": "title name",
    "base_price": "base_price mrp list_price original_price",
    "final_price": "final_price price selling_price sale_price discounted_price",
    "average_rating": "average_rating avg_rating rating mean_rating star_rating",
    "rating_count": "rating_count number_of_rating num_rating",
    "category": "category",
    "description": "description",
    "key_feature": "key_feature feature highlight",
    "specification": "specification spec attribute",
    "ugc_summary": "ugc_summary ugc review_summary",
    "opinion": "opinion opinion_summary opinion_text",
    "review": "review review_text",
    "system": "system system_message system_msg system_prompt system_instruction sys_msg sys_message sys_prompt",
}
# An opinion is what is judged in its own task, and a source in the others.
_TEXTS: dict[Task, str] = {
    "opinion": _SYNONYMS["opinion"],
    "explanation": "explanation explanation_summary explanation_text recommendation_explanation query_summary "
    "recommendation_explanation_summary query_focused_summary query_focused_explanation "
    "query_focused_explanation_summary query_focused_recommendation_explanation "
    "query_focused_recommendation_explanation_summary",
    "comparison": "comparison comparison_summary comparison_text comparison_table comparative_summary "
    "comparative_explanation comparative_explanation_summary table",
}
_USUAL_TEXT: dict[Task, str] = {
    "opinion": "product_opinion_summary",
    "explanation": "query_focused_explanation",
    "comparison": "comparative_explanation_summary",
}
KINDS_OF: dict[Field, tuple[SourceKind, ...]] = {
    "title": ("title",),
    **dict.fromkeys(("base_price", "final_price"), ("price",)),
    **dict.fromkeys(("average_rating", "rating_count"), ("rating",)),
    "description": ("description",),
    "key_feature": ("key_feature",),
    "specification": ("specification",),
    "ugc_summary": ("ugc_summary",),
    "opinion": ("opinion",),
    "review": ("review",),
    "product": (*KINDS["products"], *KINDS["facts"]),
}
"""The kinds of source that a field shows."""
_PREFIX = re.compile(r"^(?:(?:the|product|user|customer|shopper|item|input|generated|recommended)_)+(?=.)")
_NUMBERED = re.compile(r"^(.*?)_?([1-6])(?:_(.*))?$")


@dataclass(frozen=True, slots=True)
class Slot:
    """A placeholder."""

    name: str
    """As the template writes it."""
    field: Field
    """What it stands for."""
    product: int | None = None
    """Which product, for a name with a number; all of them for None."""


def find_slot(name: str, task: Task) -> Slot | None:
    """What a placeholder stands for in a template of this task, or None where its name is not known."""
    key = _key(name)
    field = _field(key, task)
    if field:
        return Slot(name, field)
    numbered = _NUMBERED.match(key)
    if not numbered:
        return None
    field = _field(_key("_".join(part for part in numbered.group(1, 3) if part) or "product"), task)
    return Slot(name, field, int(numbered[2])) if field else None


def inputs_of(fields: frozenset[Field], task: Task) -> tuple[RubricInput, ...]:
    """The inputs that these fields are part of."""
    kinds = {kind for field in fields for kind in KINDS_OF.get(field, ())}
    shown = {name for name in RUBRIC_INPUTS[task] if kinds & {*KINDS[name]}} | ({"query"} & fields)
    return tuple(name for name in RUBRIC_INPUTS[task] if name in shown)


def unknown_slot(name: str, task: Task) -> UsageError:
    """The error for a placeholder that stands for nothing."""
    for other, names in _TEXTS.items():
        if _key(name) in names.split():
            article = "a" if other == "comparison" else "an"
            return UsageError(
                f"{{{name}}} is the text of {article} {other}, and the task is {task}; {known_slots(task)}"
            )
    return UsageError(
        f"unknown placeholder {{{name}}}; {known_slots(task)}; braces that are text are written {{{{ }}}}"
    )


def known_slots(task: Task) -> str:
    """The placeholders there are, for an error message."""
    names = (
        *("query", "product_titles", "base_prices", "final_prices", "average_ratings", "descriptions", "key_features"),
        *("specifications", "reviews", "product_ugc_summary", "product_opinion_summaries", _USUAL_TEXT[task]),
        "system_message",
    )
    return f"known: {', '.join(names)} (singular or plural, or with a product's number)"


def _field(key: str, task: Task) -> Field | None:
    if key in _TEXTS[task].split():
        return "text"
    return next((field for field in get_args(Field) if key in _SYNONYMS[field].split()), None)


def _key(name: str) -> str:
    """A name in the form of the tables: `Product_Opinion_Summaries` is `opinion_summary`."""
    key = re.sub(r"[\W_]+", "_", name.casefold()).strip("_")
    key = re.sub(r"ies$", "y", key)
    return _PREFIX.sub("", key.removesuffix("s"))
