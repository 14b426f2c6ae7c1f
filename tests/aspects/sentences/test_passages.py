"""What of a sentence can be quoted for a word in it."""

import pytest

from triptych.aspects.sentences._passages import passage
from triptych.aspects.sentences.opinion_words import judge_words
from triptych.english.sentences import sentences_of


@pytest.mark.parametrize(
    ("text", "word", "quoted"),
    [
        ("Great sound, but the hinge snapped after a week.", "hinge", "the hinge snapped after a week."),
        ("The screen is bright and the keyboard feels cheap.", "keyboard", "the keyboard feels cheap."),
        ("The screen is bright and the keyboard feels cheap.", "screen", "The screen is bright"),
        ("It fits well, as long as you wait.", "fits", "It fits well, as long as you wait."),
        ("Good price, my roommate has also ordered.", "price", "Good price, my roommate has also ordered."),
    ],
)
def test_a_quotation_is_whole_and_clean_at_both_ends(text: str, word: str, quoted: str) -> None:
    (sentence,) = sentences_of(text)
    at = sentence.words.index(word)
    start, end = passage(judge_words(sentence), (at, at + 1))
    assert text[start:end] == quoted
