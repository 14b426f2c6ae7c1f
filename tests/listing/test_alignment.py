"""Facts side by side."""

import pytest

from triptych.listing import align_facts, find_facts
from triptych.listing.alignment import attribute_key
from triptych.records import Product

CABLES = (
    Product(id="a", title="Zindo USB Cable, 3 FT, Black", specifications={"Item Weight": "40 g"}),
    Product(id="b", title="Brimlo USB Cable (1.2M, Red)", key_features=("Weight: 0.1 kg", "Great value for you")),
    Product(id="c", title="Tarvik USB Cable with Pouch"),
)


def test_the_same_attribute_is_one_row_in_one_unit() -> None:
    rows = {row.attribute: row for row in align_facts([find_facts(product) for product in CABLES])}
    assert rows["length"].unit == "ft"
    assert [number and round(number, 2) for number in rows["length"].numbers] == [3, 3.94, None]
    assert [number and round(number) for number in rows["weight"].numbers] == [40, 100, None]
    assert [[fact.value for fact in facts] for facts in rows["colour"].facts] == [["Black"], ["Red"], []]


def test_what_most_products_state_comes_first() -> None:
    rows = align_facts([find_facts(product) for product in CABLES])
    counts = [row.products for row in rows]
    assert counts == sorted(counts, reverse=True)


def test_claims_are_left_out_unless_asked_for() -> None:
    facts = [find_facts(product) for product in CABLES]
    assert not any(fact.is_claim for row in align_facts(facts) for some in row.facts for fact in some)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Item Weight", "weight"), ("Color", "colour"), ("Warranty Description", "warranty"), ("Ports", "port")],
)
def test_names_that_mean_the_same(one: str, other: str) -> None:
    assert attribute_key(one) == attribute_key(other)


def test_cells_are_as_short_as_a_table_wants_them() -> None:
    earbuds = (
        Product(
            id="a", title="Zindo Earbuds, 8 Hours Battery Life, IPX5", key_features=("32 hours playtime with case",)
        ),
        Product(id="b", title="Brimlo Earbuds, 30H Playtime", specifications={"Assembly": "DIY(Do It Yourself)"}),
    )
    rows = {row.attribute: row.cells for row in align_facts([find_facts(product) for product in earbuds])}
    assert rows["battery life"] == ("8 h (32 h with case)", "30 h")
    assert rows["water resistance"] == ("IPX5", "")
    assert rows["assembly"] == ("", "DIY")


def test_a_figure_that_lost_its_zeros_is_no_fact() -> None:
    heater = Product(id="h", title="Zindo Room Heater, 2000 Watts", key_features=("Power consumption: 1 W, 2 W",))
    assert {fact.number for fact in find_facts(heater) if fact.unit == "w"} == {2000.0}
