"""A text cut into what it says: the sentences of prose, the cells of a table, each with its product and its place."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from triptych.records import Case
from triptych.texts import TableReading, short_names

Place = Literal["prose", "value", "pro", "con", "verdict"]
_POINT_COMMA = re.compile(r",\s+(?!(?:but|and|or|so|yet|though|while|which|who|as|if|not|with|for|says?)\b)(?=\D)")
_LONGEST_POINT = 4
"""Points between commas are at most so many words; longer ones are a phrase with a comma in it."""


class Piece(NamedTuple):
    """Something the text says."""

    text: str
    start: int
    """Where it stands in the text."""
    end: int
    place: Place
    product: int | None = None
    """Which product it speaks of; None where it does not say."""
    label: str = ""
    """The row it stands in."""

    @property
    def said(self) -> str:
        """What it says by itself: a value with its label."""
        return f"{self.label}: {self.text}" if self.place == "value" else self.text


def cell_pieces(table: TableReading, products: Sequence[int | None]) -> Iterator[Piece]:
    """What the cells of a table say, row by row; titles, prices, ratings and gaps are left out."""
    for row in table.rows:
        if row.kind not in ("attribute", "pros", "cons"):
            continue
        for column, cell in enumerate(row.cells):
            if cell.is_gap:
                continue
            product = products[column] if column < len(products) else None
            if row.kind == "attribute":
                yield Piece(cell.text, cell.start, cell.end, "value", product, row.label.text)
            else:
                for point in _points(cell.points):
                    place: Place = "pro" if row.kind == "pros" else "con"
                    yield Piece(point, cell.start, cell.end, place, product, row.label.text)


def _points(points: Sequence[str]) -> Iterator[str]:
    for point in points:
        parts = _POINT_COMMA.split(point)
        if len(points) == 1 and len(parts) > 1 and all(len(part.split()) <= _LONGEST_POINT for part in parts):
            yield from parts
        else:
            yield point


def match_columns(case: Case, table: TableReading) -> tuple[int | None, ...]:
    """The product that each column is about: by its title, or by its place where no title fits any product."""
    wanted = [_name_words(product.title) for product in case.products]
    names = [_name_words(name) for name in short_names([product.title for product in case.products])]
    found: list[int | None] = []
    for column in table.columns:
        words = _name_words(column.title)
        fits = [
            len(words & title) / max(1, len(words)) + len(words & name) / max(1, len(name))
            for title, name in zip(wanted, names, strict=True)
        ]
        best = max(range(len(fits)), key=lambda place: fits[place], default=None)
        found.append(best if best is not None and fits[best] >= 1.0 and best not in found else None)
    if not any(place is not None for place in found):
        return tuple(place if place < len(case.products) else None for place in range(len(found)))
    free = [place for place in range(len(case.products)) if place not in found]
    return tuple(
        place if place is not None else (number if number in free else None) for number, place in enumerate(found)
    )


def products_named(text: str, case: Case) -> tuple[int, ...]:
    """The products that a sentence names, in the order it names them."""
    return tuple(dict.fromkeys(number for _, _, number in places_named(text, case)))


def places_named(text: str, case: Case) -> list[tuple[int, int, int]]:
    """Where a sentence names products: start and end of the words of each name, and which product it is."""
    lower = text.lower()
    words = [
        (match.start(), match.end(), number)
        for number, names in enumerate(_own_words(tuple(product.title for product in case.products)))
        for name, whole in names
        # Most sentences name no product, which a plain search tells sooner.
        if name in lower
        for match in whole.finditer(lower)
    ]
    found: list[tuple[int, int, int]] = []
    for start, end, number in sorted(words):
        if found and found[-1][2] == number and len(text[found[-1][1] : start].split()) <= 1:
            found[-1] = found[-1][0], end, number
        else:
            found.append((start, end, number))
    return found


@lru_cache(maxsize=64)
def _own_words(titles: tuple[str, ...]) -> tuple[tuple[tuple[str, re.Pattern[str]], ...], ...]:
    """For each title, the words of its short name that no other title has, each as it stands and as a whole word."""
    found: list[tuple[tuple[str, re.Pattern[str]], ...]] = []
    for number, name in enumerate(short_names(titles)):
        words = [word.lower() for word in re.findall(r"[^\W_]+(?:-[^\W_]+)*", name)]
        others = {word for k, title in enumerate(titles) if k != number for word in title.lower().split()}
        told = [word for word in words if word not in others and len(word) > 1]
        # "10 hours" does not name the Tab 10.
        told = [word for word in told if not word.isdigit()] or told
        found.append(tuple((word, re.compile(rf"\b{re.escape(word)}\b")) for word in told))
    return tuple(found)


def _name_words(title: str) -> frozenset[str]:
    return frozenset(re.findall(r"[^\W_]+", title.lower()))
