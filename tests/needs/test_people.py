"""For whom something is."""

import pytest

from answered import excerpts_of, product_of
from triptych.needs.people import answer_age, answer_party
from triptych.records import Need, Product


def audience(text: str) -> Need:
    return Need(kind="audience", text=text, start=0, end=len(text))


@pytest.mark.parametrize(
    ("product", "state"),
    [
        (product_of(title="Table for 2 to 6 year old girls and boys"), "missed"),
        (product_of(title="Table for 6-10 years"), "met"),
        (product_of(title="Puzzle, ages 5 and up"), "met"),
        (product_of("not useful after 7 years of age"), "missed"),
        (product_of("My 8 year old loves it."), "met"),
        (product_of("My 2 year old loves it."), None),
    ],
)
def test_an_age_is_held_against_the_makers_range_and_buyers_children(product: Product, state: str | None) -> None:
    found = answer_age(audience("8 year old"), excerpts_of(product))
    assert (found.state if found else None) == state


@pytest.mark.parametrize(
    ("product", "state"),
    [
        (product_of(title="Tent, 6 person"), "met"),
        (product_of(title="Tent, 2 person"), "missed"),
        (product_of("We are a family of 4 to 5 and it does for all."), "met"),
        (product_of("Fine for two, not for a family of 4."), "missed"),
        (product_of("It is not for a family of 4.", title="Tent, 4 persons"), "disputed"),
        (product_of("We are 2 people."), None),
    ],
)
def test_so_many_people_must_find_room(product: Product, state: str | None) -> None:
    found = answer_party(audience("family of 4"), excerpts_of(product))
    assert (found.state if found else None) == state
