"""What a record refused, in words a user can act on."""

from collections.abc import Sequence

from pydantic_core import ErrorDetails

from triptych.catalog._report import show
from triptych.catalog.values._cells import kind_of

_WANTED = {
    "string_type": "text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "tuple_type": "a list",
    "list_type": "a list",
    "dict_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
}


def path_of(location: Sequence[str | int], base: str = "") -> str:
    """`products[1].final_price`, from the parts of the way there."""
    path = base
    for part in location:
        if isinstance(part, int):
            path += f"[{part}]"
        else:
            path += f".{part}" if path else part
    return path


def explain(error: ErrorDetails) -> str:
    """The message for one refusal."""
    kind, value, context = error["type"], error.get("input"), error.get("ctx", {})
    if kind == "missing":
        return "is missing"
    if kind in _WANTED:
        return f"{show(value)} is {kind_of(value)}; {_WANTED[kind]} is needed"
    if kind in ("too_short", "too_long"):
        bound = "at least" if kind == "too_short" else "at most"
        length = context.get("min_length", context.get("max_length"))
        return f"has {context.get('actual_length')} entries; {bound} {length} are needed"
    if kind == "literal_error":
        return f"{show(value)} is none of {context.get('expected')}"
    if kind in ("greater_than_equal", "less_than_equal"):
        bound = "at least" if kind == "greater_than_equal" else "at most"
        return f"{show(value)} must be {bound} {context.get('ge', context.get('le'))}"
    if kind == "string_too_short":
        return "is empty"
    if kind == "string_pattern_mismatch":
        return f"{show(value)} is not written as it must be (pattern {context.get('pattern')})"
    return error["msg"].removeprefix("Value error, ")
