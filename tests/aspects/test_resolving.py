"""Which facets are at home with a product."""

import pytest

from triptych.aspects import read_product
from triptych.aspects._notes import take_notes
from triptych.aspects._resolving import Resolver
from triptych.records import Product, Review


def names(title: str, category: str | None, *texts: str) -> set[str]:
    """The aspects' names."""
    reviews = tuple(Review(id=str(n), text=text) for n, text in enumerate(texts))
    product = Product(id="p", title=title, category=category, reviews=reviews)
    return {aspect.name for aspect in read_product(product).aspects}


CREAM = ("Fennow Barrier Face Cream", "moisturisers")
CHAIR = ("Kestovar Mesh Office Chair", "office chairs")


def test_sinking_in_is_absorption_for_a_cream_and_a_fault_of_a_chair() -> None:
    assert "absorption" in names(*CREAM, "It sinks in quickly.")
    assert "height adjustment" not in names(*CREAM, "It keeps sinking in, lovely.")
    assert "height adjustment" in names(*CHAIR, "It keeps sinking.")
    assert "absorption" not in names(*CHAIR, "It keeps sinking.")


def test_soft_skin_is_no_cushioning() -> None:
    found = names(*CREAM, "I wake up with soft skin.", "My skin is so soft. Great size.")
    assert "hydration" in found
    assert "cushioning" not in found


def test_a_facet_of_another_kind_is_heard_by_its_name() -> None:
    assert "battery life" in names("Fennow Sonic Cleansing Cream", "moisturisers", "The battery is awful.")


def test_a_noun_means_itself_where_its_facet_belongs_to_other_kinds() -> None:
    assert "foam" in names("Keshvani Hair Shampoo", "shampoos", "The foam is rich.")
    assert "wheels" in names("Kestovar Chair", "office chairs", "The casters are awful.")


def test_a_turn_of_phrase_of_other_kinds_judges_nothing() -> None:
    # a short game is good
    assert names("Pippalo Board Game", "board games", "Over in half an hour.") == {"play time"}
    assert "play time" not in names("Keshvani Hair Shampoo", "shampoos", "The sachet was over in three weeks.")


def test_a_word_goes_to_the_facet_of_the_products_kind() -> None:
    assert "noise" in names("Torbrask Blender", "blenders", "Loud!")
    assert "sound quality" in names("Dhunva Earbuds", "earbuds", "Loud!")


@pytest.mark.parametrize(
    ("title", "category", "kind"),
    [
        ("Kestovar Chair", None, "seat"),
        ("Acme 3000", "Beauty > Lipsticks", "makeup"),
        ("Torbrask Pro", "blenders", "blender"),
    ],
)
def test_title_or_category_tell_the_kind(title: str, category: str | None, kind: str) -> None:
    assert kind in Resolver([], Product(id="p", title=title, category=category)).kinds


def test_without_title_and_category_reviewers_tell_the_kind() -> None:
    notes = [take_notes(Review(id=str(n), text=f"This mattress is number {n}.")) for n in range(4)]
    assert "bed" in Resolver(notes, Product(id="p", title="Acme")).kinds
    assert not Resolver(notes[:1], Product(id="p", title="Acme")).kinds
