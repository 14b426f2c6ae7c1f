"""Titles as facts."""

from triptych.listing import find_facts
from triptych.records import Product


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
