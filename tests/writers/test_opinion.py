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


CLEAN = ["It is easy to clean.", "So easy to clean!", "Easy to clean.", "It is easy to clean every day.", "Love it."]


def test_what_many_say_is_told_once_with_their_number() -> None:
    product = a_product(CLEAN)
    opinion = compose_opinion(a_brief(product, a_reading(product, {})))
    said = "Five reviewers write about the Brewlo Hush: at least three find it easy to clean."
    assert said in opinion.text
    (claim,) = [claim for claim in opinion.claims if claim.text == said]
    assert {span.source_id for span in claim.evidence if span.source == "review"} == {"r1", "r2", "r3", "r4"}


def test_who_says_the_contrary_is_heard_beside_it() -> None:
    product = a_product([*CLEAN, "It is hard to clean."])
    loud = a_point(product, "hard to clean", "-", {"r6": "It is hard to clean"})
    text = compose_opinion(a_brief(product, a_reading(product, {"cleaning": [loud]}))).text
    assert "at least three find it easy to clean; but one says that it is hard to clean." in text


def test_a_complaint_that_reads_well_is_quoted_as_it_stands() -> None:
    said = "it stopped working after 9 months of daily use"
    product = a_product([said, "It boils fast."])
    dead = a_point(product, "stopped working", "-", {"r1": said})
    text = compose_opinion(a_brief(product, a_reading(product, {"reliability": [dead]}))).text
    assert "stopped working after 9 months of daily use”" in text


def test_praise_is_told_in_the_words_of_reviewers() -> None:
    texts = ["The basket steams green vegetables nicely.", "The lid is easy to open."]
    product = a_product(texts)
    text = compose_opinion(a_brief(product, a_reading(product, {}))).text
    assert "“The basket steams green vegetables nicely”" in text
    assert "that the lid is easy to open" in text


def test_single_complaints_are_told_as_such() -> None:
    text = compose_opinion(a_brief(PRODUCT, READING)).text
    assert "Opinions differ on leaks: it is said not to leak, but also to leak." in text
    assert "A complaint is that the lid came loose." in text


def test_no_rating_is_not_mentioned() -> None:
    product = PRODUCT.model_copy(update={"average_rating": None, "rating_count": None})
    assert "rate" not in compose_opinion(a_brief(product, READING)).text


def test_nothing_to_tell_is_said_in_a_sentence() -> None:
    bare = a_product([])
    assert compose_opinion(a_brief(bare, a_reading(bare, {}))).text == "The Brewlo Hush has no reviews yet."
    one = a_product(["Arrived."])
    assert "hold no clear opinion" in compose_opinion(a_brief(one, a_reading(one, {}))).text


def test_much_said_is_kept_to_the_limit_and_claims_fit() -> None:
    parts = ["lid", "handle", "spout", "base", "cord", "switch", "display", "filter", "strap", "button", "cover"]
    parts += ["hinge", "case", "cable", "screen", "motor"]
    verbs = ["bends", "closes", "fits", "folds", "glows", "grips", "hums", "locks", "moves", "opens", "pours", "rests"]
    verbs += ["slides", "spins", "tilts", "turns"]
    texts = [
        f"The {part} is very easy to open and {verb} well after {n + 2} months"
        for n, (part, verb) in enumerate(zip(parts, verbs, strict=True))
    ]
    product = a_product([". ".join(texts), ". ".join(f"Very comfortable {part}" for part in parts)])
    points = {
        part: [a_point(product, part, "+", {"r1": text, "r2": f"Very comfortable {part}"})]
        for part, text in zip(parts, texts, strict=True)
    }
    opinion = compose_opinion(a_brief(product, a_reading(product, points)))
    assert 30 <= count_words(opinion.text) <= MOST
    assert all(opinion.text[c.start : c.end] == c.text for c in opinion.claims)


def test_a_thing_that_nobody_judges_is_no_theme() -> None:
    product = a_product(["The husband likes it a lot.", "My husband likes the handle."])
    point = a_point(product, "husband", "+", {"r1": "The husband likes it a lot", "r2": "My husband likes the handle"})
    assert "husband pleases" not in compose_opinion(a_brief(product, a_reading(product, {"husband": [point]}))).text


def test_it_ends_with_whom_it_suits() -> None:
    product = a_product([f"I love it. {text} It looks good." for text in CLEAN], final_price="29.99")
    text = compose_opinion(a_brief(product, a_reading(product, {}))).text
    assert text.endswith("At $29.99 it suits whoever wants a kettle that looks good and is easy to clean.")


def test_where_nearly_as_many_say_the_contrary_they_differ() -> None:
    product = a_product([*CLEAN[:3], "The spout is hard to clean.", "It was a pain to clean, awful."])
    bad = {"r4": "The spout is hard to clean", "r5": "It was a pain to clean, awful"}
    loud = a_point(product, "hard to clean", "-", bad)
    text = compose_opinion(a_brief(product, a_reading(product, {"cleaning": [loud]}))).text
    assert "Opinions differ on cleaning: at least two say that it is easy to clean, at least two that" in text


def test_blame_in_the_words_of_praise_is_told() -> None:
    texts = ["The lid fits perfectly on the pot.", "The lid did not fit on the pot.", "I love it.", "Love this kettle."]
    product = a_product(texts)
    good = a_point(product, "fits", "+", {"r1": "The lid fits perfectly on the pot"})
    bad = a_point(product, "does not fit", "-", {"r2": "The lid did not fit on the pot"})
    text = compose_opinion(a_brief(product, a_reading(product, {"lid": [good, bad]}))).text
    assert "that the lid did not fit on the pot" in text


def test_where_most_are_unhappy_the_complaints_come_first() -> None:
    texts = [
        "The lid leaks and I hate it.",
        "The lid leaks. Awful.",
        "The lid leaks, a bad kettle.",
        "It is easy to clean.",
    ]
    product = a_product(texts)
    reviews = tuple(
        r.model_copy(update={"stars": stars}) for r, stars in zip(product.reviews, (1, 1, 1, 5), strict=True)
    )
    product = product.model_copy(update={"reviews": reviews})
    leaks = a_point(product, "leaks", "-", {f"r{n}": "The lid leaks" for n in (1, 2, 3)})
    text = compose_opinion(a_brief(product, a_reading(product, {"leaking": [leaks]}))).text
    assert text.startswith("Reviewers are mostly unhappy with the Brewlo Hush: three of the 4 give it one or two stars")
    assert text.index("leaks") < text.index("On the plus side, reviewers note that it is easy to clean.")
    assert text.endswith("better look elsewhere.")
