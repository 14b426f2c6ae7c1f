"""Listings side by side."""

import pytest

from triptych.listing import align_listings, figure_in, find_facts, show_figures
from triptych.records import Product


def cells_of(*products: Product) -> dict[str, list[str | None]]:
    """What each row says, by its attribute."""
    return {row.attribute: [cell.text if cell else None for cell in row.cells] for row in align_listings(products)}


def test_figures_keep_the_digits_of_the_listing() -> None:
    rows = cells_of(
        Product(id="a", title="Zindo Travel Mug, 0.5 Litre, Black", specifications={"Item Weight": "40 g"}),
        Product(id="b", title="Brimlo Travel Mug (350 ml, Red)", key_features=("Weight: 0.1 kg",)),
        Product(id="c", title="Tarvik Travel Mug 400ML with Pouch"),
    )
    assert rows["capacity"] == ["0.5 L", "350 ml", "400 ml"]
    assert rows["weight"] == ["40 g", "0.1 kg", None]
    assert rows["colour"] == ["Black", "Red", None]


def test_every_figure_says_what_it_is_of() -> None:
    rows = cells_of(
        Product(
            id="a",
            title="Zindo Earbuds",
            key_features=(
                "Get up to 8 hours of playtime on a single charge, with up to 32 hours using the charging case",
            ),
        ),
        Product(id="b", title="Brimlo Earbuds, 30+ Hours Playtime, IPX5", key_features=("50 hours standby time",)),
        Product(id="c", title="Tarvik Kit, 2-Year Battery Life(Lamp), 5 Month Battery Life(Clock)"),
    )
    assert rows["battery life"] == [
        "Up to 8 h per charge, up to 32 h with charging case",
        "30+ h, 50 h standby",
        "5 months (clock), 2 years (lamp)",
    ]
    assert rows["water resistance"] == [None, "IPX5", None]


@pytest.mark.parametrize(
    ("feature", "shown"),
    [
        ("Warranty: 5 years on inner tank, 2 years on motor", "2 years on motor, 5 years on inner tank"),
        ("Two year warranty from the date of purchase", "Two year"),
        ("1+1 year guarantee", "1 year"),
    ],
)
def test_of_which_part_a_warranty_is(feature: str, shown: str) -> None:
    assert cells_of(Product(id="a", title="Zindo Mixer", key_features=(feature,)))["warranty"] == [shown]


def test_many_figures_of_one_place_are_a_range() -> None:
    feature = "Works with all lamps (12V-0.5A, 12V-1A, 12V-2A, 12V-3A)"
    rows = cells_of(Product(id="a", title="Zindo Backup Pack", key_features=(feature,)))
    assert rows["current"] == ["0.5 to 3 A"]


def test_values_in_words_are_rows_too() -> None:
    rows = cells_of(
        Product(id="a", title="Zindo Halogen Room Heater", key_features=("Comes with an adjustable thermostat",)),
        Product(
            id="b", title="Brimlo Oil Filled Room Heater 9 Fins", key_features=("No thermostat", "Overheat protection")
        ),
    )
    assert rows["heater type"] == ["Halogen", "Oil filled"]
    assert rows["thermostat"] == ["Adjustable thermostat", None], "what is denied is no value"
    assert rows["safety"] == [None, "Overheat protection"]


def test_counts_are_numbers_where_there_is_one() -> None:
    rows = cells_of(
        Product(id="a", title="Zindo Mixer Grinder (3 Jars)"),
        Product(id="b", title="Brimlo Mixer Grinder", key_features=("2 steel jars", "4 plastic jars")),
    )
    assert rows["jar"] == ["3", "2 steel jars, 4 plastic jars"]


def test_memory_and_storage_are_told_apart() -> None:
    rows = cells_of(Product(id="a", title="Zindo Notebook Laptop (8 GB/512 GB SSD)"))
    assert (rows["memory"], rows["storage"]) == (["8 GB"], ["512 GB"])


def test_figures_of_facts_and_of_a_text() -> None:
    product = Product(
        id="a", title="Zindo Earbuds, 8 Hours Battery Life", key_features=("32 hours playtime with case",)
    )
    facts = [fact for fact in find_facts(product) if fact.attribute == "battery life"]
    assert show_figures(facts) == "8 h, 32 h with case"
    assert show_figures(()) == ""
    assert figure_in("Backup upto 4 Hours", "min") == "up to 4 h"
    assert figure_in("Backup upto 4 Hours", "kg") == ""


def test_a_figure_that_lost_its_zeros_is_no_fact() -> None:
    heater = Product(id="h", title="Zindo Room Heater, 2000 Watts", key_features=("Power consumption: 1 W, 2 W",))
    assert {fact.number for fact in find_facts(heater) if fact.unit == "w"} == {2000.0}


def test_a_colour_before_a_part_is_still_the_colour() -> None:
    rows = cells_of(Product(id="a", title="Zindo Study Desk Finish Color Black Walnut Shelf"))
    assert rows["colour"] == ["Black, walnut"]


def test_placeholders_and_names_without_letters_are_no_rows() -> None:
    specifications = {"Attribute 1": "5 cm", "--": "6 cm", "Height": "7 cm"}
    rows = cells_of(Product(id="a", title="Zindo Mug", specifications=specifications))
    assert "attribute 1" not in rows and "--" not in rows and rows["height"] == ["7 cm"]
