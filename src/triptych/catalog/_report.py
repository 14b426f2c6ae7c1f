"""How files are read, the draft of a row with what is wrong with it, and the report of a whole reading."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from triptych.catalog._cells import WrongValue, kind_of, show
from triptych.errors import UsageError
from triptych.records import FEWEST_PRODUCTS, Record

CLEANING = {
    "html": "texts with HTML tags or entities, taken out",
    "invisible": "texts with control or zero-width characters, taken out",
    "cut": "texts that are too long, cut at a word",
    "empty review": "empty reviews, left out",
    "duplicate review": "reviews that repeat another of the same product, left out",
    "price": "prices without a number, such as 'call for price', left out",
    "date": "dates that cannot be read, left out",
    "verified": "marks of a verified purchase that cannot be read, left out",
    "helpful_votes": "counts of helpful votes that cannot be read, left out",
}
"""What each kind of cleaning was done to."""

_MOST_KEYS_NAMED = 100
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


@dataclass(frozen=True, slots=True)
class RowProblem:
    """What is wrong with a row, and where."""

    file: str
    """The file, as the user named it."""
    line: int | None
    """Its line, or its row in a table."""
    field: str
    """The path to the value, such as `products[1].final_price`; empty for the row as a whole."""
    message: str
    """What is wrong, and what would be right."""

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{place}: {self.field}: {self.message}" if self.field else f"{place}: {self.message}"


@dataclass(slots=True)
class Report:
    """Fills while a stream is read."""

    is_strict: bool = False
    """True where the first problem ends the reading."""
    most_problems: int | None = 1000
    """How many problems are kept; all are counted. None keeps all."""
    rows: int = 0
    """Rows read."""
    good: int = 0
    """Rows that became records."""
    skipped: int = 0
    """Rows left out because something was wrong with them."""
    reviews_skipped: int = 0
    """Reviews left out of good rows because something was wrong with them."""
    problems: list[RowProblem] = field(default_factory=list)
    """The first problems."""
    problem_count: int = 0
    """All problems."""
    cleaned: Counter[str] = field(default_factory=Counter)
    """How often each kind of CLEANING was done."""
    unknown_keys: dict[str, None] = field(default_factory=dict)
    """Keys that were ignored, each once, in the order they were met."""
    notes: dict[str, None] = field(default_factory=dict)
    """What else one should know, each once."""

    def skip_row(self, problems: Iterable[RowProblem]) -> None:
        """Count a row as left out, for these problems."""
        self.skipped += 1
        for problem in problems:
            self._keep(problem)

    def skip_review(self, problem: RowProblem) -> None:
        """Count a review as left out of a row that is otherwise good."""
        self.reviews_skipped += 1
        self._keep(problem)

    def add(self, part: "Report", file: str, lines_before: int) -> None:
        """Take in the report of a part of a file that begins after so many lines."""
        self.rows += part.rows
        self.good += part.good
        self.skipped += part.skipped
        self.reviews_skipped += part.reviews_skipped
        self.cleaned += part.cleaned
        for key in part.unknown_keys:
            self.name_unknown(key)
        for note in part.notes:
            self.note(note)
        for problem in part.problems:
            line = None if problem.line is None else problem.line + lines_before
            self._keep(replace(problem, file=file, line=line))
        self.problem_count += part.problem_count - len(part.problems)

    def name_unknown(self, key: str) -> None:
        """Name an ignored key, once."""
        if len(self.unknown_keys) < _MOST_KEYS_NAMED:
            self.unknown_keys[key] = None

    def note(self, sentence: str) -> None:
        """Say something, once."""
        if len(self.notes) < _MOST_KEYS_NAMED:
            self.notes[sentence] = None

    def _keep(self, problem: RowProblem) -> None:
        if self.is_strict:
            raise UsageError(str(problem))
        self.problem_count += 1
        if self.most_problems is None or len(self.problems) < self.most_problems:
            self.problems.append(problem)


@dataclass(frozen=True, slots=True)
class Tables:
    """A catalogue as tables; each is some paths or patterns such as `reviews/*.parquet`."""

    products: tuple[str, ...]
    """One row a product."""
    reviews: tuple[str, ...] = ()
    """One row a review, with the product's id."""
    queries: tuple[str, ...] = ()
    """One row for each query and product, or one a query with a list of product ids."""


Input = str | Path | Tables
"""A file, `-` for standard input, or tables."""


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """How rows are read."""

    strict: bool = False
    """True stops at the first wrong row."""
    limit: int | None = None
    """At most so many records."""
    mapping: Mapping[str, str] = field(default_factory=dict)
    """Field to key or column, as `--map` says; `read_mapping` makes it."""
    most_problems: int | None = 1000
    """How many problems the report keeps; None keeps all."""
    fewest_products: int = FEWEST_PRODUCTS
    """A shortlist with fewer is wrong; 1 where nothing is to be compared."""
    table_memory_megabytes: int = 1024
    """What joining tables may hold in memory before it spills to disk."""

    def make_report(self) -> Report:
        """An empty report of what will be read so."""
        return Report(is_strict=self.strict, most_problems=self.most_problems)


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
