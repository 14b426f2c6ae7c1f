"""One product's column of a table, with its prices, rating and points as values."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from triptych.errors import UsageError
from triptych.records import Money
from triptych.texts._money import parse_money
from triptych.texts._tables.cells import Cell
from triptych.texts._tables.labels import LABELS, RowKind

_RATING = re.compile(
    r"(?:rated\s+|[★⭐]\ufe0f?\s*)?(?P<stars>\d(?:[.,]\d+)?)\s*(?:(?:/|(?:out\s+)?of)\s*(?:5|five)(?:\.0+)?)?"
    r"\s*(?:stars?|[★⭐☆✩✮]+)*\ufe0f?\s*(?:[(\[].*|[,;·–-]\s.*)?",
    re.IGNORECASE,
)
_DRAWN_STARS = re.compile(r"(?P<full>(?:[★⭐]\ufe0f?)+)(?P<half>½?)[☆✩✮]*")

Parsed = TypeVar("Parsed")


@dataclass(frozen=True, slots=True)
class ColumnReading:
    """What one column says; a value that is absent or cannot be read is None."""

    title: str
    """The product's title; empty where the table gives none."""
    base_price: Money | None
    """Before any discount."""
    final_price: Money | None
    """What a shopper pays."""
    values: tuple[str | None, ...]
    """One for each attribute row."""
    average_rating: float | None
    """1 to 5."""
    pros: tuple[str, ...]
    """What speaks for it."""
    cons: tuple[str, ...]
    """What speaks against it."""
    faults: tuple[str, ...]
    """What could not be read, in sentences."""


def read_column(cells: Mapping[RowKind, Cell], attributes: Sequence[Cell], number: int) -> ColumnReading:
    """The column whose cells these are; `number` counts the products from 1."""
    title = cells["title"].text if "title" in cells else ""
    faults = [] if title else [f"product {number} has no title"]
    name = title or f"product {number}"

    def parse(kind: RowKind, read: Callable[[str], Parsed]) -> Parsed | None:
        cell = cells.get(kind)
        if cell is None or cell.is_gap:
            return None
        try:
            return read(cell.text)
        except UsageError as error:
            faults.append(f"line {cell.line}: {LABELS[kind]} of {name}: {error}")
            return None

    def points(kind: RowKind) -> tuple[str, ...]:
        return cells[kind].points if kind in cells else ()

    return ColumnReading(
        title=title,
        base_price=parse("base_price", parse_money),
        final_price=parse("final_price", parse_money),
        values=tuple(None if cell.is_gap else "; ".join(cell.lines) for cell in attributes),
        average_rating=parse("average_rating", parse_rating),
        pros=points("pros"),
        cons=points("cons"),
        faults=tuple(faults),
    )


def parse_rating(text: str) -> float:
    """The stars a text states: "4.3", "4.3/5", "4,3 out of 5 (210 ratings)", "★★★½☆"."""
    if found := _RATING.fullmatch(text.strip()):
        stars = float(found["stars"].replace(",", "."))
    elif drawn := _DRAWN_STARS.fullmatch(text.strip()):
        stars = len(drawn["full"].replace("\ufe0f", "")) + 0.5 * len(drawn["half"])
    else:
        raise UsageError(f"{text!r} is not a rating; write one from 1 to 5 such as '4.3'")
    if not 1 <= stars <= 5:
        raise UsageError(f"{text!r} is not a rating; ratings go from 1 to 5")
    return stars


def show_rating(stars: float) -> str:
    """The rating with all its digits: 4.3, and 4 for 4.0."""
    return repr(stars).removesuffix(".0")
