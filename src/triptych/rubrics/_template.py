"""A user's own prompt: telling its placeholders from its text, and filling them in.

Braces that are no placeholder are text. Which braces are, is decided for the template as a whole:

- `{query}` is a placeholder; a name that is not known is an error.
- `{"score": 3}`, `{}`, `{a, b}` and lone braces are text.
- `{{` and `}}` are single braces where the template would pass `str.format`; they are placeholders where known names
  stand in double braces only; else they stay as they are.

A value is put in once and never looked at again: braces inside it stay what they are.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from string import Formatter

from triptych.calls.fence import neutralise
from triptych.errors import UsageError
from triptych.records import Product, Rubric, SourceKind, Task
from triptych.rubrics._case import (
    NO_ROOM,
    NOT_GIVEN,
    ShownCase,
    features_of,
    one_line,
    price_of,
    rating_of,
    review_lines,
    specifications_of,
)
from triptych.rubrics._slots import KINDS_OF, Field, Slot, find_slot, known_slots, unknown_slot

_SINGLE = re.compile(r"(?<!\{)\{\s*([A-Za-z_][\w \-]*?)\s*((?:![rsa])?(?::[^{}]*)?)\}(?!\})")
_DOUBLE = re.compile(r"\{\{\{?\s*([A-Za-z_][\w\-]*)\s*()\}\}\}?")
_EXPRESSION = re.compile(r"(?<!\{)\{\s*[A-Za-z_]\w*(?:\.[A-Za-z_]\w*|\[[^\[\]{}]*\]|\([^(){}]*\))+\s*\}(?!\})")

_VALUES: dict[Field, Callable[[Product], str]] = {
    "title": lambda product: product.title,
    "base_price": lambda product: price_of(product.base_price),
    "final_price": lambda product: price_of(product.final_price),
    "average_rating": rating_of,
    "rating_count": lambda product: "" if product.rating_count is None else str(product.rating_count),
    "category": lambda product: product.category or "",
    "description": lambda product: product.description or "",
    "key_feature": features_of,
    "specification": specifications_of,
    "ugc_summary": lambda product: product.ugc_summary or "",
    "opinion": lambda product: product.opinion or "",
}


@dataclass(frozen=True, slots=True)
class Filled:
    """A template with its values."""

    text: str
    """The prompt."""
    system: str
    """The system message, empty where the template has a slot for it or there is none."""
    kinds: frozenset[SourceKind]
    """The kinds of source its placeholders show."""


def fill(rubric: Rubric, shown: ShownCase) -> Filled:
    """A template rubric filled in with a case."""
    template, system = rubric.template or "", rubric.system or ""
    filled_system = _fill(system, rubric, shown, "")
    fields = fields_of(template, rubric.task) | fields_of(system, rubric.task)
    return Filled(
        text=_fill(template, rubric, shown, filled_system),
        system="" if "system" in fields_of(template, rubric.task) else filled_system,
        kinds=frozenset(kind for field in fields for kind in KINDS_OF.get(field, ())),
    )


def fields_of(template: str, task: Task) -> frozenset[Field]:
    """What a template's placeholders stand for."""
    return frozenset(part.field for part in split_template(template, task) if isinstance(part, Slot))


@lru_cache(maxsize=256)
def split_template(template: str, task: Task) -> tuple[str | Slot, ...]:
    """The template's text and placeholders in order."""
    expression = _EXPRESSION.search(template)
    if expression:
        raise UsageError(f"{expression[0]!r} is an expression, not a placeholder; {known_slots(task)}")
    if "{{" in template or "}}" in template:
        if _is_doubled(template, task):
            return tuple(_split(template, _DOUBLE, task))
        if _would_format(template, task):
            return tuple(_split_format(template, task))
    return tuple(_split(template, _SINGLE, task))


def _split(template: str, pattern: re.Pattern[str], task: Task) -> Iterator[str | Slot]:
    position = 0
    for found in pattern.finditer(template):
        slot = find_slot(found[1], task)
        if slot is None and (" " in found[1] or found[2]):
            continue  # "{as you see fit}" and "{score: 3}" are text
        if slot is None:
            raise unknown_slot(found[1], task)
        yield template[position : found.start()]
        yield slot
        position = found.end()
    yield template[position:]


def _split_format(template: str, task: Task) -> Iterator[str | Slot]:
    for literal, name, _, _ in Formatter().parse(template):
        yield literal
        slot = find_slot(name, task) if name else None
        if slot:
            yield slot


def _is_doubled(template: str, task: Task) -> bool:
    singles = any(find_slot(found[1], task) for found in _SINGLE.finditer(template))
    return not singles and any(find_slot(found[1], task) for found in _DOUBLE.finditer(template))


def _would_format(template: str, task: Task) -> bool:
    try:
        names = [name for _, name, _, _ in Formatter().parse(template) if name is not None]
    except ValueError:
        return False
    return all(find_slot(name, task) for name in names)


def _fill(template: str, rubric: Rubric, shown: ShownCase, system: str) -> str:
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


def _value(slot: Slot, shown: ShownCase) -> str:
    """What goes into a slot: one value, or a line for each product."""
    if slot.field == "text":
        return shown.case.text.strip("\n") or NOT_GIVEN
    if slot.field == "query":
        return one_line(shown.case.query or "")
    products = shown.case.products
    if slot.product is not None:
        return _product_value(slot.field, shown, slot.product - 1) if slot.product <= len(products) else NOT_GIVEN
    values = [_product_value(slot.field, shown, position) for position in range(len(products))]
    if len(values) == 1:
        return values[0]
    return "\n".join(f"P{position}: {value}" for position, value in enumerate(values, start=1))


def _product_value(field: Field, shown: ShownCase, position: int) -> str:
    if field == "product":
        parts = ((name, _product_value(name, shown, position)) for name in _VALUES if name != "opinion")
        return "; ".join(f"{name.replace('_', ' ')}: {value}" for name, value in parts)
    if shown.hidden_kinds & {*KINDS_OF.get(field, ())}:
        return NO_ROOM
    if field == "review":
        return "\n".join(review_lines(shown, position)) or NOT_GIVEN
    return one_line(_VALUES[field](shown.case.products[position]))
