"""Between a Comparison and its table: the rows to write, and the record that was read."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pydantic import ValidationError

from triptych.errors import UsageError
from triptych.records import Column, Comparison, Money
from triptych.texts._money import show_money
from triptych.texts._tables.cells import GAP
from triptych.texts._tables.labels import LABELS, RowKind
from triptych.texts._tables.reading import TableReading, show_rating

Content = Money | float | str | tuple[str, ...] | None
"""What a cell holds; None and an empty tuple show as N/A."""


@dataclass(frozen=True, slots=True)
class ClassicRow:
    """One row of the classic table."""

    label: str
    contents: tuple[Content, ...]


def classic_rows(comparison: Comparison) -> list[ClassicRow]:
    """The rows of the classic table in order, the first of them the titles."""
    columns = comparison.columns

    def row(kind: RowKind) -> ClassicRow:
        return ClassicRow(LABELS[kind], tuple(getattr(column, kind) for column in columns))

    attributes = [
        ClassicRow(name, tuple(column.values[place] for column in columns))
        for place, name in enumerate(comparison.attributes)
    ]
    closing: tuple[RowKind, ...] = ("average_rating", "pros", "cons")
    return [row("title"), row("base_price"), row("final_price"), *attributes, *map(row, closing)]


def show_content(content: Content) -> str:
    """What a cell holds, for people: prices grouped, N/A for nothing."""
    return write_content(content, str, "; ".join)


def write_content(
    content: Content, text: Callable[[str], str], points: Callable[[tuple[str, ...]], str], *, grouped: bool = True
) -> str:
    """What a cell holds, its words and its points each written in a way of their own."""
    match content:
        case None | ():
            return GAP
        case Money():
            return show_money(content, grouped=grouped)
        case float():
            return show_rating(content)
        case tuple():
            return points(content)
        case str():
            return text(content)


def comparison_of(reading: TableReading) -> Comparison:
    """The record a reading amounts to; a UsageError says what is missing or unreadable."""
    if reading.faults or reading.verdict is None:
        raise UsageError(f"this is not a comparison: {'; '.join(reading.faults)}")
    try:
        return Comparison(
            attributes=tuple(row.label.text for row in reading.attributes),
            columns=tuple(Column.model_validate(column, from_attributes=True) for column in reading.columns),
            verdict=reading.verdict.text,
        )
    except ValidationError as error:
        raise UsageError(f"this is not a comparison: {'; '.join(complaints(error))}") from error


def complaints(error: ValidationError) -> Sequence[str]:
    """What a record's checks say, each with the field it is about."""
    return [
        f"{'.'.join(map(str, problem['loc']))}: {problem['msg']}" if problem["loc"] else problem["msg"]
        for problem in error.errors(include_url=False, include_context=False, include_input=False)
    ]
