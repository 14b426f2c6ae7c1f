"""A row on its way to a record: which key holds which field, what is wrong with it, and the report of a whole reading.

In keys, case, spaces, underscores, hyphens and points do not count: `Final Price`, `final-price` and `finalPrice` are
one name. Where several keys of a row fit one field, the first in the order of `synonyms.toml` that holds something is
taken, and that is said.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Literal, NamedTuple, Self, TypeVar, cast

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from triptych.catalog._cells import not_that, show
from triptych.catalog.formats import BadRow, FileRow
from triptych.errors import UsageError
from triptych.records import FEWEST_PRODUCTS, Record, group_by

Shape = Literal["shortlist", "product", "review", "query", "case", "rating"]

_NOT_IN_NAMES = re.compile(r"[\s_.\-]+")
_MOST_KEYS_NAMED = 100
R = TypeVar("R", bound=Record)
V = TypeVar("V")


class RowProblem(NamedTuple):
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
        return ": ".join(filter(None, (place, self.field, self.message)))


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
    """How many problems the report keeps, while all are counted; None keeps all."""
    fewest_products: int = FEWEST_PRODUCTS
    """A shortlist with fewer is wrong; 1 where nothing is to be compared."""
    table_memory_megabytes: int = 1024
    """What joining tables may hold in memory before it spills to disk."""

    @classmethod
    def said(
        cls, mapping: Iterable[str] | None = None, strict: bool = False, limit: int | None = None, verbose: bool = False
    ) -> Self:
        """The options that a command line says."""
        said = cls(strict, limit, read_mapping(mapping or ()))
        return replace(said, most_problems=None) if verbose else said


@dataclass(slots=True)
class Report:
    """Fills while a stream is read."""

    options: ReadOptions = ReadOptions()
    """How the rows are read."""
    rows: int = 0
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
    """How often each kind of cleaning in `messages.toml` was done."""
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
            self._keep(problem._replace(file=file, line=line))
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
        if self.options.strict:
            raise UsageError(str(problem))
        self.problem_count += 1
        most = self.options.most_problems
        if most is None or len(self.problems) < most:
            self.problems.append(problem)


@dataclass(slots=True)
class Draft:
    """One row being read."""

    file: str
    line: int | None
    report: Report
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
        except UsageError as error:
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
        for *way, key in extra:
            # A key that no record knows, deep in a case's claims, is taken out and named.
            holder: Any = fields
            for part in way:
                holder = holder[part]
            del holder[key]
            self.report.name_unknown(re.sub(r"\[\d+\]", "[]", path_of([*way, key])))
        if extra:
            return self.record(kind, fields)
        for refusal in refusals:
            if not _follows_from_another(refusal, refusals):
                self.wrong(path_of(refusal["loc"]), explain(refusal))
        return None


def drafts_of(rows: Iterable[FileRow | BadRow], file: str, report: Report) -> Iterator[tuple[Draft, Any]]:
    """A draft for each row, with its content; one that cannot be read has a problem already."""
    for row in rows:
        draft = Draft(file, row.line, report)
        if isinstance(row, BadRow):
            draft.wrong("", row.message)
        yield draft, None if isinstance(row, BadRow) else row.content


def _follows_from_another(refusal: ErrorDetails, refusals: list[ErrorDetails]) -> bool:
    """True where a list is only called too short because an entry of it was refused."""
    depth = len(refusal["loc"])
    return refusal["type"] == "too_short" and any(
        len(other["loc"]) > depth and other["loc"][:depth] == refusal["loc"] for other in refusals
    )


def path_of(location: Sequence[str | int]) -> str:
    """`products[1].final_price`, from the parts of the way there."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in location).removeprefix(".")


def explain(error: ErrorDetails) -> str:
    """The message for one refusal."""
    kind, value = error["type"], error.get("input")
    if wanted := messages()["wanted"].get(kind):
        return not_that(value, f"{wanted} is needed")
    if refusal := messages()["refusals"].get(kind):
        return refusal.format(value=show(value), **error.get("ctx", {}))
    return error["msg"].removeprefix("Value error, ")


@cache
def synonyms() -> dict[Shape, dict[str, str]]:
    """For each kind of row, our fields and the other names they go by, the one that wins first."""
    return cast(dict[Shape, dict[str, str]], _table("synonyms.toml"))


@cache
def messages() -> dict[str, dict[str, str]]:
    """What is said of values that a record refuses, and of each kind of cleaning."""
    return _table("messages.toml")


def _table(name: str) -> dict[str, Any]:
    return tomllib.loads(files("triptych.catalog").joinpath(name).read_text(encoding="utf-8"))


def plain_name(key: str) -> str:
    """A key for comparison: letters and digits in lower case."""
    return _NOT_IN_NAMES.sub("", key).casefold()


def read_mapping(pairs: Iterable[str]) -> dict[str, str]:
    """What `--map title=product_name` options say: field to key. `title=` alone means: take the field from nowhere."""
    mapping: dict[str, str] = {}
    for pair in pairs:
        field, equals, key = (part.strip() for part in pair.partition("="))
        shape, _, name = field.rpartition(".")
        if not equals:
            raise UsageError(f"--map {pair!r} has no '='; write FIELD=COLUMN, such as title=product_name")
        fields = [field] if name in _fields_of(shape) else _known_as(name, shape)
        if not fields:
            known = ", ".join([*sorted(_fields_of("")), "review.title", "product.id", "…"])
            raise UsageError(f"--map {pair!r}: unknown field {field!r}; known: {known}")
        mapping |= dict.fromkeys(fields, key)
    return mapping


def _known_as(name: str, shape: str) -> list[str]:
    """The fields that another name means: `product.final_price` for `price`."""
    return [
        f"{known}.{field}"
        for known, fields in synonyms().items()
        for field, others in fields.items()
        if shape in ("", known) and plain_name(name) in map(plain_name, others.split())
    ]


def _fields_of(shape: str) -> set[str]:
    """The fields of one shape, or of all for ""."""
    return {field for known, fields in synonyms().items() if shape in ("", known) for field in fields}


class Plan(NamedTuple):
    """How rows with these very keys are read, and which of the keys are of no field."""

    keys: Mapping[str, tuple[str, ...]]
    """Every field that has a key, with its keys, the one that wins first."""
    unknown: tuple[str, ...]


class Matcher:
    """Reads rows of one shape under our field names."""

    def __init__(self, shape: Shape, mapping: Mapping[str, str], report: Report, prefix: str = "") -> None:
        self._shape = shape
        self._report = report
        self._prefix = prefix
        self.plan_for = lru_cache(maxsize=1000)(self._plan)
        self.mapped_seen: set[str] = set()
        self._names = {
            field: [plain_name(name) for name in (field, *others.split())]
            for field, others in synonyms()[shape].items()
        }
        said = {field: mapping.get(f"{shape}.{field}", mapping.get(field)) for field in self._names}
        self._said = {field: plain_name(key) for field, key in said.items() if key is not None}

    def fields_of(self, row: Mapping[str, Any]) -> Mapping[str, Any]:
        """The row's values under our names; what it lacks is not there."""
        plan = self.plan_for(tuple(row))
        return {
            name: row[keys[0]]
            if len(keys) == 1
            else next((row[key] for key in keys if row[key] not in (None, "")), None)
            for name, keys in plan.keys.items()
        }

    def no_column(self, field: str, columns: Iterable[str]) -> str:
        """The message for a table that has these columns and none for a field."""
        names = f"{field} {synonyms()[self._shape][field]}".split()
        return (
            f"has no column for {field}; its columns are {', '.join(columns)}. "
            f"Name one of them {', '.join(names)}, or say which it is with --map {field}=COLUMN"
        )

    def _plan(self, keys: tuple[str, ...]) -> Plan:
        """Which of these keys holds which field; unknown and competing keys are reported."""
        spellings = group_by(keys, plain_name)
        taken = {name for name in self._said.values() if name in spellings}
        self.mapped_seen |= taken
        found = {name: held for name in self._names if (held := self._keys_of(name, spellings, taken))}
        used = {key for candidates in found.values() for key in candidates}
        unknown = tuple(key for key in keys if key not in used and plain_name(key) not in taken)
        for key in unknown:
            self._report.name_unknown(self._prefix + (key if key.isprintable() and len(key) <= 60 else show(key)))
        for name, held in found.items():
            if len(held) > 1:
                others = ", ".join(map(repr, held[1:]))
                self._report.note(f"{self._prefix}{name} is taken from {held[0]!r}; {others} only where it is empty")
        return Plan(found, unknown)

    def _keys_of(self, field: str, spellings: Mapping[str, list[str]], taken: set[str]) -> tuple[str, ...]:
        said = self._said.get(field)
        if said == "":
            return ()
        if said is not None and said in spellings:
            return tuple(spellings[said])
        names = [name for name in self._names[field] if name not in taken]
        keys = [key for name in names for key in spellings.get(name, ())]
        return tuple(sorted(keys, key=lambda key: key != field))


def note_unused(matchers: Iterable[Matcher], report: Report) -> None:
    """Say which `--map` options named a key that none of the matchers has met."""
    seen = {key for matcher in matchers for key in matcher.mapped_seen}
    for name, key in report.options.mapping.items():
        if key and plain_name(key) not in seen:
            report.note(f"--map {name}={key}: there is no {key!r}")
