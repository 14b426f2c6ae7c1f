"""A row on its way to becoming a record: where it is from, and what is wrong with it so far."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from triptych.catalog._report import Report, RowProblem, show
from triptych.catalog.values._cells import WrongValue, kind_of
from triptych.records import Record

R = TypeVar("R", bound=Record)
V = TypeVar("V")

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


@dataclass(slots=True)
class Draft:
    """One row being read."""

    file: str
    """The file, as the user named it."""
    line: int | None
    """The row's place in it."""
    report: Report
    """Counts cleaning and skipped reviews."""
    problems: list[RowProblem] = field(default_factory=list)
    """Why the row cannot be used."""

    def wrong(self, path: str, message: str) -> None:
        """Remember that the row cannot be used, and why."""
        self.problems.append(RowProblem(self.file, self.line, path, message))

    def read(self, path: str, reader: Callable[..., V], cell: Any, *more: Any) -> V | None:
        """What a reader of values makes of a cell; None where there is none, or it is wrong, which is remembered."""
        if cell is None:
            return None
        try:
            return reader(cell, *more)
        except WrongValue as error:
            self.wrong(path, str(error))
            return None

    def record(self, kind: type[R], fields: dict[str, Any]) -> R | None:
        """The record these fields make; None where they make none, which is remembered."""
        if self.problems:
            return None
        try:
            return kind.model_validate(fields)
        except ValidationError as error:
            refusals = error.errors(include_url=False)
        extra = [refusal["loc"] for refusal in refusals if refusal["type"] == "extra_forbidden"]
        if extra:
            for location in extra:
                self._ignore(fields, location)
            return self.record(kind, fields)
        for refusal in refusals:
            if not _follows_from_another(refusal, refusals):
                self.wrong(path_of(refusal["loc"]), explain(refusal))
        return None

    def _ignore(self, fields: dict[str, Any], location: tuple[int | str, ...]) -> None:
        """Take a key out that no record knows, deep in a case's claims, and name it."""
        holder: Any = fields
        for part in location[:-1]:
            holder = holder[part]
        del holder[location[-1]]
        self.report.name_unknown(re.sub(r"\[\d+\]", "[]", path_of(location)))


def _follows_from_another(refusal: ErrorDetails, refusals: list[ErrorDetails]) -> bool:
    """True where a list is only called too short because an entry of it was refused."""
    depth = len(refusal["loc"])
    return refusal["type"] == "too_short" and any(
        len(other["loc"]) > depth and other["loc"][:depth] == refusal["loc"] for other in refusals
    )


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
