"""What reviewers tell for a product and against it: whose words, which of them, in what order, and what is not told."""

import pytest

from briefed import a_product, a_reading
from triptych.needs.excerpts import Excerpts
from triptych.records import Product, Review
from triptych.writers._tellings import tellings_of
from triptych.writers._voices import Voice, stems_of

Told = tuple[str | None, str, float | None]


def reviewed(*reviews: Told) -> Product:
    """A kettle with reviews of these titles, texts and stars."""
    rows = [Review(id=f"r{n}", title=title, text=text, stars=stars) for n, (title, text, stars) in enumerate(reviews)]
    return a_product([]).model_copy(update={"reviews": tuple(rows)})


def told(*reviews: Told, known: str = "") -> tuple[tuple[Voice, ...], tuple[Voice, ...]]:
    """The praise and the complaints of some reviews of a kettle."""
    product = reviewed(*reviews)
    found = tellings_of(Excerpts(product, a_reading(product, {})), stems_of(known), "it")
    assert all(voice.span.resolves_in(product) for side in found for voice in side)
    return found


def praise(*reviews: Told) -> list[str]:
    return [voice.span.text for voice in told(*reviews)[0]]


def complaints(*reviews: Told, known: str = "") -> list[str]:
    return [voice.span.text for voice in told(*reviews, known=known)[1]]


def test_a_remark_is_told_without_what_is_said_beside_it() -> None:
    text = "I bought it in May. The handle stays cool and it is very easy to clean. Thanks to the seller."
    found = praise((None, text, 5.0))
    assert any("easy to clean" in one for one in found)
    assert all("seller" not in one and "bought" not in one for one in found)


def test_praise_and_complaint_of_one_sentence_are_told_apart() -> None:
    text = "The handle is very comfortable to hold but the lid broke after two days."
    good, bad = told((None, text, 3.0))
    assert [voice.span.text for voice in good] == ["The handle is very comfortable to hold"]
    assert [voice.span.text for voice in bad] == ["the lid broke after two days"]


@pytest.mark.parametrize(
    "text", ["Very good product, value for money.", "The delivery was very fast and the seller was helpful."]
)
def test_empty_praise_and_that_of_the_shop_is_not_told(text: str) -> None:
    assert praise((None, text, 5.0)) == []


@pytest.mark.parametrize("text", ["Worst product ever, waste of money.", "The seller sent a wrong colour."])
def test_empty_blame_and_that_of_the_shop_is_not_told(text: str) -> None:
    assert complaints((None, text, 1.0)) == []


def test_every_reviewer_is_heard_before_one_is_heard_again() -> None:
    first = "The lid is very easy to open. It is very easy to clean."
    second = "Very comfortable handle."
    who = [voice.span.source_id for voice in told((None, first, 5.0), (None, second, 5.0))[0]]
    assert set(who[:2]) == {"r0", "r1"}
    assert len(who) > 2


def test_dangers_come_first() -> None:
    found = told((None, "The lid broke. The spout drips.", 2.0), (None, "I got an electric shock from it.", 4.0))[1]
    assert found[0].span.source_id == "r1"


def test_what_fails_comes_before_what_is_only_a_little_off() -> None:
    found = told((None, "The handle is a bit small.", 3.0), (None, "The switch stopped working.", 3.0))[1]
    assert [voice.span.source_id for voice in found] == ["r1", "r0"]


def test_what_others_mind_too_comes_first() -> None:
    texts = ["The spout is a bit narrow.", "The lid is a bit flimsy.", "The lid is slightly rough."]
    found = told(*((None, text, 4.0) for text in texts))[1]
    assert [voice.span.source_id for voice in found] == ["r1", "r2", "r0"]


@pytest.mark.parametrize(
    ("title", "stars", "is_told"),
    [("The lid is not secure", 2.0, True), ("The lid is not secure", 5.0, False), ("Very bad", 1.0, False)],
)
def test_a_title_is_told_where_it_names_a_fault(title: str, stars: float, is_told: bool) -> None:
    assert complaints((title, "I use it daily.", stars)) == [title] * is_told


@pytest.mark.parametrize(
    "text", ["My only complaint is that the handle gets very hot.", "Cons: the handle gets very hot."]
)
def test_what_leads_a_complaint_in_is_left_out(text: str) -> None:
    assert complaints((None, text, 4.0)) == ["the handle gets very hot"]


@pytest.mark.parametrize(
    "text",
    [
        "The hinge hasn't broken and the lid is not weak.",
        "It is not too heavy to carry around the house.",
        "You cannot find a better kettle for the price.",
        "The lid is not too big and the cord not too short.",
        "No leaks, no bad smell.",
    ],
)
def test_denied_faults_are_no_complaints(text: str) -> None:
    assert complaints((None, text, 4.0)) == []


def test_what_cannot_be_read_or_asks_is_not_told() -> None:
    assert complaints((None, "Why is the lid so weak?", 2.0)) == []
    assert complaints((None, "the lidd iz verry looose nd brokan", 2.0)) == []


def test_the_same_words_of_several_are_told_once() -> None:
    assert complaints((None, "The lid leaks badly.", 2.0), (None, "the lid leaks badly", 2.0)) in (
        ["The lid leaks badly"],
        ["the lid leaks badly"],
    )


def test_a_danger_is_told_whole() -> None:
    text = "It had one major, or rather fatal, issue. You can't hold it without getting an electric shock."
    assert all(not found.endswith("fatal") for found in complaints((None, text, 2.0)))
    assert any("shock" in found for found in complaints((None, text, 2.0)))


def test_a_contented_reviewer_has_no_title_that_complains() -> None:
    text = "Overall the product is really good, works great, please go for it."
    assert complaints(("Screws are available under the lower foam", text, None)) == []


def test_a_headline_that_is_no_complaint_is_not_told() -> None:
    text = "Works properly now that I moved the receiver to another port."
    assert complaints(("To avoid lag, plug into a port without neighbours", text, 4.0)) == []


def test_what_stands_under_pros_is_no_complaint() -> None:
    assert complaints((None, "Pros: low battery indicator. Cons: the handle gets very hot.", 3.0)) == [
        "the handle gets very hot"
    ]
