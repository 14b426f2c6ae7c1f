"""The central point comes first, dissent beside it; nothing is quoted twice and nothing padded."""

from briefed import a_brief, a_point, a_product, a_reading
from triptych.records import count_words
from triptych.writers._opinion import MOST, compose_opinion

PRODUCT = a_product(
    ["It boils fast. It leaks.", "Boils so quickly.", "Fast boil, never leaked.", "The lid came loose."],
    average_rating=4.2,
    rating_count=1250,
)
FAST = a_point(PRODUCT, "boils fast", "+", {"r1": "It boils fast", "r2": "Boils so quickly", "r3": "Fast boil"})
LEAKS = a_point(PRODUCT, "leaks", "-", {"r1": "It leaks"})
DRY = a_point(PRODUCT, "never leaked", "+", {"r3": "never leaked"})
LID = a_point(PRODUCT, "lid came loose", "-", {"r4": "The lid came loose"})
READING = a_reading(PRODUCT, {"leaking": [LEAKS, DRY], "speed": [FAST], "lid": [LID]})


def test_what_most_say_comes_first_with_its_count() -> None:
    text = compose_opinion(a_brief(PRODUCT, READING)).text
    assert text.startswith("Three of 4 reviewers of the Brewlo Hush say it boils fast")
    assert "Shoppers rate it 4.2 stars on average, in 1,250 ratings." in text


def test_single_voices_are_told_as_such() -> None:
    text = compose_opinion(a_brief(PRODUCT, READING)).text
    assert "“The lid came loose”" in text
    assert "single reviewer" in text.lower()


def test_no_rating_is_not_mentioned() -> None:
    product = PRODUCT.model_copy(update={"average_rating": None, "rating_count": None})
    assert "rate" not in compose_opinion(a_brief(product, READING)).text


def test_nothing_to_tell_is_said_in_a_sentence() -> None:
    bare = a_product([])
    assert compose_opinion(a_brief(bare, a_reading(bare, {}))).text == "The Brewlo Hush has no reviews yet."
    one = a_product(["Arrived."])
    assert "holds no clear opinion" in compose_opinion(a_brief(one, a_reading(one, {}))).text


def test_much_said_is_kept_to_the_limit_and_claims_fit() -> None:
    texts = [f"Part number {n} works very well for me every single day here" for n in range(60)]
    product = a_product([". ".join(texts)] * 2)
    points = {
        f"part {n}": [a_point(product, f"part number {n} works well", "+", {"r1": text, "r2": text})]
        for n, text in enumerate(texts)
    }
    opinion = compose_opinion(a_brief(product, a_reading(product, points)))
    assert 225 <= count_words(opinion.text) <= MOST
    assert all(opinion.text[c.start : c.end] == c.text for c in opinion.claims)
