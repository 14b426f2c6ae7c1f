"""Reviews that repeat another one with small changes."""

import pytest

from triptych.aspects import read_product
from triptych.aspects._copies import find_copies
from triptych.records import Product, Review

FIRST = "Ran two hours in proper Manchester rain and my base layer was dry when I peeled it off. Weighs nothing."


@pytest.mark.parametrize(
    "copy",
    [
        "ran 2 hours in proper manchester rain, my base layer was dry when I peeled it off! weighs nothing",
        "Ran two hours in proper Manchester rain and my base layer was dry when I peeled it off. Weighs nothing, yes.",
    ],
)
def test_a_copy_with_small_changes_is_told(copy: str) -> None:
    assert find_copies([FIRST, copy]) == {1}


@pytest.mark.parametrize(
    "other",
    [
        "Ran three hours in proper Manchester rain and my base layer was dry when I peeled it off. Weighs nothing.",
        "Ran two hours in proper rain and my socks were soaked, my base layer too. It weighs next to nothing though.",
        "Weighs nothing.",
    ],
)
def test_other_numbers_other_words_and_a_few_words_are_no_copy(other: str) -> None:
    assert find_copies([FIRST, other]) == frozenset()


def test_short_sentences_of_two_people_are_no_copies() -> None:
    assert find_copies(["The sound is great, I like it", "The sound is great, I love it"]) == frozenset()


def test_the_first_of_several_counts() -> None:
    assert find_copies(["something else", FIRST, FIRST + " Yes.", FIRST + " No."]) == {2, 3}


def test_texts_of_one_form_are_told_apart() -> None:
    form = "We thank you for the order and hope that you are happy with it; the customer writes:"
    letters = "abcdefghijklmnopqrstuvwxyz"
    ends = [" ".join(f"{a}{b}{c}" for c in letters) for a in letters for b in letters[:8]]
    assert find_copies(f"{form} {end}" for end in ends) == frozenset()


def test_copies_are_counted_and_set_aside() -> None:
    texts = (FIRST, FIRST.replace("two", "2").replace(" and", ","), "The hood is great.")
    reviews = tuple(Review(id=str(n), text=text) for n, text in enumerate(texts))
    reading = read_product(Product(id="p", title="Acme Jacket", reviews=reviews))
    assert reading.reviewers == 2
    assert reading.set_aside == {"duplicate": 1}
