"""Key features as facts."""

import pytest

from triptych.aspects.listing import find_facts
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
