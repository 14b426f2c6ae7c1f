"""Words of a query and their kinds."""

import pytest

from triptych.needs.query_words import is_called, query_words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("steam iron 1200 watt", [("steam iron", "N"), ("1200 watt", "#")]),
        ("mat under 2 kg", [("mat", "N"), ("under 2 kg", "#")]),
        ("mixer 3 jars", [("mixer", "N"), ("3 jars", "#")]),
        ("frames set of 4", [("frames", "N"), ("set of 4", "#")]),
        ("stainless steel kettle", [("stainless steel", "K"), ("kettle", "N")]),
        ("soft toys wet and dry", [("soft toys", "N"), ("wet and dry", "J")]),
        ("study table washable", [("study", "N"), ("table", "N"), ("washable", "J")]),
        (
            "non toxic paint, big enough",
            [("non toxic", "J"), ("paint", "N"), (",", "."), ("big", "J"), ("enough", ".")],
        ),
    ],
)
def test_what_belongs_together_is_one_word(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(word.text, word.kind) for word in query_words(text)] == expected


@pytest.mark.parametrize(
    ("word", "is_name"),
    [
        ("umbrella", True),
        ("umbrellas", True),
        ("wet grinder", True),
        ("inflator", True),
        ("noise", False),
        ("teacher", False),
    ],
)
def test_products_are_called_by_nouns_names_and_what_they_do(word: str, is_name: bool) -> None:
    assert is_called(word) == is_name


@pytest.mark.parametrize(
    ("word", "is_person"), [("men", True), ("sleepers", True), ("slippers", False), ("mats", False)]
)
def test_people_are_listed_or_do_something(word: str, is_person: bool) -> None:
    assert query_words(word)[0].is_person == is_person


@pytest.mark.parametrize(("word", "is_value"), [("wireless", True), ("red", True), ("acoustic", False)])
def test_values_are_what_many_kinds_of_products_may_have(word: str, is_value: bool) -> None:
    assert query_words(word)[0].is_value == is_value
