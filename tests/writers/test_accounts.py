"""Accounts: what reviewers tell, as sentences about them."""

import pytest

from briefed import a_product, a_reading, span
from triptych.writers._accounts import Account, accounts_of, grave_remarks, neat_first
from triptych.writers._voices import Voice

OTHER = "It brews strong coffee and keeps tea hot."


def accounts(text: str, it: str = "it") -> list[Account]:
    """What is told of a review beside another that speaks of the same."""
    product = a_product([text, OTHER])
    return [each for each in accounts_of(product, a_reading(product, {}), it) if each.span.source_id == "r1"]


def told(text: str, it: str = "it") -> list[str]:
    """The same as it follows "one"."""
    return [account.does for account in accounts(text, it)]


@pytest.mark.parametrize(
    ("text", "does"),
    [
        ("Also, this kettle fits my small shelf.", "says that the kettle fits their small shelf"),
        ("Lid stays closed in my backpack.", "says that the lid stays closed in their backpack"),
        ("Fits nicely on our narrow kitchen shelf.", "says that it fits nicely on their narrow kitchen shelf"),
        ("My wife takes her tea from it.", "says that their wife takes her tea from it"),
        ("If you travel a lot, this is handy.", "says that if you travel a lot, it is handy"),
    ],
)
def test_a_sentence_is_said_of_its_reviewer(text: str, does: str) -> None:
    assert told(text) == [does]


@pytest.mark.parametrize(
    "text",
    [
        "She loves the strong coffee that it brews.",
        "I use it to brew strong coffee at work.",
        "I give five stars for strong hot coffee.",
        "I went home by bus with my sister.",
        "i lovee teh stronng cofee it brews",
        "Boy am I glad about this kettle!",
        "That makes strong coffee every morning.",
        "It heats water fast, the lid is tight.",
        "Does it brew strong coffee for you?",
        "The seller sent the kettle in a box.",
        "The strongest coffee I ever had at home.",
    ],
)
def test_what_cannot_be_read_alone_or_is_of_something_else_is_passed_over(text: str) -> None:
    assert told(text) == []


def test_of_a_long_sentence_the_clauses_are_told() -> None:
    text = (
        "The base stays cool on my wooden desk even when the water has been boiling for quite some time, "
        "and the blue light under the glass tells everybody in the room that it is done."
    )
    assert told(text) == [
        "says that the base stays cool on their wooden desk even when the water has been boiling for quite some time",
        "says that the blue light under the glass tells everybody in the room that it is done",
    ]


def test_what_may_be_bad_news_is_marked_and_what_tells_most_comes_first() -> None:
    found = accounts("It makes good tea for a whole family. The handle cracked badly near the strong brass hinge.")
    assert {account.span.text: account.is_good for account in found} == {
        "It makes good tea for a whole family": True,
        "The handle cracked badly near the strong brass hinge": False,
    }
    assert found[0].weight > found[1].weight


def test_what_surely_blames_is_a_grave_remark_and_who_speaks_to_the_shop_is_not() -> None:
    texts = ["The hinge broke and the terrible lid leaks.", "Your terrible staff broke the lid.", "The lid is lovely."]
    product = a_product([*texts, "The hinge and the lid are fine."])
    remarks = list(grave_remarks(accounts_of(product, a_reading(product, {}), "it")))
    assert [remark.does for remark in remarks] == ["says that the hinge broke and the terrible lid leaks"]


def test_long_quotations_come_behind_complaints_that_read_well() -> None:
    product = a_product(["the lid it is bad and the cord it is short and all of it is not so good", "It is loud."])
    long, short = (
        Voice(span(product, who, text)) for who, text in (("r1", product.reviews[0].text), ("r2", "It is loud"))
    )
    assert neat_first([long, short]) == [short, long]
