"""The five rows that tell products apart for a query: what was asked first, then what differs and is well evidenced."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from triptych.records import ATTRIBUTES
from triptych.writers._plan.needs import Want
from triptych.writers._plan.rows import Row, rows_of, spare_rows
from triptych.writers._plan.sheets import Sheet

_MOST_FROM_REVIEWS = 3
_MUST = 6.0
"""What a row is worth that may be the fourth from reviews alone."""


@dataclass(slots=True)
class _Choice:
    """The rows chosen so far."""

    rows: list[Row]

    @property
    def is_full(self) -> bool:
        """True where there is no room for another."""
        return len(self.rows) >= ATTRIBUTES

    def add(self, row: Row) -> None:
        """Take a row, where there is room and none has its name."""
        if not self.is_full and all(row.label.casefold() != each.label.casefold() for each in self.rows):
            self.rows.append(row)

    def fill(self, rows: Iterable[Row]) -> None:
        """Take rows until there is no room."""
        for row in rows:
            if self.is_full:
                return
            self.add(row)

    def is_new(self, row: Row) -> bool:
        """True for a row about something else than those chosen."""
        from_reviews = sum(each.is_from_reviews for each in self.rows)
        if row.is_from_reviews and row.worth < _MUST and from_reviews >= _MOST_FROM_REVIEWS:
            return False
        return row.aspect is None or not any(each.aspect and _are_alike(row.aspect, each.aspect) for each in self.rows)


def _are_alike(one: str, other: str) -> bool:
    """True for one aspect, or one and a part of it: "durability" and "outsole durability"."""
    return one == other or one.endswith(f" {other}") or other.endswith(f" {one}")


def choose_attributes(wants: Sequence[Want], sheets: Sequence[Sheet]) -> list[Row]:
    """Exactly five rows with different names: one for each want in turn, then what is worth most."""
    rows = sorted(rows_of(wants, sheets), key=lambda row: (-row.worth, row.label))
    choice = _Choice([])
    choice.fill(_asked_for(wants, rows, choice))
    telling = [row for row in rows if row.known > 1 and row.differs]
    choice.fill(row for row in telling if choice.is_new(row))
    choice.fill(telling)
    choice.fill(row for row in rows if row.differs)
    choice.fill(rows)
    if not choice.is_full:
        choice.fill(spare_rows(sheets))
    return choice.rows


def _asked_for(wants: Sequence[Want], rows: Sequence[Row], choice: _Choice) -> Iterator[Row]:
    """For each want the row that answers it best, where none chosen does; better of several products than of one."""
    for want in wants:
        if want.kind == "budget" or any(want in row.answers for row in choice.rows):
            continue
        answering = [row for row in rows if want in row.answers]
        answering = [row for row in answering if row.known > 1] or answering
        yield from sorted(answering, key=lambda row: -row.fitness(want))[:1]
