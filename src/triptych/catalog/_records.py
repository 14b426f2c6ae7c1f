"""Rows become records, under whatever names and in whatever writing a shop has them."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, count
from typing import Any, Literal

from triptych.catalog import _cells as cells
from triptych.catalog._rows import Draft, Matcher, Report, RowProblem, Shape, drafts_of, note_unused
from triptych.catalog.formats import BadRow, FileRow
from triptych.errors import UsageError
from triptych.records import FEWEST_PRODUCTS, MOST_PRODUCTS, TASKS, Case, Money, Product, Rating, Shortlist

Kind = Literal["shortlists", "products", "cases", "ratings"]
AnyRecord = Shortlist | Product | Case | Rating

# Fields that identify a kind, the clearest first.
_TELLING: tuple[tuple[Kind, Shape, tuple[str, ...]], ...] = (
    ("cases", "case", ("task", "text")),
    ("ratings", "rating", ("metric", "score")),
    ("shortlists", "shortlist", ("query", "products")),
    ("cases", "case", ("products", "text")),
    ("products", "product", ("title",)),
    ("cases", "case", ("task",)),
    ("shortlists", "shortlist", ("query",)),
    # One column a rater.
    ("ratings", "rating", ("case_id", "metric")),
)

Fields = dict[str, Any]
ReviewPlace = tuple[str, int | None, str]
"""File, line and path of a review, as a RowProblem names them."""

# Field, kind of text, and what joins it where it comes as a list.
_TEXTS: tuple[tuple[str, str, str | None], ...] = (
    ("title", "title", None),
    ("description", "description", "\n"),
    ("category", "category", " > "),
    ("ugc_summary", "summary", None),
    ("opinion", "summary", None),
)


def split_raters(rows: Iterable[FileRow | BadRow], report: Report) -> Iterator[FileRow | BadRow]:
    """A row for each rating, also where a row of the file has one column a rater: `case_id,metric,ann,ben`."""
    matcher = Matcher("rating", report.options.mapping, Report())
    for row in rows:
        if isinstance(row, BadRow) or not isinstance(row.content, Mapping):
            yield row
            continue
        plan = matcher.plan_for(tuple(row.content))
        if "rater" in plan.keys or "score" in plan.keys or "metric" not in plan.keys or not plan.unknown:
            yield row
            continue
        named = {field: row.content[keys[0]] for field, keys in plan.keys.items()}
        for rater in plan.unknown:
            value = row.content[rater]
            if cells.is_nothing(value):
                continue
            if isinstance(value, str) and not any(letter.isdigit() for letter in value):
                report.name_unknown(rater)
                continue
            report.note("a row has one column a rater; each is a rating of its own")
            yield FileRow(row.line, {**named, "rater": rater, "score": value})


def kind_with(keys: Iterable[str], mapping: Mapping[str, str]) -> Kind | None:
    """The kind of row that has such keys, or None where they identify none."""
    names = tuple(keys)
    for kind, shape, needed in _TELLING:
        if all(field in Matcher(shape, mapping, Report()).plan_for(names).keys for field in needed):
            return kind
    return None


class RecordMaker:
    """Makes records of the rows of one stream."""

    def __init__(self, kind: Kind, report: Report) -> None:
        self._report = report
        self._products = ProductMaker(report, "" if kind == "products" else "products[].")
        makers: dict[Kind, tuple[Shape, Callable[[Mapping[str, Any], Draft], AnyRecord | None]]] = {
            "shortlists": ("shortlist", self._shortlist),
            "products": ("product", self._product),
            "cases": ("case", self._case),
            "ratings": ("rating", self._rating),
        }
        shape, self._make = makers[kind]
        self._rows = self._products.matcher if shape == "product" else Matcher(shape, report.options.mapping, report)

    def records(self, rows: Iterable[FileRow | BadRow], file: str) -> Iterator[tuple[Draft, AnyRecord | None]]:
        """The record of each row of a file with its draft; None where the draft says why there is none."""
        for draft, content in drafts_of(rows, file, self._report):
            yield draft, None if draft.problems else self.make(content, draft)
        note_unused((self._rows, self._products.matcher, self._products.review_matcher), self._report)

    def make(self, content: Any, draft: Draft) -> AnyRecord | None:
        """The record a row holds; None where it holds none, and the draft says why."""
        if not isinstance(content, Mapping):
            draft.wrong("", cells.not_that(content, "a row is an object"))
            return None
        return self._make(content, draft)

    def _shortlist(self, content: Mapping[str, Any], draft: Draft) -> Shortlist | None:
        raw = self._rows.fields_of(content)
        name = draft.read("id", cells.read_id, raw.get("id"))
        query = self._query(raw, draft)
        products = self._product_list(raw.get("products"), draft)
        if not query:
            _say_missing("query", "a shortlist needs what the shopper typed", draft)
        check_size(products, draft)
        return draft.record(Shortlist, {"id": name, "query": query, "products": products})

    def _product(self, content: Mapping[str, Any], draft: Draft) -> Product | None:
        fields = self._products.product(content, "", draft)
        return draft.record(Product, fields) if fields else None

    def _case(self, content: Mapping[str, Any], draft: Draft) -> Case | None:
        raw = self._rows.fields_of(content)
        products = raw.get("products")
        fields: Fields = {name: draft.read(name, cells.read_id, raw.get(name)) for name in ("id", "item", "system")}
        fields |= {
            "task": _task(raw.get("task"), draft),
            "query": self._query(raw, draft) or None,
            "products": self._product_list([products] if isinstance(products, Mapping) else products, draft),
        }
        text = draft.read("text", cells.read_text, raw.get("text"))
        if text is None:
            _say_missing("text", "a case needs the text to judge", draft)
        else:
            fields["text"] = cells.drop_unstorable(text)
        fields |= {field: raw[field] for field in ("claims", "writing") if raw.get(field) is not None}
        return draft.record(Case, fields)

    def _rating(self, content: Mapping[str, Any], draft: Draft) -> Rating | None:
        raw = self._rows.fields_of(content)
        fields = {
            "case_id": draft.read("case_id", cells.read_id, raw.get("case_id")),
            "metric": _metric(raw.get("metric"), draft),
            "rater": draft.read("rater", cells.read_id, raw.get("rater")),
            "score": draft.read("score", cells.read_stars, raw.get("score")),
        }
        for field, value in fields.items():
            if value is None:
                _say_missing(field, "a rating needs case_id, metric, rater and score", draft)
        return draft.record(Rating, fields)

    def _query(self, raw: Mapping[str, Any], draft: Draft) -> str | None:
        query = draft.read("query", cells.read_text, raw.get("query"))
        return cells.clean(query, "query", draft.report.cleaned) if query else None

    def _product_list(self, given: Any, draft: Draft) -> list[Fields | None]:
        if not isinstance(given, (list, tuple)):
            message = "is missing" if given is None else f"{cells.show(given)} is {cells.kind_of(given)}"
            draft.wrong("products", f"{message}; a list of products is needed")
            return []
        return [self._products.product(product, f"products[{index}]", draft) for index, product in enumerate(given)]


def _say_missing(field: str, need: str, draft: Draft) -> None:
    if not any(problem.field == field for problem in draft.problems):
        draft.wrong(field, f"is missing or empty; {need}")


def check_size(products: list[Any], draft: Draft) -> None:
    """Remember where a shortlist has too few or too many products."""
    fewest = draft.report.options.fewest_products
    if fewest <= len(products) <= MOST_PRODUCTS or any(p.field == "products" for p in draft.problems):
        return
    count = "there is 1 product" if len(products) == 1 else f"there are {len(products)} products"
    draft.wrong("products", f"{count}; a comparison needs {FEWEST_PRODUCTS} to {MOST_PRODUCTS} products")


def _task(given: Any, draft: Draft) -> str | None:
    task = given.strip().casefold() if isinstance(given, str) else given
    if task in TASKS:
        return str(task)
    message = "is missing" if given is None else f"{cells.show(given)} is unknown"
    draft.wrong("task", f"{message}; a task is one of {', '.join(TASKS)}")
    return None


def _metric(given: Any, draft: Draft) -> str | None:
    """`aspect_coverage`, also from "Aspect Coverage" and "comparison/aspect_coverage"."""
    if not isinstance(given, str):
        if given is not None:
            draft.wrong("metric", cells.not_that(given, "a metric is a name such as aspect_coverage"))
        return None
    task, slash, metric = given.strip().casefold().partition("/")
    return re.sub(r"[\s-]+", "_", metric if slash and task in TASKS else given.strip().casefold()) or None


# What a judgement never rests on: a cell that cannot be read is left out, and the review stays.
_EXTRAS: dict[str, Callable[[Any], Any]] = {"date": cells.read_date, "verified": cells.read_flag}
_EXTRAS |= {"helpful_votes": cells.read_count}


def usable_reviews(given: Iterable[tuple[Any, ReviewPlace]], report: Report) -> list[Fields]:
    """The fields of a product's usable reviews, each text once; the others are reported.

    Each comes under our field names, or as bare text; one without an id is named by its position.
    """
    counts = report.cleaned
    reviews: dict[int, Fields] = {}
    ids: set[str] = set()
    seen: set[str] = set()
    for position, (raw, place) in enumerate(given, start=1):
        field = ""
        try:
            raw = {"text": raw} if raw is None or isinstance(raw, str) else raw
            if not isinstance(raw, (dict, Mapping)):
                raise UsageError(cells.not_that(raw, "a review is text or an object"))
            field = "text"
            text = cells.clean(cells.read_text(raw.get("text") or ""), "review", counts)
            if not text or cells.is_nothing(text):
                counts["empty review"] += 1
                continue
            key = cells.sameness_key(text)
            if key in seen:
                counts["duplicate review"] += 1
                continue
            field = "stars"
            review: Fields = {"text": text, "stars": cells.read_stars(raw.get("stars"))}
            field = "title"
            if title := raw.get("title"):
                review["title"] = cells.clean(cells.read_text(title), "review title", counts) or None
            field = "id"
            review["id"] = name = cells.read_id(raw.get("id"))
            if name in ids:
                raise UsageError(f"{name!r} is the id of an earlier review of the same product")
        except UsageError as error:
            file, line, path = place
            report.skip_review(RowProblem(file, line, ".".join(filter(None, (path, field))), str(error)))
            continue
        for field, reader in _EXTRAS.items():
            if (cell := raw.get(field)) is not None:
                try:
                    review[field] = reader(cell)
                except UsageError:
                    counts[field] += 1
        seen.add(key)
        if name is not None:
            ids.add(name)
        reviews[position] = review
    for position, review in reviews.items():
        if review["id"] is None:
            # The position itself, unless the shop gave that very id to another review.
            names = chain([str(position)], (f"{position}-{number}" for number in count(2)))
            review["id"] = next(name for name in names if name not in ids)
    return list(reviews.values())


class ProductMaker:
    """Turns raw products into the fields of our records."""

    def __init__(self, report: Report, prefix: str = "", has_review_table: bool = False) -> None:
        self._has_review_table = has_review_table
        self.matcher = Matcher("product", report.options.mapping, report, prefix)
        self.review_matcher = Matcher("review", report.options.mapping, report, f"{prefix}reviews[].")

    def product(self, given: Any, path: str, draft: Draft) -> Fields | None:
        """A product's fields with its reviews; None where it is not an object."""
        if not isinstance(given, Mapping):
            draft.wrong(path, cells.not_that(given, "a product is an object with an id and a title"))
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
        given = cells.unpack_json(given)
        if isinstance(given, str):
            given = [given]
        if not isinstance(given, (list, tuple)):
            draft.wrong(path, cells.not_that(given, "reviews are a list (--map reviews= leaves them out)"))
            return []
        fields_of = self.review_matcher.fields_of
        fields = [fields_of(review) if isinstance(review, (dict, Mapping)) else review for review in given]
        places = ((draft.file, draft.line, f"{path}[{index}]") for index in count())
        return usable_reviews(zip(fields, places, strict=False), draft.report)


def _texts(raw: Mapping[str, Any], at: str, draft: Draft) -> Fields:
    """The id and all texts."""
    counts = draft.report.cleaned
    fields: Fields = {"id": draft.read(f"{at}id", cells.read_id, raw.get("id"))}
    for field, kind, joint in _TEXTS:
        given = raw.get(field)
        if given is not None:
            text = draft.read(f"{at}{field}", cells.read_text, given, joint)
            fields[field] = cells.clean(text, kind, counts) or None if text else None
    for field, reader in (("key_features", cells.read_features), ("specifications", cells.read_specifications)):
        given = raw.get(field)
        if given is not None:
            fields[field] = draft.read(f"{at}{field}", reader, given, counts)
    for field in ("id", "title"):
        if not fields.get(field) and not any(problem.field == f"{at}{field}" for problem in draft.problems):
            draft.wrong(f"{at}{field}", f"is missing; a product needs {'an id' if field == 'id' else 'a title'}")
    return fields


def _numbers(raw: Mapping[str, Any], at: str, draft: Draft) -> Fields:
    """Prices and ratings."""
    rated = draft.read(f"{at}rating_count", cells.read_count, raw.get("rating_count"))
    rating = raw.get("average_rating")
    if not rated and rating in (0, "0", "0.0"):
        rating = None  # nobody has rated it yet
    stars = draft.read(f"{at}average_rating", cells.read_stars, rating)
    currency = draft.read(f"{at}currency", cells.read_currency, raw.get("currency"))
    base = draft.read(f"{at}base_price", cells.read_money, _figure(raw.get("base_price"), draft), currency)
    final = draft.read(f"{at}final_price", cells.read_money, _figure(raw.get("final_price"), draft), currency)
    prices = {"base_price": _in_currency_of(final, base), "final_price": _in_currency_of(base, final)}
    return {**prices, "average_rating": stars, "rating_count": rated}


def _figure(given: Any, draft: Draft) -> Any:
    """What may be a price; None for words instead of one, which cost a product its price and nothing else."""
    if isinstance(given, str) and not cells.is_nothing(given) and not any(letter.isdigit() for letter in given):
        draft.report.cleaned["price"] += 1
        return None
    return given


def _in_currency_of(other: Money | None, price: Money | None) -> Money | None:
    """A price that did not say its currency, in that of the product's other price."""
    if price is None or other is None or price.currency is not None:
        return price
    return Money(amount=price.amount, currency=other.currency)
