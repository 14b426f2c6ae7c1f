"""Turns of phrase are found where they stand."""

import pytest

from triptych.english.phrases import PhraseBook


@pytest.mark.parametrize(
    ("phrase", "text", "found"),
    [
        ("daylight robbery", "this is daylight robbery", [(2, 4)]),
        ("broke|snapped off", "it snapped off", [(1, 3)]),
        ("keeps * dry", "keeps my feet dry", [(0, 4)]),
        ("keeps * dry", "keeps dry", [(0, 2)]),
        ("keeps * dry", "keeps my very big feet dry", []),
        ("woke up * pain", "woke up without pain", []),
        ("loud", "so loud", [(1, 2)]),
        ("a b c", "a b", []),
    ],
)
def test_a_phrase_is_found(phrase: str, text: str, found: list[tuple[int, int]]) -> None:
    book: PhraseBook[str] = PhraseBook()
    book.add(phrase, "meaning")
    words = text.split()
    assert [(start, end) for start, end, _ in book.found_in(words, words)] == found


def test_a_word_matches_by_its_dictionary_form() -> None:
    book: PhraseBook[int] = PhraseBook()
    book.add("leak everywhere", 1)
    book.add("zip stick", 2)
    assert list(book.found_in(["it", "leaks", "everywhere"], ["it", "leak", "everywhere"])) == [(1, 3, 1)]
    assert list(book.found_in(["zip", "sticks"], ["zip", "stick"])) == [(0, 2, 2)]
