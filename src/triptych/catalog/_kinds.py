"""The kinds of rows a file may hold, and how each becomes its record."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal

from triptych.catalog._cells import is_nothing, kind_of, read_id, read_stars, read_text, show
from triptych.catalog._cleaning import clean_line, drop_unstorable
from triptych.catalog._fields import Matcher, Shape, note_unused
from triptych.catalog._products import Fields, ProductMaker
from triptych.catalog._report import Draft, Report
from triptych.catalog.formats import BadRow, FileRow
from triptych.records import FEWEST_PRODUCTS, MOST_PRODUCTS, TASKS, Case, Product, Rating, Shortlist

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


def split_raters(
    rows: Iterable[FileRow | BadRow], mapping: Mapping[str, str], report: Report
) -> Iterator[FileRow | BadRow]:
    """A row for each rating, also where a row of the file has one column a rater: `case_id,metric,ann,ben`."""
    matcher = Matcher("rating", mapping, Report())
    planned, plan = (), matcher.plan(())
    found = plan.fields()
    for row in rows:
        if isinstance(row, BadRow) or not isinstance(row.content, Mapping):
            yield row
            continue
        keys = tuple(row.content)
        if keys != planned:
            planned, plan = keys, matcher.plan(keys)
            found = plan.fields()
        if found.get("rater") or found.get("score") or not found.get("metric") or not plan.unknown:
            yield row
            continue
        named = {field: row.content[keys[0]] for field, keys in found.items() if keys}
        for rater in plan.unknown:
            value = row.content[rater]
            if is_nothing(value):
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
        found = Matcher(shape, mapping, Report()).plan(names).fields()
        if all(found.get(field) for field in needed):
            return kind
    return None


class RecordMaker:
    """Makes records of the rows of one stream."""

    def __init__(
        self, kind: Kind, mapping: Mapping[str, str], report: Report, fewest_products: int = FEWEST_PRODUCTS
    ) -> None:
        self._mapping = mapping
        self._fewest_products = fewest_products
        self._report = report
        self._products = ProductMaker(mapping, report, "" if kind == "products" else "products[].")
        shapes: dict[Kind, Shape] = {"shortlists": "shortlist", "cases": "case", "ratings": "rating"}
        self._rows = Matcher(shapes[kind], mapping, report) if kind in shapes else self._products.matcher
        makers: dict[Kind, Callable[[Mapping[str, Any], Draft], AnyRecord | None]] = {
            "shortlists": self._shortlist,
            "products": self._product,
            "cases": self._case,
            "ratings": self._rating,
        }
        self._make = makers[kind]

    def make(self, content: Any, draft: Draft) -> AnyRecord | None:
        """The record a row holds; None where it holds none, and the draft says why."""
        if type(content) is not dict and not isinstance(content, Mapping):
            draft.wrong("", f"{show(content)} is {kind_of(content)}; a row is an object")
            return None
        return self._make(content, draft)

    def note_unused_mapping(self) -> None:
        """Say which `--map` options named a key that no row has."""
        seen = self._rows.mapped_seen | self._products.matcher.mapped_seen | self._products.review_matcher.mapped_seen
        note_unused(self._mapping, seen, self._report)

    def _shortlist(self, content: Mapping[str, Any], draft: Draft) -> Shortlist | None:
        raw = self._rows.fields_of(content)
        name = draft.read("id", read_id, raw.get("id"))
        query = self._query(raw, draft)
        products = self._product_list(raw.get("products"), draft)
        if not query:
            _say_missing("query", "a shortlist needs what the shopper typed", draft)
        check_size(products, draft, self._fewest_products)
        return draft.record(Shortlist, {"id": name, "query": query, "products": products})

    def _product(self, content: Mapping[str, Any], draft: Draft) -> Product | None:
        fields = self._products.product(content, "", draft)
        return draft.record(Product, fields) if fields else None

    def _case(self, content: Mapping[str, Any], draft: Draft) -> Case | None:
        raw = self._rows.fields_of(content)
        products = raw.get("products")
        fields: Fields = {
            "id": draft.read("id", read_id, raw.get("id")),
            "item": draft.read("item", read_id, raw.get("item")),
            "task": _task(raw.get("task"), draft),
            "query": self._query(raw, draft) or None,
            "products": self._product_list([products] if isinstance(products, Mapping) else products, draft),
            "system": draft.read("system", read_id, raw.get("system")),
        }
        text = draft.read("text", read_text, raw.get("text"))
        if text is None:
            _say_missing("text", "a case needs the text to judge", draft)
        else:
            fields["text"] = drop_unstorable(text)
        for field in ("claims", "writing"):
            if raw.get(field) is not None:
                fields[field] = raw[field]
        return draft.record(Case, fields)

    def _rating(self, content: Mapping[str, Any], draft: Draft) -> Rating | None:
        raw = self._rows.fields_of(content)
        fields = {
            "case_id": draft.read("case_id", read_id, raw.get("case_id")),
            "metric": _metric(raw.get("metric"), draft),
            "rater": draft.read("rater", read_id, raw.get("rater")),
            "score": draft.read("score", read_stars, raw.get("score")),
        }
        for field, value in fields.items():
            if value is None:
                _say_missing(field, "a rating needs case_id, metric, rater and score", draft)
        return draft.record(Rating, fields)

    def _query(self, raw: Mapping[str, Any], draft: Draft) -> str | None:
        query = draft.read("query", read_text, raw.get("query"))
        return clean_line(query, "query", draft.report.cleaned) if query else None

    def _product_list(self, given: Any, draft: Draft) -> list[Fields | None]:
        if not isinstance(given, (list, tuple)):
            message = "is missing" if given is None else f"{show(given)} is {kind_of(given)}"
            draft.wrong("products", f"{message}; a list of products is needed")
            return []
        return [self._products.product(product, f"products[{index}]", draft) for index, product in enumerate(given)]


def _say_missing(field: str, need: str, draft: Draft) -> None:
    if not any(problem.field == field for problem in draft.problems):
        draft.wrong(field, f"is missing or empty; {need}")


def check_size(products: list[Any], draft: Draft, fewest: int = FEWEST_PRODUCTS) -> None:
    """Remember where a shortlist has too few or too many products."""
    if fewest <= len(products) <= MOST_PRODUCTS or any(p.field == "products" for p in draft.problems):
        return
    count = "there is 1 product" if len(products) == 1 else f"there are {len(products)} products"
    draft.wrong("products", f"{count}; a comparison needs {FEWEST_PRODUCTS} to {MOST_PRODUCTS} products")


def _task(given: Any, draft: Draft) -> str | None:
    task = given.strip().casefold() if isinstance(given, str) else given
    if task in TASKS:
        return str(task)
    message = "is missing" if given is None else f"{show(given)} is unknown"
    draft.wrong("task", f"{message}; a task is one of {', '.join(TASKS)}")
    return None


def _metric(given: Any, draft: Draft) -> str | None:
    """`aspect_coverage`, also from "Aspect Coverage" and "comparison/aspect_coverage"."""
    if not isinstance(given, str):
        if given is not None:
            draft.wrong("metric", f"{show(given)} is {kind_of(given)}; a metric is a name such as aspect_coverage")
        return None
    task, slash, metric = given.strip().casefold().partition("/")
    return re.sub(r"[\s-]+", "_", metric if slash and task in TASKS else given.strip().casefold()) or None
