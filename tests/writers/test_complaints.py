"""Each reviewer's complaint once: what the reading hears, else the title, else how an upset review begins."""

import pytest

from briefed import a_point, a_product, a_reading
from triptych.records import Product, Review
from triptych.writers._complaints import complaints_of
from triptych.writers._phrases import quoted
from triptych.writers._voices import Voice, stems_of


def reviewed(*reviews: tuple[str | None, str, float | None]) -> Product:
    """A kettle with reviews of these titles, texts and stars."""
    rows = [Review(id=f"r{n}", title=title, text=text, stars=stars) for n, (title, text, stars) in enumerate(reviews)]
    return a_product([]).model_copy(update={"reviews": tuple(rows)})


def complaints(product: Product, quotes: dict[str, str] | None = None, known: str = "") -> list[Voice]:
    points = {"lid": [a_point(product, "lid", "-", quotes)]} if quotes else {}
    found = complaints_of(product, a_reading(product, points), stems_of(known), "it")
    assert all(voice.span.resolves_in(product) for voice in found)
    return list(found)


def test_of_a_sentence_only_what_is_wrong_is_told() -> None:
    short = "The lid broke, but the shop sent a new one."
    long = "I bought this kettle for my sister who lives in the hills last winter, the lid is useless and broke."
    product = reviewed((None, short, 4.0), (None, long, 4.0))
    said = {
        v.span.source_id: quoted(v.span) for v in complaints(product, {"r0": "The lid broke", "r1": long.rstrip(".")})
    }
    assert said["r0"] == "“The lid broke”"
    assert said["r1"].startswith("“the lid is useless")


def test_a_reviewer_complains_once_and_dangers_come_first() -> None:
    product = reviewed(
        ("Bad lid", "The lid broke. The lid leaks badly.", 2.0), (None, "It gave me an electric shock, terrible.", 4.0)
    )
    points = [
        a_point(product, "lid", "-", {"r0": "The lid broke"}),
        a_point(product, "leak", "-", {"r0": "The lid leaks badly"}),
        a_point(product, "shock", "-", {"r1": "It gave me an electric shock, terrible"}),
    ]
    found = complaints_of(product, a_reading(product, {"lid": points}), set(), "it")
    assert [voice.span.source_id for voice in found] == ["r1", "r0"]


@pytest.mark.parametrize(
    ("title", "stars", "is_told"),
    [
        ("The lid is not secure", None, True),
        ("The lid is not secure", 5.0, False),
        ("Very bad", 1.0, False),
        ("Worst product ever, waste of money", 1.0, False),
    ],
)
def test_a_title_is_told_where_nothing_was_heard_and_it_names_a_fault(
    title: str, stars: float | None, is_told: bool
) -> None:
    found = complaints(reviewed((title, "I use it daily.", stars)), known="very bad")
    assert [quoted(voice.span) for voice in found] == [f"“{title}”"] * is_told


def test_of_an_upset_review_that_was_not_understood_the_worst_sentence_is_quoted() -> None:
    bad = "the lid broke after a week and water leaks on the table every single morning i am tired of it"
    found = complaints(reviewed((None, bad, 1.0), (None, "the spout is broken", 2.0)))
    said = {voice.span.source_id: quoted(voice.span) for voice in found}
    assert said["r0"].startswith("“the lid broke after a week")
    assert "tired" not in said["r0"]
    assert said["r1"] == "“the spout is broken”"


def test_mild_complaints_are_told_and_wishes_are_none() -> None:
    mild, wish = "It is a little heavier than a plastic one.", "Wish I had bought two."
    product = reviewed((None, mild, 5.0), (None, wish, 5.0))
    assert [v.span.text for v in complaints(product, {"r0": mild.rstrip("."), "r1": wish.rstrip(".")})] == [
        mild.rstrip(".")
    ]


def test_who_gave_the_fewest_stars_comes_first_and_what_the_shop_did_is_not_told() -> None:
    texts = ["The lid is useless.", "The seller sent a useless lid.", "The spout is useless."]
    product = reviewed(*((None, text, stars) for text, stars in zip(texts, (4.0, 1.0, 2.0), strict=True)))
    quotes = {f"r{n}": text.rstrip(".") for n, text in enumerate(texts)}
    assert [voice.span.source_id for voice in complaints(product, quotes)] == ["r2", "r0"]


@pytest.mark.parametrize(
    ("text", "is_told"),
    [
        ("My only complaint is that the cord is short.", True),
        ("Cons: the cord is short.", True),
        ("It is not too heavy to carry around the house.", False),
        ("The only thing I love more is my cat at home.", False),
        ("It takes a little water and a little time.", False),
    ],
)
def test_what_a_happy_reviewer_calls_a_complaint_is_one(text: str, is_told: bool) -> None:
    found = complaints(reviewed((None, text, 5.0)))
    assert [voice.span.text in text.removeprefix("Cons: ") for voice in found] == [True] * is_told


def test_what_others_mind_too_comes_first() -> None:
    texts = ["The spout is a bit narrow.", "The lid is a bit flimsy.", "The lid is slightly rough."]
    found = complaints(reviewed(*((None, text, 4.0) for text in texts)))
    assert [voice.span.source_id for voice in found] == ["r1", "r2", "r0"]


@pytest.mark.parametrize(
    "text",
    [
        "The hinge hasn't broken and the lid is not weak.",
        "I bought this kettle to replace one that stopped working.",
        "The first one lasted for years before the lid broke.",
        "Superb kettle, when the lid broke they sent me another.",
        "You cannot find a better kettle for the price.",
        "The lid of that one was not even close to this.",
        "The lid is not too big and the cord not too short.",
        "The spout is okay for this price.",
        "Some people say the spout is noisy.",
    ],
)
def test_denied_faults_and_those_of_an_older_one_are_no_complaints(text: str) -> None:
    assert list(complaints(reviewed((None, text, 2.0)), {"r0": text.rstrip(".")})) == []


def test_what_fails_comes_before_what_is_only_a_little_off() -> None:
    texts = ["The cord is a little short.", "The switch stopped working."]
    found = complaints(reviewed(*((None, text, 3.0) for text in texts)), {f"r{n}": t[:-1] for n, t in enumerate(texts)})
    assert [voice.span.source_id for voice in found] == ["r1", "r0"]


def test_a_happy_review_complains_only_in_words_that_blame() -> None:
    text = "The cord does not move and the base stays put"
    for stars, is_told in ((5.0, False), (None, True)):
        found = complaints(reviewed((None, f"{text}.", stars)), {"r0": text})
        assert [voice.span.source_id for voice in found] == ["r0"] * is_told


@pytest.mark.parametrize("text", ["not so extreme", "no matter how many times you tighten the screws"])
def test_what_says_nothing_of_anything_that_is_named_is_no_complaint(text: str) -> None:
    assert complaints(reviewed((None, text, 1.0))) == []


def test_what_was_put_right_is_no_complaint_and_what_is_said_beside_another_is_not_cut() -> None:
    assert complaints(reviewed((None, "The lid was broken. They sent a new one and my issue is solved.", 2.0))) == []
    beside = complaints(reviewed((None, "little costly and heavy lid as compared to the big one", 2.0)))
    assert all(voice.span.text.endswith("the big one") for voice in beside)
