"""The usable reviews of one product: read, cleaned, deduplicated and named."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Generic, TypeVar

from triptych.catalog._report import Report, RowProblem
from triptych.catalog.values._cells import WrongValue, is_nothing, read_count, read_flag, read_id, read_stars, read_text
from triptych.catalog.values._cleaning import clean_line, clean_paragraphs, sameness_key
from triptych.catalog.values._dates import read_date

Place = TypeVar("Place")
V = TypeVar("V")


def _remembering(reader: Callable[[Any], V]) -> Callable[[Any], V]:
    """The reader, quicker: a table has few different stars and dates, each thousands of times."""
    remembered = lru_cache(maxsize=4096)(reader)
    return lambda given: remembered(given) if type(given) is str and len(given) < 50 else reader(given)


_read_stars = _remembering(read_stars)
# What a judgement never rests on: a cell that cannot be read is left out, and the review stays.
_EXTRAS: dict[str, Callable[[Any], Any]] = {
    "date": _remembering(read_date),
    "verified": _remembering(read_flag),
    "helpful_votes": _remembering(read_count),
}


class ReviewList(Generic[Place]):
    """Takes the reviews of one product one by one and keeps the usable ones."""

    def __init__(self, report: Report, problem_at: Callable[[Place, str, str], RowProblem]) -> None:
        self._report = report
        self._problem_at = problem_at
        self._reviews: list[dict[str, Any]] = []
        self._positions: list[int] = []
        self._ids: set[str] = set()
        self._seen: set[bytes] = set()
        self._count = 0

    def add(self, raw: Mapping[str, Any], place: Place) -> None:
        """Take one review under our field names; an unusable one is reported with its place."""
        self._count += 1
        counts = self._report.cleaned
        field = "text"
        try:
            text = clean_paragraphs(read_text(raw.get("text") or ""), "review", counts)
            if not text or is_nothing(text):
                counts["empty review"] += 1
                return
            key = sameness_key(text)
            if key in self._seen:
                counts["duplicate review"] += 1
                return
            field = "stars"
            review: dict[str, Any] = {"text": text, "stars": _read_stars(raw.get("stars"))}
            field = "title"
            if title := raw.get("title"):
                review["title"] = clean_line(read_text(title), "review title", counts) or None
            field = "id"
            given = raw.get("id")
            review["id"] = None if given is None else self._new_id(given)
        except WrongValue as error:
            self._refuse(place, field, str(error))
            return
        if not _EXTRAS.keys().isdisjoint(raw):
            self._read_extras(raw, review)
        self._seen.add(key)
        self._positions.append(self._count)
        self._reviews.append(review)

    def add_wrong(self, place: Place, message: str) -> None:
        """Report something that is no review at all."""
        self._count += 1
        self._refuse(place, "", message)

    def finish(self) -> list[dict[str, Any]]:
        """The fields of the kept reviews; those without an id are named by their position in the input."""
        for review, position in zip(self._reviews, self._positions, strict=True):
            if review["id"] is None:
                review["id"] = self._free_id(position)
        return self._reviews

    def _refuse(self, place: Place, field: str, message: str) -> None:
        self._report.skip_review(self._problem_at(place, field, message))

    def _new_id(self, given: Any) -> str | None:
        name = read_id(given)
        if name is None:
            return None
        if name in self._ids:
            raise WrongValue(f"{name!r} is the id of an earlier review of the same product")
        self._ids.add(name)
        return name

    def _free_id(self, position: int) -> str:
        # The position itself, unless the shop gave that very id to another review.
        candidate, tries = str(position), 1
        while candidate in self._ids:
            tries += 1
            candidate = f"{position}-{tries}"
        return candidate

    def _read_extras(self, raw: Mapping[str, Any], review: dict[str, Any]) -> None:
        for field, reader in _EXTRAS.items():
            given = raw.get(field)
            if given is not None:
                try:
                    review[field] = reader(given)
                except WrongValue:
                    self._report.cleaned[field] += 1
