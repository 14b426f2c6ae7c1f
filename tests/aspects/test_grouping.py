"""Which names are one aspect, and what it is called."""

from triptych.aspects import read_product
from triptych.records import Product, Review


def names(*texts: str) -> set[str]:
    """The aspects' names."""
    reviews = tuple(Review(id=str(n), text=text) for n, text in enumerate(texts))
    return {aspect.name for aspect in read_product(Product(id="p", title="Acme", reviews=reviews)).aspects}


def test_a_word_with_two_meanings_means_what_these_reviewers_speak_of() -> None:
    audio = names("Loud!", "The bass is great", "Vocals are clear and the treble is good")
    kitchen = names("Loud!", "The noise is terrible", "So noisy, the noise wakes the baby")
    assert "noise" not in audio
    assert "noise" in kitchen
    assert "sound quality" not in kitchen


def test_light_is_weight_for_a_bag_and_texture_for_a_cream() -> None:
    assert "weight" in names("light", "The weight is great, low weight", "easy to carry")
    assert "texture" in names("light", "The texture is great", "greasy texture, but hydrating")


def test_a_facet_is_called_as_most_call_it() -> None:
    assert "build quality" in names("The build quality is good", "material is cheap")
    assert "durability" in names("died in a week", "broke after two days")
    assert "suction" in names("Suction is strong", "great suction power")


def test_a_thing_without_a_facet_is_called_as_reviewers_write_it() -> None:
    assert names("The toggles are great", "toggles broke", "bad toggles") >= {"toggles"}
