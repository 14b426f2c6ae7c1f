"""A row on its way to becoming a record: where it is from, and what is wrong with it so far."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from triptych.catalog._messages import explain, path_of
from triptych.catalog._report import Report, RowProblem
from triptych.catalog.values._cells import WrongValue
from triptych.records import Record

R = TypeVar("R", bound=Record)
V = TypeVar("V")


@dataclass(slots=True)
class Draft:
    """One row being read."""

    file: str
    """The file, as the user named it."""
    line: int | None
    """The row's place in it."""
    report: Report
    """Where cleaning is counted and left-out reviews are told."""
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
