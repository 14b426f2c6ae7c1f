"""Rows of the queries' table: a query with one product and its rank, or with a list of products."""

import math
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from triptych.catalog._report import show
from triptych.catalog.values._cells import WrongValue, is_nothing, kind_of, read_id, read_text
from triptych.catalog.values._cleaning import clean_line
from triptych.catalog.values._listings import unpack_json

_ID_BREAKS = re.compile(r"[,;|\n]")


@dataclass(frozen=True, slots=True)
class QueryRow:
    """What one row says."""

    shortlist: str
    """Rows with the same one make one shortlist."""
    id: str | None
    """The query's own id."""
    text: str
    """What the shopper typed, cleaned."""
    product_ids: tuple[str, ...]
    """The products the row names."""
    rank: float | None
    """Where in the shortlist the row's one product stands."""


def read_query(fields: Mapping[str, Any], row_name: str, counts: Counter[str]) -> QueryRow:
    """The row under our field names as a query; WrongValue names the field that is wrong."""
    name = None if is_nothing(fields.get("query_id")) else read_key(fields["query_id"], "query_id")
    try:
        text = clean_line(read_text(fields.get("query") or ""), "query", counts)
    except WrongValue as error:
        raise WrongValue(str(error), "query") from None
    if not text:
        raise WrongValue("is missing or empty; write what the shopper typed", "query")
    if is_nothing(fields.get("product_ids")):
        product = read_key(fields.get("product_id"), "product_id")
        return QueryRow(f"id {name}" if name else f"query {text}", name, text, (product,), _rank(fields.get("rank")))
    products = tuple(read_key(given, "product_ids") for given in _listed(fields["product_ids"]))
    return QueryRow(f"row {row_name}", name, text, products, None)


def read_key(given: Any, field: str) -> str:
    """An id by which tables are joined."""
    try:
        key = read_id(given)
    except WrongValue as error:
        raise WrongValue(str(error), field) from None
    if key is None:
        raise WrongValue("is missing", field)
    if not key.isprintable():
        raise WrongValue(f"{show(key)} cannot be an id; an id has visible characters only", field)
    return key


def _listed(given: Any) -> list[Any]:
    """Product ids, from a list, from JSON, or from text with commas, semicolons, bars or line breaks between them."""
    given = unpack_json(given)
    if isinstance(given, str):
        given = [part.strip("'\" ") for part in _ID_BREAKS.split(given.strip("[]() "))]
    if not isinstance(given, (list, tuple)):
        raise WrongValue(f"{show(given)} is {kind_of(given)}; a list of product ids is needed", "product_ids")
    if not given:
        raise WrongValue("is empty; a list of product ids is needed", "product_ids")
    return list(given)


def _rank(given: Any) -> float | None:
    try:
        rank = None if is_nothing(given) else float(given)
    except (TypeError, ValueError, OverflowError):
        raise WrongValue(f"{show(given)} is not a number", "rank") from None
    return rank if rank is not None and math.isfinite(rank) else None
