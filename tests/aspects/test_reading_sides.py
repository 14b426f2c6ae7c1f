"""On which side, and of which aspect, a reviewer is heard whose words mislead."""

import pytest

from triptych.aspects import read_product
from triptych.records import Product, Review


def leanings(*texts: str, stars: float | None = None, category: str = "") -> dict[str, str]:
    """Aspect to positive, negative or neutral, of a product of this category."""
    reviews = tuple(Review(id=str(n), text=text, stars=stars) for n, text in enumerate(texts, start=1))
    product = Product(id="p", title="Acme Thing", category=category or None, reviews=reviews)
    return {aspect.name: aspect.sentiment.removeprefix("very ") for aspect in read_product(product).aspects}


@pytest.mark.parametrize(
    ("text", "category", "aspect", "sentiment"),
    [
        ("I stopped carrying the charger.", "laptops", "battery life", "positive"),
        ("My old one took an age, this is done before I sit down.", "kettles", "speed", "positive"),
        ("A tube would have been so much smarter.", "face creams", "packaging", "negative"),
        ("Such hardware deserves better firmware.", "headphones", "app", "negative"),
        ("Great shoe at this price.", "shoes", "price", "positive"),
        ("The handle is stiff as well.", "kettles", "handle", "negative"),
    ],
)
def test_a_reviewer_is_heard_on_the_right_side(text: str, category: str, aspect: str, sentiment: str) -> None:
    assert leanings(text, category=category)[aspect] == sentiment


def test_what_is_missing_is_a_complaint() -> None:
    heard = leanings("No lumbar support.", stars=4, category="office chairs")
    assert heard["back support"] == "negative"


def test_a_wish_does_not_reach_past_its_comma() -> None:
    heard = leanings("Wish it had a light, the strap is soft.", category="backpacks")
    assert heard["strap"] == "positive"


@pytest.mark.parametrize(
    ("text", "category", "absent"),
    [
        ("Breathes well on hot nights.", "tents", "temperature"),
        ("Do not put your full weight on the footrest.", "office chairs", "weight"),
        ("The case shakes like a loose tooth.", "earphones", "tooth"),
        ("The battery drains quickly on calls.", "earphones", "call quality"),
        ("It makes a lovely smoothie.", "blenders", "noise"),
        ("It does work.", "face creams", "effectiveness"),
        ("I took three calls today.", "earphones", "customer service"),
        ("The red turned out pink.", "jackets", "stability"),
        ("Charge lasts a week.", "phones", "charging"),
        ("Other brands have bad zippers.", "backpacks", "zipper"),
    ],
)
def test_what_is_said_of_something_else_is_not_heard(text: str, category: str, absent: str) -> None:
    assert absent not in leanings(text, category=category)


def test_a_small_jar_is_little_of_what_is_in_it() -> None:
    assert leanings("A tiny pot.", category="face creams")["size"] == "negative"


def test_one_word_about_another_kind_of_thing_lets_no_phrases_in() -> None:
    texts = ("It says gentle, so that's fun, it burned.", "Love it for mornings.")
    assert "fun" not in leanings(*texts, category="face creams")
    assert "fun" in leanings(*texts, category="board games")


def test_light_is_a_quality_of_what_is_no_lamp() -> None:
    heard = leanings("Light as a sock.", "Light, quick, pretty.", "They feel light.", category="running shoes")
    assert heard["weight"] == "positive"
    assert "light" not in heard


def test_putting_furniture_together_is_assembly_in_whatever_words() -> None:
    assert "assembly" in leanings("Setup was easy.", category="office chairs")
    assert "setup" in leanings("Setup was easy.", category="printers")


def test_what_is_said_of_another_product_is_not_quoted() -> None:
    texts = ("My old cream stings.", "Gentle.", "Gentle on my cheeks.")
    reviews = tuple(Review(id=str(n), text=text) for n, text in enumerate(texts))
    reading = read_product(Product(id="p", title="Acme Thing", category="face creams", reviews=reviews))
    gentleness = next(aspect for aspect in reading.aspects if aspect.name == "gentleness")
    assert (gentleness.reviewers.for_, gentleness.reviewers.against) == (2, 0)
    assert {quote.source_id for quote in gentleness.quotes} == {"1", "2"}
