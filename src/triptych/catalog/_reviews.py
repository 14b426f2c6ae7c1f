"""The usable reviews of one product: read, cleaned, deduplicated and named."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Generic, TypeVar

from triptych.catalog._report import Report, RowProblem
from triptych.catalog.values._cells import WrongValue, read_count, read_flag, read_id, read_stars, read_text
from triptych.catalog.values._cleaning import are_clean, are_different, clean_line, clean_paragraphs, sameness_key
from triptych.catalog.values._dates import read_date
from triptych.records import Review

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


_BLANK: dict[str, Any] = dict.fromkeys(Review.model_fields)


def tidy_reviews(columns: Mapping[str, Sequence[Any]]) -> tuple[Review, ...] | None:
    """A product's reviews, given column by column, where all are kept as they are; None where some may not be.

    To look at columns takes a third of the time of looking at their cells one by one.
    """
    texts, titles = columns.get("text", []), columns.get("title")
    if not are_clean(texts, "review", is_one_line=False) or not are_different(texts):
        return None
    if titles is not None and not are_clean(titles, "review title", is_one_line=True):
        return None
    nothing = [None] * len(texts)
    try:
        # Nearly all stars are whole numbers, and need no reader.
        stars = [
            float(cell) if type(cell) is int and 1 <= cell <= 5 else _read_stars(cell)
            for cell in columns.get("stars", nothing)
        ]
        names = _names(columns.get("id", nothing))
        extras = [_read_extra(field, columns[field]) if field in columns else nothing for field in _EXTRAS]
    except WrongValue:
        return None
    given = {"id", "stars", *(field for field in columns if field in _BLANK)}
    # Written out because this runs for every review, and `zip` takes twice as long.
    return tuple(
        [
            Review.trusted(
                {
                    "id": name,
                    "text": text,
                    "stars": star,
                    "title": title,
                    "date": date,
                    "verified": verified,
                    "helpful_votes": votes,
                },
                given,
            )
            for name, text, star, title, date, verified, votes in zip(
                names, texts, stars, titles or nothing, *extras, strict=True
            )
        ]
    )


def _names(cells: Sequence[Any]) -> list[str]:
    """The ids of all reviews, their positions where none has one; WrongValue where it takes more to name them."""
    if cells.count(None) == len(cells):
        return [str(position) for position in range(1, len(cells) + 1)]
    names = [name for cell in cells if (name := read_id(cell)) is not None]
    if len(set(names)) < len(cells):
        raise WrongValue("some have no id, or two have the same")
    return names


def _read_extra(field: str, cells: Sequence[Any]) -> list[Any]:
    """The values of a column that every review has; WrongValue where one lacks it."""
    if None in cells:
        raise WrongValue("some have none")
    return [_EXTRAS[field](cell) for cell in cells]


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
            if not text:
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

    def finish(self) -> tuple[Review, ...]:
        """The kept reviews; those without an id are named by their position in the input."""
        for review, position in zip(self._reviews, self._positions, strict=True):
            if review["id"] is None:
                review["id"] = self._free_id(position)
        return tuple([Review.trusted(_BLANK | review, set(review)) for review in self._reviews])

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
