"""Sayings: clauses that can be reported, and complaints without what is said beside them."""

import pytest

from briefed import a_point, a_product, a_reading, span
from triptych.records import Direction, Review
from triptych.writers._sayings import accounts_of, is_reportable, sayings_of

OTHER = "It brews strong coffee and keeps tea hot."


def told(text: str, direction: Direction = "+", pronoun: str = "it") -> list[str]:
    """What is told of a review that is read as praise or blame of a lid as a whole."""
    product = a_product([text])
    reading = a_reading(product, {"lid": [a_point(product, text, direction, {"r1": text})]})
    return [voice.told for voice in sayings_of(product, reading, pronoun)]


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        ("The lid closes tightly and well.", ["that the lid closes tightly and well"]),
        ("It keeps my tea nice and hot all day.", ["that it keeps their tea nice and hot all day"]),
        ("Lid stays firmly closed and looks great.", ["that the lid stays firmly closed and looks great"]),
        ("I like tea, and the lid is easy to open.", ["that the lid is easy to open"]),
        ("the lid is easy to open", ["“the lid is easy to open”"]),
        ("They keep tea nice and hot.", []),
        ("I love the lid so much.", []),
        ("The lid would be great in blue.", []),
        ("If it rains the lid is great.", []),
        ("The lid is great but it leaks.", []),
        ("The lid, spout and handle is great.", ["“The lid, spout and handle is great”"]),
        ("The lid closss tighly and welll.", []),
        ("The lid is easy to use pouring was great.", ["“The lid is easy to use pouring was great”"]),
        ("The lid was.", []),
    ],
)
def test_clauses_that_take_only_a_pronoun_are_reported(text: str, reported: list[str]) -> None:
    assert told(text) == reported


def test_a_pair_is_told_of_as_they() -> None:
    assert told("They fit well and look great.", pronoun="they") == ["that they fit well and look great"]
    assert told("It looks really great.", pronoun="they") == []


def test_two_clauses_behind_a_comma_are_two_sayings() -> None:
    assert told("The lid is easy to open, the spout is really great.") == [
        "that the lid is easy to open",
        "that the spout is really great",
    ]


def test_what_is_heard_both_ways_is_not_told() -> None:
    product = a_product(["The lid is easy to open."])
    points = [a_point(product, "lid", side, {"r1": "The lid is easy to open"}) for side in ("+", "-")]
    assert sayings_of(product, a_reading(product, {"lid": points}), "it") == ()


def test_the_well_written_comes_first() -> None:
    product = a_product(["the lid is easy to open", "The spout is easy to clean."])
    points = {
        "lid": [a_point(product, "lid", "+", {"r1": "the lid is easy to open"})],
        "spout": [a_point(product, "spout", "+", {"r2": "The spout is easy to clean"})],
    }
    assert [voice.aspect for voice in sayings_of(product, a_reading(product, points), "it")] == ["spout", "lid"]


def test_praise_without_content_is_no_saying() -> None:
    assert told("It is a really great product.") == [] and told("Best kettle.") == []


def test_a_short_sentence_without_a_subject_is_quoted() -> None:
    assert told("Works well for basic use.") == ["“Works well for basic use”"]
    assert told("Because of the lid.") == []
    assert told("Broke after one bad week.", "-") == ["“Broke after one bad week”"]


def test_titles_of_the_content_are_sayings() -> None:
    title, text = "Very easy to clean and pour", "I use it daily, and so does my sister."
    reviews = tuple(Review(id=f"r{stars}", title=title, text=text, stars=float(stars)) for stars in (5, 2))
    product = a_product([]).model_copy(update={"reviews": reviews})
    found = sayings_of(product, a_reading(product, {}), "it")
    assert [(voice.span.source_id, voice.span.source) for voice in found] == [("r5", "review_title")]


@pytest.mark.parametrize(
    ("text", "clause", "is_told"),
    [
        ("I like tea, but the lid does not close.", "the lid does not close", True),
        ("I like tea, but the lid does not close.", "lid does not close", False),
        ("i like tea, but the lid does not close", "the lid does not close", False),
    ],
)
def test_a_clause_of_a_tidy_sentence_is_reportable(text: str, clause: str, is_told: bool) -> None:
    product = a_product([text])
    assert is_reportable(span(product, "r1", clause), product.reviews[0], "it") == is_told


def accounts_told(text: str, stars: float | None = None, it: str = "it") -> list[str]:
    """What is told of a review beside another that speaks of the same."""
    product = a_product([text, OTHER])
    first, other = product.reviews
    product = product.model_copy(update={"reviews": (first.model_copy(update={"stars": stars}), other)})
    voices = accounts_of(product, a_reading(product, {}), it)
    return [voice.told for voice in voices if voice.span.source_id == "r1"]


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        ("I use it to brew strong coffee at work.", ["that they use it to brew strong coffee at work"]),
        ("It was great, brews my strong coffee.", ["“It was great, brews my strong coffee”"]),
        ("I went home by bus with my sister.", []),
        ("She loves the strong coffee that it brews.", []),
        ("I give five stars for strong hot coffee.", []),
        ("i lovee teh stronng cofee it brews", []),
    ],
)
def test_only_what_others_tell_of_too_and_reads_alone(text: str, reported: list[str]) -> None:
    assert accounts_told(text) == reported


def test_what_people_call_they_is_quoted_where_its_owner_speaks() -> None:
    assert accounts_told("I use them to brew strong coffee at work.", it="they") == [
        "“I use them to brew strong coffee at work”"
    ]


def test_who_is_content_has_nothing_against_it() -> None:
    bad = "The tea that it brews is terrible and the coffee is bitter."
    assert accounts_told(bad, stars=1.0) == ["that the tea that it brews is terrible and the coffee is bitter"]
    assert accounts_told(bad, stars=5.0) == []
