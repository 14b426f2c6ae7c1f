"""Products, from rows under whatever names and in whatever writing a shop has them."""

from collections.abc import Callable, Mapping
from typing import Any

from triptych.catalog._draft import Draft
from triptych.catalog._fields import Matcher
from triptych.catalog._report import Report, RowProblem, show
from triptych.catalog._reviews import ReviewList
from triptych.catalog.values._cells import (
    is_nothing,
    kind_of,
    read_count,
    read_currency,
    read_id,
    read_money,
    read_stars,
    read_text,
)
from triptych.catalog.values._cleaning import clean_line, clean_paragraphs
from triptych.catalog.values._listings import read_features, read_specifications, unpack_json
from triptych.records import Money

Fields = dict[str, Any]

# Field, kind of text, how it is cleaned, and what joins it where it comes as a list.
_TEXTS: tuple[tuple[str, str, Callable[..., str], str | None], ...] = (
    ("title", "title", clean_line, None),
    ("description", "description", clean_paragraphs, "\n"),
    ("category", "category", clean_line, " > "),
    ("ugc_summary", "summary", clean_paragraphs, None),
    ("opinion", "summary", clean_paragraphs, None),
)
_LISTINGS: tuple[tuple[str, Callable[..., Any]], ...] = (
    ("key_features", read_features),
    ("specifications", read_specifications),
)
_PRICING = frozenset(["currency", "base_price", "final_price"])
_NO_PRICES: Fields = {"base_price": None, "final_price": None}


class ProductMaker:
    """Turns raw products into the fields of our records."""

    def __init__(
        self, mapping: Mapping[str, str], report: Report, prefix: str = "", has_review_table: bool = False
    ) -> None:
        self._has_review_table = has_review_table
        self.matcher = Matcher("product", mapping, report, prefix)
        self.review_matcher = Matcher("review", mapping, report, f"{prefix}reviews[].")

    def product(self, given: Any, path: str, draft: Draft) -> Fields | None:
        """A product's fields with its reviews; None where it is not an object."""
        if type(given) is not dict and not isinstance(given, Mapping):
            draft.wrong(path, f"{show(given)} is {kind_of(given)}; a product is an object with an id and a title")
            return None
        raw = self.matcher.fields_of(given)
        at = f"{path}." if path else ""
        fields = _texts(raw, at, draft) | _numbers(raw, at, draft)
        reviews = raw.get("reviews")
        if self._has_review_table:
            if reviews:
                draft.report.note("the reviews inside the products are left out, because there is a table of reviews")
        elif reviews is not None and reviews != "":
            fields["reviews"] = self._nested_reviews(reviews, f"{at}reviews", draft)
        return fields

    def _nested_reviews(self, given: Any, path: str, draft: Draft) -> list[Fields]:
        given = unpack_json(given)
        if isinstance(given, str):
            given = [given]
        if not isinstance(given, (list, tuple)):
            draft.wrong(path, f"{show(given)} is {kind_of(given)}; reviews are a list (--map reviews= leaves them out)")
            return []

        def problem_at(index: int, field: str, message: str) -> RowProblem:
            where = f"{path}[{index}]"
            return RowProblem(draft.file, draft.line, f"{where}.{field}" if field else where, message)

        reviews = ReviewList(draft.report, problem_at)
        for index, review in enumerate(given):
            if type(review) is dict or isinstance(review, Mapping):
                reviews.add(self.review_matcher.fields_of(review), index)
            elif review is None or isinstance(review, str):
                reviews.add({"text": review}, index)
            else:
                reviews.add_wrong(index, f"{show(review)} is {kind_of(review)}; a review is text or an object")
        return reviews.finish()


def _texts(raw: Mapping[str, Any], at: str, draft: Draft) -> Fields:
    """The id and all texts."""
    counts = draft.report.cleaned
    fields: Fields = {"id": draft.read(f"{at}id", read_id, raw.get("id"))}
    for field, kind, clean, joint in _TEXTS:
        given = raw.get(field)
        if given is not None:
            text = draft.read(f"{at}{field}", read_text, given, joint)
            fields[field] = clean(text, kind, counts) or None if text else None
    for field, reader in _LISTINGS:
        given = raw.get(field)
        if given is not None:
            fields[field] = draft.read(f"{at}{field}", reader, given, counts)
    for field in ("id", "title"):
        if not fields.get(field) and not any(problem.field == f"{at}{field}" for problem in draft.problems):
            draft.wrong(f"{at}{field}", f"is missing; a product needs {'an id' if field == 'id' else 'a title'}")
    return fields


def _numbers(raw: Mapping[str, Any], at: str, draft: Draft) -> Fields:
    """Prices and ratings."""
    prices = _NO_PRICES if _PRICING.isdisjoint(raw) else _prices(raw, at, draft)
    count = draft.read(f"{at}rating_count", read_count, raw.get("rating_count"))
    rating = raw.get("average_rating")
    if not count and rating in (0, "0", "0.0"):
        rating = None  # nobody has rated it yet
    stars = draft.read(f"{at}average_rating", read_stars, rating)
    return {**prices, "average_rating": stars, "rating_count": count}


def _prices(raw: Mapping[str, Any], at: str, draft: Draft) -> Fields:
    currency = draft.read(f"{at}currency", read_currency, raw.get("currency"))
    base = draft.read(f"{at}base_price", read_money, _figure(raw.get("base_price"), draft), currency)
    final = draft.read(f"{at}final_price", read_money, _figure(raw.get("final_price"), draft), currency)
    return {"base_price": _in_currency_of(final, base), "final_price": _in_currency_of(base, final)}


def _figure(given: Any, draft: Draft) -> Any:
    """What may be a price; None for words instead of one, which cost a product its price and nothing else."""
    if isinstance(given, str) and not is_nothing(given) and not any(letter.isdigit() for letter in given):
        draft.report.cleaned["price"] += 1
        return None
    return given


def _in_currency_of(other: Money | None, price: Money | None) -> Money | None:
    """A price that did not say its currency, in that of the product's other price."""
    if price is None or other is None or price.currency is not None:
        return price
    return Money(amount=price.amount, currency=other.currency)
