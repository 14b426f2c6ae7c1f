"""What records do not have: nothing is wrong with them, but their texts can only say what the sources carry."""

from collections import Counter

from triptych.catalog._kinds import AnyRecord
from triptych.records import Case, Product, Shortlist

_PRODUCT_FIELDS = (
    "description",
    "key_features",
    "specifications",
    "base_price",
    "final_price",
    "currency",
    "average_rating",
    "rating_count",
    "category",
    "reviews",
)
_PLURALS = {"product": "products", "review": "reviews", "case": "cases"}


class Gaps:
    """Counts, while records pass by, how many lack each optional field."""

    def __init__(self) -> None:
        self._seen: Counter[str] = Counter()
        self._lacking: Counter[tuple[str, str]] = Counter()

    def add(self, record: AnyRecord) -> None:
        """Count what one record lacks."""
        if isinstance(record, Product):
            self._add_product(record)
        elif isinstance(record, (Shortlist, Case)):
            for product in record.products:
                self._add_product(product)
        if isinstance(record, Case):
            self._seen["case"] += 1
            self._lacking["case", "system"] += record.system is None

    def sentences(self) -> list[str]:
        """ "12 of 18 products have no base_price", for each field that some lack."""
        return [
            f"{count} of {self._seen[what]} {_PLURALS[what]} {'has' if count == 1 else 'have'} no {field}"
            for (what, field), count in self._lacking.items()
            if count
        ]

    def _add_product(self, product: Product) -> None:
        self._seen["product"] += 1
        for field in _PRODUCT_FIELDS:
            value = getattr(product, field)
            self._lacking["product", field] += value is None or value == () or value == {}
        self._seen["review"] += len(product.reviews)
        self._lacking["review", "stars"] += sum(review.stars is None for review in product.reviews)
