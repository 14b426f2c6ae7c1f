"""Praise that tells something comes before praise that would do for anything."""

from briefed import a_point, a_product, a_reading
from triptych.records import Review
from triptych.writers._praise import praise_of
from triptych.writers._voices import voices_of


def test_what_tells_most_comes_first_and_what_tells_nothing_is_left_out() -> None:
    texts = ["The spout pours well.", "The handle stays cool and the lid shuts tightly.", "Great product."]
    product = a_product(texts)
    points = [a_point(product, "good", "+", {f"r{n}": text.rstrip(".") for n, text in enumerate(texts, start=1)})]
    voices = voices_of(product, a_reading(product, {"handle": points}))
    assert [voice.span.source_id for voice in praise_of(product, voices, "Brewlo", "it")] == ["r2", "r1"]


def test_titles_and_short_reviews_of_the_content_are_praise() -> None:
    reviews = (
        Review(id="a", title="Very easy to clean and pour", text="I use it daily, and so does my sister.", stars=5.0),
        Review(id="b", title="Very easy to clean and pour", text="I use it daily, and so does my sister.", stars=2.0),
        Review(id="c", text="Boils beautifully fast and pours smoothly", stars=4.0),
    )
    product = a_product([]).model_copy(update={"reviews": reviews})
    assert {(voice.span.source_id, voice.span.source) for voice in praise_of(product, (), "Brewlo", "it")} == {
        ("a", "review_title"),
        ("c", "review"),
    }


def test_one_word_of_praise_tells_too_little() -> None:
    product = a_product(["It is beautiful.", "The handle stays cool and the lid shuts tightly."])
    quotes = {"r1": "It is beautiful", "r2": "The handle stays cool and the lid shuts tightly"}
    voices = voices_of(product, a_reading(product, {"handle": [a_point(product, "good", "+", quotes)]}))
    assert {voice.span.source_id for voice in voices} == {"r1", "r2"}
    assert [voice.span.source_id for voice in praise_of(product, voices, "Brewlo", "it")] == ["r2"]
