"""Facts of invented listings, as messy as real ones."""

import pytest

from triptych.listing import find_facts
from triptych.records import Fact, Product

BOTTLE = Product(
    id="p",
    title="Quorvane HikeSip 32 oz Insulated Water Bottle with Flip Straw - Leak-Proof, Stainless Steel (Dark Blue)",
    key_features=(
        "EASY TO CLEAN – This bottle is dishwasher safe and comes with a detachable straw for thorough cleaning",
        "Double-wall insulation keeps drinks cold for up to 24 hours; not for use with hot liquids",
        "Lid Material: Polypropylene Carry Loop: Yes",
        "PERFECT FOR EVERY DAY: Each sip becomes a delight wherever you go.",
        "For any help please contact our customer care on the number given",
    ),
    specifications={
        "Brand": "Visit the Quorvane Store",
        "Item Weight": "410 g",
        "ASIN": "X0001",
        "availability": "In Stock",
    },
)


def facts_of(product: Product) -> dict[str, list[str]]:
    """The values read, by attribute."""
    found: dict[str, list[str]] = {}
    for fact in find_facts(product):
        found.setdefault(fact.attribute, []).append(fact.value)
    return found


def fact_with(product: Product, words: str) -> Fact:
    """The fact whose value has these words."""
    return next(fact for fact in find_facts(product) if words in fact.value)


def test_a_title_gives_brand_model_kind_and_typed_values() -> None:
    found = facts_of(BOTTLE)
    assert found["Brand"] == ["Quorvane"]
    assert "brand" not in found
    assert found["type"] == ["Insulated Water Bottle"]
    assert found["capacity"] == ["32 oz"]
    assert found["material"] == ["Stainless Steel"]
    assert found["colour"] == ["Dark Blue"]
    assert found["leak protection"] == ["Leak-Proof"]


def test_features_are_cut_into_facts_that_fit_a_cell() -> None:
    found = facts_of(BOTTLE)
    assert "detachable straw for thorough cleaning" in found["straw"]
    assert "dishwasher safe" in found["cleaning"]
    assert found["keeps cold"] == ["Double-wall insulation keeps drinks cold for up to 24 hours"]
    assert found["lid material"] == ["Polypropylene"]
    assert found["carry loop"] == ["Carry Loop: Yes"]


def test_what_a_product_is_not_for_is_a_fact() -> None:
    fact = fact_with(BOTTLE, "hot liquids")
    assert (fact.value, fact.attribute, fact.is_claim) == ("not for use with hot liquids", "hot drinks", False)


def test_praise_is_a_claim_of_the_maker() -> None:
    assert fact_with(BOTTLE, "EASY TO CLEAN").is_claim
    assert not fact_with(BOTTLE, "dishwasher safe").is_claim
    assert all(fact.is_claim for fact in find_facts(BOTTLE) if "delight" in fact.value)


def test_shop_talk_is_no_fact() -> None:
    values = " ".join(fact.value for fact in find_facts(BOTTLE))
    assert "X0001" not in values
    assert "In Stock" not in values
    assert "contact" not in values


def test_figures_have_number_and_unit() -> None:
    fact = fact_with(BOTTLE, "24 hours")
    assert (fact.number, fact.unit) == (24, "h")
    weight = fact_with(BOTTLE, "410 g")
    assert (weight.attribute, weight.number, weight.unit) == ("Item Weight", 410, "g")


def test_facts_point_into_their_source() -> None:
    for fact in find_facts(BOTTLE):
        assert fact.evidence.resolves_in(BOTTLE)


@pytest.mark.parametrize(
    "product",
    [
        Product(id="p", title="a " * 5_000),
        Product(id="p", title="Table" * 2_000),
        Product(id="p", title="水筒 ステンレス 500ml 保冷", key_features=("真空断熱", "", "   ", "•")),
        Product(id="p", title="x", specifications={f"Field {n}": f"{n} cm" for n in range(2_000)}),
        Product(id="p", title="x", description="word, " * 20_000),
        Product(id="p", title="x", key_features=(":" * 3_000, "- " * 3_000, "(" * 3_000, "A: " * 2_000)),
    ],
    ids=["long title", "glued title", "other script", "many fields", "long description", "marks"],
)
def test_bad_listings_are_read_without_a_crash(product: Product) -> None:
    facts = find_facts(product)
    assert len(facts) <= 2_000
    assert all(fact.value and len(fact.value) < 600 for fact in facts)


def read(title: str) -> dict[str, list[str]]:
    """The values of a title, by attribute."""
    found: dict[str, list[str]] = {}
    for fact in find_facts(Product(id="p", title=title)):
        found.setdefault(fact.attribute, []).append(fact.value)
    return found


def test_a_title_without_separators_is_cut_by_what_its_words_are() -> None:
    found = read(
        "tarvik home L 56 Engineered Wood Study TableFree Standing Finish Color Black Walnut Chair Included DIY"
    )
    assert found["brand"] == ["tarvik home"]
    assert found["model"] == ["L 56"]
    assert found["material"] == ["Engineered Wood"]
    assert found["colour"] == ["Black Walnut"]
    assert found["assembly"] == ["DIY"]
    assert "Chair Included" in [value for values in found.values() for value in values]


def test_a_short_part_with_a_figure_is_one_value() -> None:
    found = read("Brimlo Wireless Mouse, up to 36 Month Battery Life, 3Y Exchange Warranty, Grey")
    assert found["battery life"] == ["up to 36 Month Battery Life"]
    assert found["warranty"] == ["3Y Exchange Warranty"]
    assert found["colour"] == ["Grey"]


def test_what_it_is_for_and_what_it_comes_with() -> None:
    found = read("Brimlo Laptop Stand with Rubber Feet for Home, Office, Black")
    assert "Rubber Feet" in [value for values in found.values() for value in values]
    assert found["made for"] == ["for Home, Office"]


def test_other_names_of_the_same_thing_are_types() -> None:
    found = read("Zindo Milk Frother for Coffee - Portable Foam Maker, Handheld Mixer, White")
    assert found["type"] == ["Milk Frother", "Portable Foam Maker", "Handheld Mixer"]


def test_a_bracket_that_never_closes_hides_nothing() -> None:
    assert read("Zindo (Fuze 100, Wireless Speaker with Mic")["type"] == ["Wireless Speaker"]


def test_the_colour_of_a_part_stays_with_it() -> None:
    found = read("Zindo Dry Iron, Anti Bacterial Double Coated Black Soleplate Plate, Light Blue")
    assert found["colour"] == ["Light Blue"]
    assert "Light Blue" not in found.get("feature", [])
