"""A user's own prompt: which braces are placeholders, and filling them in.

Braces that are no placeholder are text. Which braces are, is decided for the template as a whole:

- `{query}` is a placeholder; a name that is not known is an error.
- `{"score": 3}`, `{}`, `{a, b}` and lone braces are text.
- `{{` and `}}` are single braces where the template would pass `str.format`; else they stay as they are.

A value is put in once and never looked at again: braces inside it stay what they are.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from string import Formatter

from triptych.calls.fence import neutralise
from triptych.errors import UsageError
from triptych.records import RUBRIC_INPUTS, Rubric, RubricInput, SourceKind, Task
from triptych.rubrics import _case as case_block

_PRODUCT = (
    *("title", "base_price", "final_price", "average_rating", "rating_count", "category"),
    *("description", "key_features", "specifications", "ugc_summary"),
)
"""What `{product}` shows."""
KINDS_OF: dict[str, tuple[SourceKind, ...]] = {
    **{field: (kind,) for field, kind in case_block.FIELDS.items()},
    "product": (*case_block.KINDS["products"], *case_block.KINDS["facts"]),
}
"""The kinds of source that a field shows."""
_PREFIX = re.compile(r"^(?:(?:the|product|user|customer|shopper|item|input|generated|recommended)_)+(?=.)")
_NUMBERED = re.compile(r"^(.*?)_?([1-6])(?:_(.*))?$")
_PLACEHOLDER = re.compile(r"(?<!\{)\{\s*([A-Za-z_][\w \-]*?)\s*((?:![rsa])?(?::[^{}]*)?)\}(?!\})")
_EXPRESSION = re.compile(r"(?<!\{)\{\s*[A-Za-z_]\w*(?:\.[A-Za-z_]\w*|\[[^\[\]{}]*\]|\([^(){}]*\))+\s*\}(?!\})")


@dataclass(frozen=True, slots=True)
class Slot:
    """A placeholder."""

    name: str
    """As the template writes it."""
    field: str
    """One of the fields in `placeholders.toml`."""
    product: int | None = None
    """Which product, for a name with a number; all of them for None."""


@cache
def _names() -> dict[str, dict[str, str]]:
    return tomllib.loads(files("triptych.rubrics").joinpath("placeholders.toml").read_text(encoding="utf-8"))


def find_slot(name: str, task: Task) -> Slot | None:
    """The slot of a placeholder in a template of this task, or None where its name is unknown."""
    key = _key(name)
    field = _field(key, task)
    if field:
        return Slot(name, field)
    numbered = _NUMBERED.match(key)
    if not numbered:
        return None
    field = _field(_key("_".join(part for part in numbered.group(1, 3) if part) or "product"), task)
    return Slot(name, field, int(numbered[2])) if field else None


def inputs_of(fields: frozenset[str], task: Task) -> tuple[RubricInput, ...]:
    """The inputs that these fields are part of."""
    kinds = kinds_of(fields)
    shown = {name for name in RUBRIC_INPUTS[task] if kinds & {*case_block.KINDS[name]}} | ({"query"} & fields)
    return tuple(name for name in RUBRIC_INPUTS[task] if name in shown)


def unknown_slot(name: str, task: Task) -> UsageError:
    for other, names in _names()["texts"].items():
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
    names = [*_names()["listed"]["names"].split(), _names()["usual_texts"][task], "system_message"]
    return f"known: {', '.join(names)} (singular or plural, or with a product's number)"


def _field(key: str, task: Task) -> str | None:
    if key in _names()["texts"][task].split():
        return "text"
    return next((field for field, names in _names()["fields"].items() if key in names.split()), None)


def _key(name: str) -> str:
    """A name in the form of the tables: `Product_Opinion_Summaries` is `opinion_summary`."""
    key = re.sub(r"[\W_]+", "_", name.casefold()).strip("_")
    key = re.sub(r"ies$", "y", key)
    return _PREFIX.sub("", key.removesuffix("s"))


def rubric_fields(rubric: Rubric) -> frozenset[str]:
    """The fields that a template rubric shows, its system message included."""
    return fields_of(rubric.template or "", rubric.task) | fields_of(rubric.system or "", rubric.task)


def kinds_of(fields: Iterable[str]) -> frozenset[SourceKind]:
    """The kinds of source that some fields show."""
    return frozenset(kind for field in fields for kind in KINDS_OF.get(field, ()))


def fields_of(template: str, task: Task) -> frozenset[str]:
    """The fields that a template's placeholders show."""
    return frozenset(part.field for part in split_template(template, task) if isinstance(part, Slot))


@lru_cache(maxsize=256)
def split_template(template: str, task: Task) -> tuple[str | Slot, ...]:
    """The template's text and placeholders in order."""
    expression = _EXPRESSION.search(template)
    if expression:
        raise UsageError(f"{expression[0]!r} is an expression, not a placeholder; {known_slots(task)}")
    formatted = _split_format(template, task) if "{{" in template or "}}" in template else None
    return tuple(_split(template, task) if formatted is None else formatted)


def _split(template: str, task: Task) -> Iterator[str | Slot]:
    position = 0
    for found in _PLACEHOLDER.finditer(template):
        slot = find_slot(found[1], task)
        if slot is None and (" " in found[1] or found[2]):
            continue  # "{as you see fit}" and "{score: 3}" are text
        if slot is None:
            raise unknown_slot(found[1], task)
        yield template[position : found.start()]
        yield slot
        position = found.end()
    yield template[position:]


def _split_format(template: str, task: Task) -> list[str | Slot] | None:
    """The same for a template that would pass `str.format`; None for any other."""
    parts: list[str | Slot] = []
    try:
        for literal, name, _, _ in Formatter().parse(template):
            slot = None if name is None else find_slot(name, task)
            if name is not None and slot is None:
                return None
            parts += [literal, slot] if slot else [literal]
    except ValueError:
        return None
    return parts


def fill(template: str, rubric: Rubric, shown: case_block.ShownCase, system: str = "") -> str:
    """A template, or a system message, with the values of a case put in."""
    filled = []
    for part in split_template(template, rubric.task):
        if isinstance(part, str):
            filled.append(part)
        elif part.field == "system":
            filled.append(system)
        else:
            value = _value(part, shown)
            filled.append(value if rubric.verbatim else shown.fence.wrap_value(part.name, neutralise(value)))
    return "".join(filled)


def _value(slot: Slot, shown: case_block.ShownCase) -> str:
    """What goes into a slot: one value, or a line for each product."""
    if slot.field == "text":
        return shown.case.text.strip("\n") or case_block.NOT_GIVEN
    if slot.field == "query":
        return case_block.one_line(shown.case.query or "")
    products = shown.case.products
    if slot.product is not None:
        is_there = slot.product <= len(products)
        return _product_value(slot.field, shown, slot.product - 1) if is_there else case_block.NOT_GIVEN
    values = [_product_value(slot.field, shown, position) for position in range(len(products))]
    if len(values) == 1:
        return values[0]
    return "\n".join(f"P{position}: {value}" for position, value in enumerate(values, start=1))


def _product_value(field: str, shown: case_block.ShownCase, position: int) -> str:
    if field == "product":
        parts = ((name.replace("_", " ").removesuffix("s"), _product_value(name, shown, position)) for name in _PRODUCT)
        return "; ".join(f"{label}: {value}" for label, value in parts)
    if shown.hidden_kinds & {*KINDS_OF.get(field, ())}:
        return case_block.NO_ROOM
    if field == "reviews":
        return "\n".join(case_block.review_lines(shown, position)) or case_block.NOT_GIVEN
    return case_block.value_of(shown.case.products[position], field)
