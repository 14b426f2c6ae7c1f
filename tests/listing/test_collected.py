"""What is kept of a value."""

from triptych.listing.collected import Listing, add_typed, tidy
from triptych.records import Product, Source

SOURCE = Source("p", "key_feature", "1", "White, 2 kg and steel, White")


def opened() -> Listing:
    """A listing of which nothing is known."""
    return Listing(Product(id="p", title="x"), None, frozenset())


def test_a_value_is_kept_once() -> None:
    listing = opened()
    listing.add(SOURCE, (0, 5), "colour")
    listing.add(SOURCE, (23, 28), "Colour")
    assert [fact.value for fact in listing.found.values()] == ["White"]


def test_values_that_say_what_they_are_are_taken_out_of_a_phrase() -> None:
    listing = opened()
    add_typed(listing, SOURCE, (7, 21))
    assert {(fact.attribute, fact.value) for fact in listing.found.values()} == {("weight", "2 kg and steel")}


def test_debris_of_scraping_is_swept() -> None:
    assert tidy("it isnâ€™t  \n heavy") == "it isn’t heavy"
