"""Terms and polarities of single sentences."""

import pytest

from triptych.aspects import aspects_in, facet_of, find_generic, find_terms, polarities_of


def terms(text: str, generic: frozenset[str] = frozenset()) -> dict[str, str]:
    """Term to side."""
    return {term.text: term.polarity.removeprefix("very ") for term in find_terms(text, generic)}


def test_terms_of_one_word_and_of_many() -> None:
    text = "The battery life is great, but the customer service was rude and the price is high."
    assert terms(text) == {"battery life": "positive", "customer service": "negative", "price": "negative"}


def test_offsets_are_those_of_the_text() -> None:
    text = "  Nice <b>screen</b>, awful keyboard!"
    for term in find_terms(text):
        assert text[term.start : term.end] == term.text


def test_verbs_that_stand_for_an_aspect() -> None:
    assert terms("Very easy to use and reasonably priced.") == {"use": "positive", "priced": "positive"}


def test_generic_nouns_are_found_by_their_use() -> None:
    texts = [
        "I love this widget.",
        "This widget is great.",
        "My widget broke.",
        "This widget is fine",
        "The lever is stiff.",
    ]
    generic = find_generic(texts)
    assert "widget" in generic
    assert "lever" not in generic
    assert terms("The widget has a stiff lever", generic) == {"lever": "negative"}


def test_given_places_get_a_polarity_only() -> None:
    text = "The food was delicious but the waiter was rude."
    assert polarities_of(text, [(4, 8), (31, 37)]) == ["very positive", "very negative"]


def test_a_place_outside_all_words_is_neutral() -> None:
    assert polarities_of("Good.   ", [(6, 8)]) == ["neutral"]
    assert polarities_of("", []) == []


def test_no_text_has_no_terms() -> None:
    assert find_terms("") == ()
    assert find_terms("... !!! 😀") == ()


@pytest.mark.parametrize(
    ("text", "aspect"),
    [
        ("Battery Life", "battery life"),
        ("good battery backup", "battery life"),
        ("sweat proof", "water resistance"),
        ("not too loud", "noise"),
        ("office calls", "call quality"),
        ("easy to clean", "cleaning"),
    ],
)
def test_words_that_name_or_imply_an_aspect(text: str, aspect: str) -> None:
    assert aspects_in(text)[0] == aspect


def test_words_that_speak_of_none() -> None:
    assert aspects_in("gym") == ()
    assert aspects_in("") == ()


@pytest.mark.parametrize(("name", "facet"), [("setup", "setup"), ("assembly", "setup"), ("gunk", None)])
def test_what_a_name_of_a_reading_stands_for(name: str, facet: str | None) -> None:
    assert facet_of(name) == facet
