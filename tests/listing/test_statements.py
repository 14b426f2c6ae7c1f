"""Values of one listing."""

import pytest

from triptych.listing.statements import attribute_key, values_of
from triptych.records import Product


@pytest.mark.parametrize(
    ("one", "other"),
    [("Item Weight", "weight"), ("Color", "colour"), ("Warranty Description", "warranty"), ("Ports", "port")],
)
def test_names_that_mean_the_same(one: str, other: str) -> None:
    assert attribute_key(one) == attribute_key(other)


@pytest.mark.parametrize(
    ("feature", "values"),
    [
        ("Rubber base that does its work", {("part", "base", "rubber base")}),
        ("Our team has made corded, cordless and solar lamps for 30 years", set()),
        ("Ships back within 48 hours of battery life", set()),
        ("Cable length: 1.5 m", {("figure", "cable length", "1.5 m")}),
        ("Steam output of 30 g/min", set()),
        ("Closure: Hidden Bow", {("label", "closure", "hidden bow")}),
        ("Customer Care: Monday to Friday", set()),
    ],
)
def test_what_is_a_value(feature: str, values: set[tuple[str, str, str]]) -> None:
    product = Product(id="a", title="Zindo Lamp", key_features=(feature,))
    assert {value[:3] for value in values_of(product)} == values


def test_evidence_points_into_the_source() -> None:
    product = Product(id="a", title="Zindo Kettle, 1.7 Litre", specifications={"Warranty": "2 Years"})
    assert {value.attribute for value in values_of(product)} == {"capacity", "warranty"}
    sources = {(source.kind, source.id): source.text for source in product.sources()}
    for value in values_of(product):
        place = value.evidence
        assert sources[place.source, place.source_id][place.start : place.end] == place.text
