"""Which key or column holds which field: our names, the names shops use for them, and what the user says.

Case, spaces, underscores, hyphens and points do not count: `Final Price`, `final-price` and `finalPrice` are one name.
Where several keys of a row fit one field, the first in the order below that holds something is taken, and that is said.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from triptych.catalog._cells import show
from triptych.catalog._report import Report
from triptych.errors import UsageError

Shape = Literal["shortlist", "product", "review", "query", "case", "rating"]

_PRODUCT_IDS = "product_id asin parent_asin sku pid product_code item_id item_code uniq_id"

SYNONYMS: dict[Shape, dict[str, str]] = {
    "shortlist": {
        "id": "shortlist_id query_id qid",
        "query": "search_query user_query query_text search_term search keyword",
        "products": "recommended_products recommendations recommended items results",
    },
    "product": {
        "id": _PRODUCT_IDS,
        "title": "product_title name product_name item_name",
        "description": "product_description desc long_description short_description overview",
        "key_features": "features feature_bullets bullet_points bullets highlights about_product about_item",
        "specifications": "specification specs product_specifications technical_details tech_specs attributes details",
        "base_price": "mrp list_price original_price regular_price retail_price actual_price was_price market_price",
        "final_price": "selling_price sale_price discounted_price discount_price offer_price current_price price",
        "currency": "currency_code price_currency",
        "average_rating": "avg_rating rating_average mean_rating overall_rating product_rating rating stars",
        "rating_count": "ratings_count number_of_ratings num_ratings no_of_ratings total_ratings rating_number ratings "
        "review_count reviews_count number_of_reviews num_reviews",
        "category": "product_category main_category categories product_type department",
        "ugc_summary": "product_ugc_summary review_summary customers_say",
        "opinion": "product_opinion_summary opinion_summary",
        "reviews": "product_reviews customer_reviews user_reviews source_reviews",
    },
    "review": {
        "id": "review_id rid",
        "product_id": _PRODUCT_IDS.removeprefix("product_id "),
        "text": "review_text review_body body review_content content review comment",
        "stars": "star_rating review_rating rating score overall",
        "title": "review_title headline review_headline summary subject",
        "date": "review_date review_time created_at timestamp unix_review_time date_posted posted_on",
        "verified": "verified_purchase is_verified verified_buyer",
        "helpful_votes": "helpful_vote helpful helpful_count votes vote upvotes thumbs_up",
    },
    "query": {
        "query_id": "qid shortlist_id id",
        "query": "search_query user_query query_text search_term search keyword",
        "product_id": _PRODUCT_IDS.removeprefix("product_id "),
        "product_ids": "products asins skus recommended_products recommendations recommended items results",
        "rank": "position product_rank",
    },
    "case": {
        "id": "case_id",
        "item": "item_id",
        "task": "",
        "query": "search_query user_query query_text",
        "products": "product",
        "text": "output candidate generated_text generation response",
        "system": "system_id model",
        "claims": "",
        "writing": "",
    },
    "rating": {
        "case_id": "case id",
        "metric": "dimension criterion",
        "rater": "rater_id annotator annotator_id worker worker_id",
        "score": "rating value stars",
    },
}
"""For each kind of row, our fields and the other names they go by, the one that wins first."""

_NOT_IN_NAMES = re.compile(r"[\s_.\-]+")
_MOST_PLANS = 1000


def plain_name(key: str) -> str:
    """A key for comparison: letters and digits in lower case."""
    return _NOT_IN_NAMES.sub("", key).casefold()


def read_mapping(pairs: Iterable[str]) -> dict[str, str]:
    """What `--map title=product_name` options say: field to key. `title=` alone means: take the field from nowhere."""
    mapping: dict[str, str] = {}
    for pair in pairs:
        field, equals, key = (part.strip() for part in pair.partition("="))
        shape, _, name = field.rpartition(".")
        if not equals:
            raise UsageError(f"--map {pair!r} has no '='; write FIELD=COLUMN, such as title=product_name")
        if name not in _fields_of(shape):
            if others := _known_as(name, shape):
                mapping |= dict.fromkeys(others, key)
                continue
            known = ", ".join([*sorted(_fields_of("")), "review.title", "product.id", "…"])
            raise UsageError(f"--map {pair!r}: unknown field {field!r}; known: {known}")
        mapping[field] = key
    return mapping


def _known_as(name: str, shape: str) -> list[str]:
    """The fields that another name means: `product.final_price` for `price`."""
    return [
        f"{known}.{field}"
        for known, fields in SYNONYMS.items()
        for field, others in fields.items()
        if shape in ("", known) and plain_name(name) in map(plain_name, others.split())
    ]


def _fields_of(shape: str) -> set[str]:
    """The fields of one shape, or of all for ""."""
    return {field for known, fields in SYNONYMS.items() if shape in ("", known) for field in fields}


@dataclass(frozen=True, slots=True)
class Plan:
    """How rows with these very keys are read."""

    single: tuple[tuple[str, str], ...]
    """Fields with one key."""
    several: tuple[tuple[str, tuple[str, ...]], ...]
    """Fields with more than one, the one that wins first."""
    unknown: tuple[str, ...]
    """Keys of no field."""
    is_ours: bool
    """True where every key is already the name of its field."""

    def fields(self) -> dict[str, tuple[str, ...]]:
        """Every field with its keys."""
        return {field: (key,) for field, key in self.single} | dict(self.several)


class Matcher:
    """Reads rows of one shape under our field names."""

    def __init__(self, shape: Shape, mapping: Mapping[str, str], report: Report, prefix: str = "") -> None:
        self._shape = shape
        self._report = report
        self._prefix = prefix
        self._plans: dict[tuple[str, ...], Plan] = {}
        self.mapped_seen: set[str] = set()
        self._names = {
            field: (plain_name(field), *(plain_name(other) for other in others.split()))
            for field, others in SYNONYMS[shape].items()
        }
        self._said = {
            field: plain_name(key)
            for field in self._names
            for key in [mapping.get(f"{shape}.{field}", mapping.get(field))]
            if key is not None
        }

    def fields_of(self, row: Mapping[str, Any]) -> Mapping[str, Any]:
        """The row's values under our names, the row itself where it has no others; what it lacks is not there."""
        plan = self._plan_for(tuple(row))
        if plan.is_ours:
            return row
        fields = {field: row[key] for field, key in plan.single}
        for field, candidates in plan.several:
            held = (row[key] for key in candidates if row[key] is not None and row[key] != "")
            fields[field] = next(held, None)
        return fields

    def _plan_for(self, keys: tuple[str, ...]) -> Plan:
        plan = self._plans.get(keys)
        if plan is None:
            if len(self._plans) >= _MOST_PLANS:
                self._plans.clear()
            plan = self._plans[keys] = self.plan(keys)
        return plan

    def no_column(self, field: str, columns: Iterable[str]) -> str:
        """The message for a table that has these columns and none for a field."""
        names = f"{field} {SYNONYMS[self._shape][field]}".split()
        return (
            f"has no column for {field}; its columns are {', '.join(columns)}. "
            f"Name one of them {', '.join(names)}, or say which it is with --map {field}=COLUMN"
        )

    def plan(self, keys: tuple[str, ...]) -> Plan:
        """Which of these keys holds which field; unknown and competing keys are reported."""
        spellings: dict[str, list[str]] = {}
        for key in keys:
            spellings.setdefault(plain_name(key), []).append(key)
        taken = {name for name in self._said.values() if name in spellings}
        self.mapped_seen |= taken
        found = {field: self._keys_of(field, spellings, taken) for field in self._names}
        used = {key for candidates in found.values() for key in candidates}
        unknown = tuple(key for key in keys if key not in used and plain_name(key) not in taken)
        self._tell(found, unknown)
        return Plan(
            single=tuple((field, keys[0]) for field, keys in found.items() if len(keys) == 1),
            several=tuple((field, keys) for field, keys in found.items() if len(keys) > 1),
            unknown=unknown,
            is_ours={field: (field,) for field in keys} == {field: names for field, names in found.items() if names},
        )

    def _keys_of(self, field: str, spellings: Mapping[str, list[str]], taken: set[str]) -> tuple[str, ...]:
        said = self._said.get(field)
        if said == "":
            return ()
        if said is not None and said in spellings:
            return tuple(spellings[said])
        names = [name for name in self._names[field] if name not in taken]
        keys = [key for name in names for key in spellings.get(name, ())]
        return tuple(sorted(keys, key=lambda key: key != field))

    def _tell(self, found: Mapping[str, tuple[str, ...]], unknown: Iterable[str]) -> None:
        for key in unknown:
            self._report.name_unknown(self._prefix + (key if key.isprintable() and len(key) <= 60 else show(key)))
        for field, keys in found.items():
            if len(keys) > 1:
                others = ", ".join(repr(key) for key in keys[1:])
                self._report.note(f"{self._prefix}{field} is taken from {keys[0]!r}; {others} only where it is empty")


def note_unused(mapping: Mapping[str, str], seen: set[str], report: Report) -> None:
    """Say which `--map` options named a key that was nowhere."""
    for field, key in mapping.items():
        if key and plain_name(key) not in seen:
            report.note(f"--map {field}={key}: there is no {key!r}")
