"""Evidence for what a listing states: whole sources, told by what they are."""

from triptych.records import Evidence, Product, SourceKind


def price_evidence(product: Product, *names: str) -> tuple[Evidence, ...]:
    """Evidence for `base_price`, `final_price` or both, where there are such."""
    prices = {"base_price": product.base_price, "final_price": product.final_price}
    return tuple(
        _whole(product.id, "price", name, format(price.amount, "f")) for name in names if (price := prices[name])
    )


def rating_evidence(product: Product) -> tuple[Evidence, ...]:
    """Evidence for the average rating and the number of ratings, where there are such."""
    found = []
    if product.average_rating is not None:
        found.append(_whole(product.id, "rating", "average_rating", f"{product.average_rating:g}"))
    if product.rating_count is not None:
        found.append(_whole(product.id, "rating", "rating_count", str(product.rating_count)))
    return tuple(found)


def title_evidence(product: Product) -> Evidence:
    """Evidence for the title."""
    return _whole(product.id, "title", "title", product.title)


def feature_evidence(product: Product, place: int) -> Evidence:
    """Evidence for a key feature, counted from 0."""
    return _whole(product.id, "key_feature", str(place + 1), product.key_features[place])


def _whole(product_id: str, kind: SourceKind, source_id: str, text: str) -> Evidence:
    return Evidence(product_id=product_id, source=kind, source_id=source_id, start=0, end=len(text), text=text)
