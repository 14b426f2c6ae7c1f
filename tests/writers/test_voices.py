"""Voices: remarks that are sure, whole, real, and about this product."""

import pytest

from briefed import a_point, a_product, a_reading, span
from triptych.records import Direction, Product
from triptych.writers._voices import (
    breaks_off,
    called_in,
    called_they,
    names_thing,
    stems_of,
    telling,
    voices_of,
    whole_remark,
)


def said(product: Product, direction: Direction = "+", **aspects: str) -> list[str]:
    """What is quoted of a product of which each aspect has one remark by its first reviewer."""
    points = {name: [a_point(product, text, direction, {"r1": text})] for name, text in aspects.items()}
    return [voice.span.text for voice in telling(voices_of(product, a_reading(product, points)), direction)]


def test_a_remark_is_quoted_with_its_sentence() -> None:
    product = a_product(["We like tea. The lid closes well and stays put. Bye."])
    assert said(product, lid="closes well") == ["The lid closes well and stays put."]


def test_a_long_sentence_is_cut_to_the_remark_where_it_can_be_read_alone() -> None:
    start = "After many weeks of looking in every shop of our town for something like this, "
    product = a_product([f"{start}the spout pours well, and my old mother who is eighty can lift it."])
    assert said(product, spout="the spout pours well") == ["the spout pours well"]
    assert said(product, spout="can lift it") == [], "nobody knows who"


def test_what_is_taken_back_is_not_quoted() -> None:
    product = a_product(["The spout pours well but only for a week."])
    assert said(product, spout="The spout pours well") == []


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
    assert said(a_product([text]), lid=text) == []


def test_another_size_is_another_product() -> None:
    assert said(a_product(["My 2 L pot pours well."]), spout="My 2 L pot pours well") == []
    assert said(a_product(["My 1.7 L pot pours well."]), spout="My 1.7 L pot pours well") != []


def test_praise_without_content_tells_nothing() -> None:
    assert said(a_product(["A really great product."]), overall="A really great product") == []
    assert said(a_product(["Best kettle."]), quality="Best kettle") == [], "the title says that it is a kettle"


def test_what_is_unsure_is_left_out_and_what_is_likely_stays_only_alone() -> None:
    product = a_product(["The spout pours well. The lid shuts tight. The base glows blue."])
    points = {
        name: [a_point(product, text, "+", {"r1": text})]
        for name, text in (("spout", "The spout pours well"), ("lid", "The lid shuts tight"))
    }
    reading = a_reading(product, points)

    def voices(*surenesses: float) -> list[str]:
        aspects = tuple(
            aspect.model_copy(
                update={"mentions": tuple(m.model_copy(update={"sureness": sure}) for m in aspect.mentions)}
            )
            for aspect, sure in zip(reading.aspects, surenesses, strict=True)
        )
        themes = voices_of(product, reading.model_copy(update={"aspects": aspects}))
        return [voice.aspect for voice in telling(themes, "+")]

    assert voices(0.9, 0.9) == ["spout", "lid"]
    assert voices(0.9, 0.7) == ["spout"]
    assert voices(0.7, 0.7) == ["spout"]
    assert voices(0.3, 0.3) == []


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
    product = a_product([text])
    assert breaks_off(span(product, "r1", "The spout pours with"), text)
    assert not breaks_off(span(product, "r1", "The spout pours with"), "The lid closes. The spout pours with")


def test_a_part_is_named_or_only_the_product() -> None:
    assert names_thing("the lid is weak")
    assert not names_thing("never buy this product")
