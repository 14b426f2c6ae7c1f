"""Voices: remarks that are sure, whole, real, and about this product."""

import pytest

from briefed import a_product, span
from triptych.writers._voices import (
    breaks_off,
    called_in,
    called_they,
    is_canned,
    is_of_another,
    is_real,
    names_thing,
    sizes_of,
    stems_of,
    whole_remark,
)


def whole(text: str, remark: str) -> str | None:
    """What is quoted around a remark of a review."""
    found = whole_remark(span(a_product([text]), "r1", remark), text)
    return found.text if found else None


def test_a_remark_is_quoted_with_its_sentence() -> None:
    text = "We like tea. The lid closes well and stays put. Bye."
    assert whole(text, "closes well") == "The lid closes well and stays put."


def test_a_long_sentence_is_cut_to_the_remark_where_it_can_be_read_alone() -> None:
    start = "After many weeks of looking in every shop of our town for something like this, "
    text = f"{start}the spout pours well, and my old mother who is eighty can lift it."
    assert whole(text, "the spout pours well") == "the spout pours well"
    assert whole(text, "can lift it") is None, "nobody knows who"


def test_what_is_taken_back_is_not_quoted() -> None:
    assert whole("The spout pours well but only for a week.", "The spout pours well") is None


@pytest.mark.parametrize(
    "text",
    [
        "I wish the lid closed well.",
        "My friend told me the lid closes well.",
        "Does the lid close well?",
        "The lid closes better on the Stanmark.",
    ],
)
def test_wishes_hearsay_questions_and_other_products_are_passed_over(text: str) -> None:
    product = a_product([text])
    assert not is_real(span(product, "r1", text), stems_of(product.title))


def test_another_size_is_another_product() -> None:
    product = a_product(["My 2 L pot pours well.", "My 1.7 L pot pours well."])
    sizes = sizes_of(product.title)
    assert is_of_another(span(product, "r1", "My 2 L pot pours well"), sizes)
    assert not is_of_another(span(product, "r2", "My 1.7 L pot pours well"), sizes)


def test_where_a_remark_in_words_without_marks_ends_nobody_knows() -> None:
    away = "bought for my sister and of the box with the "
    marked, run_on = away + "the lid shuts tight, she likes it so much", away * 4 + "the lid shuts tight"
    for text, is_known in ((marked, True), (run_on, False)):
        product = a_product([text])
        found = whole_remark(span(product, "r1", "the lid shuts tight"), text, longest=9)
        assert (found is not None) == is_known


def test_stems_of_some_kinds() -> None:
    assert stems_of("The lids shut", "N") == stems_of("lid")


def test_reviewers_decide_whether_a_product_is_one_thing_or_several() -> None:
    assert called_they(a_product(["They fit well.", "These run small.", "It is fine."]))
    assert not called_they(a_product(["It fits well.", "They sent it late."]))


def test_a_product_is_called_what_two_reviewers_call_it() -> None:
    assert called_in(a_product(["I love these shoes.", "These shoes are warm."])) == "shoes"
    assert called_in(a_product(["I love these shoes."])) == ""


def test_the_end_of_a_review_that_the_shop_cut_short_is_no_remark() -> None:
    text = "The lid closes tightly. " * 14 + "The spout pours with"
    assert breaks_off(len(text), text)
    assert not breaks_off(len(text) - 5, text)
    assert not breaks_off(36, "The lid closes. The spout pours with")


def test_a_part_is_named_or_only_the_product() -> None:
    assert names_thing("the lid is weak")
    assert not names_thing("never buy this product")


def test_titles_that_shops_suggest_are_canned() -> None:
    assert is_canned("Did not meet expectations!")
    assert not is_canned("The lid leaks")
