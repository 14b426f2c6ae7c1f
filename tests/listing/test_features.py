"""Key features as facts."""

import pytest

from triptych.listing import find_facts
from triptych.listing.features import Listing, add_typed, listed, tidy
from triptych.listing.lists import pattern
from triptych.records import Fact, Product, Source


def read(feature: str, title: str = "Brimlo Z20 Desk Lamp") -> list[Fact]:
    """The facts of one key feature."""
    product = Product(id="p", title=title, key_features=(feature,))
    return [fact for fact in find_facts(product) if fact.evidence.source == "key_feature"]


@pytest.mark.parametrize(
    ("feature", "attribute", "value"),
    [
        ("This lamp comes with a detachable arm", "arm", "detachable arm"),
        ("Charger not included", "included", "Charger not included"),
        ("Body Material: ABS", "body material", "ABS"),
        ("In the box: Lamp, USB cable and manual", "included", "Lamp, USB cable and manual"),
        ("6 Months Limited Warranty", "warranty", "6 Months Limited Warranty"),
        ("Made of recycled aluminium", "material", "recycled aluminium"),
        ("Ideal for students and offices", "made for", "Ideal for students and offices"),
        ("White", "colour", "White"),
        ("suitable for tanker,borewell and tap water", "made for", "suitable for tanker,borewell and tap water"),
        ("It weighs 420 g", "weight", "weighs 420 g"),
    ],
)
def test_features(feature: str, attribute: str, value: str) -> None:
    assert (attribute, value) in [(fact.attribute, fact.value) for fact in read(feature)]


def test_a_clause_that_cannot_be_read_alone_is_left_out() -> None:
    assert [fact.value for fact in read("If it does, the light turns red")] == ["light turns red"]


def test_what_is_said_of_a_part_is_not_said_of_the_product() -> None:
    (fact,) = read("Sturdy steel hinges")
    assert fact.attribute == "hinges"


def test_a_long_clause_is_read_on_behind_its_cut() -> None:
    values = [
        fact.value
        for fact in read(
            "The arm of this lamp bends and turns in every way that a reader at a desk could ever think of with "
            "a rechargeable 2000 mAh battery"
        )
    ]
    assert any("2000 mAh" in value for value in values)
    assert all(len(value.split()) <= 18 for value in values)


def test_what_shoppers_are_told_to_do_is_no_hard_fact() -> None:
    assert all(fact.is_claim for fact in read("Slide the cover off and insert the lamp"))


@pytest.mark.parametrize("text", ["charger not included", "no Bluetooth", "non-stick pan", "sold separately"])
def test_negatives(text: str) -> None:
    assert pattern("negative").search(text)


@pytest.mark.parametrize("text", ["No. 1 seller", "not only strong", "notebook"])
def test_no_negatives(text: str) -> None:
    assert not pattern("negative").search(text)


def test_praise_is_told_from_what_can_be_tried() -> None:
    assert listed("praise").search("an effortlessly stylish companion")
    assert not listed("praise").search("steel body, two shelves")
    assert listed("checkable").search("splash-proof body")
    assert listed("checkable").search("anti-slip base")
    assert not listed("checkable").search("an effortlessly stylish companion")


def test_what_the_service_says_is_known() -> None:
    assert listed("service").search("Please call us for help")
    assert not listed("service").search("1 year warranty from the date of purchase")


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
