"""Key features as facts."""

import pytest

from triptych.listing import find_facts
from triptych.records import Fact, Product


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
