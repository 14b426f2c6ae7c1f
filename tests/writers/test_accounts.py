"""Accounts: whole sentences on what several reviewers tell of."""

import pytest

from briefed import a_product, a_reading
from triptych.writers._accounts import accounts_of

OTHER = "It brews strong coffee and keeps tea hot."


def told(text: str, stars: float | None = None, it: str = "it") -> list[str]:
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
    assert told(text) == reported


def test_what_people_call_they_is_quoted_where_its_owner_speaks() -> None:
    assert told("I use them to brew strong coffee at work.", it="they") == [
        "“I use them to brew strong coffee at work”"
    ]


def test_who_is_content_has_nothing_against_it() -> None:
    bad = "The tea that it brews is terrible and the coffee is bitter."
    assert told(bad, stars=1.0) == ["that the tea that it brews is terrible and the coffee is bitter"]
    assert told(bad, stars=5.0) == []
