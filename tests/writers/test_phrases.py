"""How quotations and needs are said inside a sentence."""

import pytest

from briefed import QUERY, a_need, a_product, span
from triptych.records import Need, NeedKind
from triptych.writers._phrases import best_quote, left_open, quotable, quote, quoted, say_need

PRODUCT = a_product(["it keeps water hot for hours. And it pours well!", 'They call it "silent", but I hear it.'])


def test_a_quotation_is_a_clean_clause() -> None:
    assert quote(span(PRODUCT, "r1", "And it pours well!")) == "it pours well"
    assert quote(span(PRODUCT, "r1", PRODUCT.reviews[0].text)) is None, "two sentences"
    assert quote(span(PRODUCT, "r1", "it")) is None, "too short to say anything"
    assert quoted(span(PRODUCT, "r2", PRODUCT.reviews[1].text)) == "“They call it ’silent’, but I hear it”"


def test_what_can_be_quoted_is_counted_in_words() -> None:
    assert quotable("And it pours well!") == ("it pours well", 3)
    assert quotable("It pours well. It is hot.")[1] == 0


def test_nothing_is_quoted_twice() -> None:
    first = span(PRODUCT, "r1", "it keeps water hot for hours")
    second = span(PRODUCT, "r1", "it pours well")
    assert best_quote([first, second]) == first
    assert best_quote([first, second], used=[first]) == second
    assert best_quote([first], used=[span(PRODUCT, "r1", "water hot")]) is None


@pytest.mark.parametrize(
    ("text", "kind", "met", "missed", "left"),
    [
        ("quiet", "feature", "is quiet", "is not quiet", "whether it is quiet"),
        ("easy to clean", "feature", "is easy to clean", "is not easy to clean", "whether it is easy to clean"),
        (
            "small office",
            "use",
            "is good for a small office",
            "is not for a small office",
            "whether it is good for a small office",
        ),
    ],
)
def test_a_need_is_said_of_a_product(text: str, kind: NeedKind, met: str, missed: str, left: str) -> None:
    words = say_need(a_need(text, kind), QUERY, is_plural=False)
    assert (words.met, words.missed, words.open) == (met, missed, left)


@pytest.mark.parametrize(
    ("text", "kind", "met"),
    [
        ("school bag", "use", "is good for a school bag"),
        ("beach", "use", "is good for the beach"),
        ("travel", "use", "is good for travel"),
        ("laptops", "use", "is good for laptops"),
        ("long cord", "feature", "has a long cord"),
        ("storage", "feature", "has storage"),
    ],
)
def test_a_noun_has_the_article_that_it_usually_takes(text: str, kind: NeedKind, met: str) -> None:
    need = Need(kind=kind, text=text, start=0, end=len(text))
    assert say_need(need, text, is_plural=False).met == met


@pytest.mark.parametrize(
    ("text", "met", "missed"),
    [
        ("lower back pain", "help with lower back pain", "do not help with lower back pain"),
        ("over ear", "are over ear", "are not over ear"),
        ("not shrink", "do not shrink", "shrink"),
        ("stay in place", "stay in place", "do not stay in place"),
        ("not see through", "are not see through", "are see through"),
        ("no fragrance", "have no fragrance", "have fragrance"),
    ],
)
def test_a_need_is_said_of_a_pair(text: str, met: str, missed: str) -> None:
    words = say_need(Need(kind="feature", text=text, start=0, end=len(text)), text, is_plural=True)
    assert (words.met, words.missed) == (met, missed)


def test_what_is_asked_with_a_product_it_has() -> None:
    words = say_need(Need(kind="feature", text="pockets", start=14, end=21), "leggings with pockets", is_plural=True)
    assert (words.met, words.missed) == ("have pockets", "do not have pockets")


def test_a_verb_in_the_third_person_is_kept() -> None:
    words = say_need(Need(kind="feature", text="boils fast", start=0, end=10), "boils fast", is_plural=False)
    assert (words.met, words.missed) == ("boils fast", "does not boil fast")


def test_a_figure_is_offered() -> None:
    words = say_need(Need(kind="figure", text="4 hours backup", start=0, end=14), "4 hours backup", is_plural=False)
    assert (words.met, words.missed) == ("offers 4 hours backup", "does not offer 4 hours backup")


def test_what_is_open_is_one_list() -> None:
    needs = [say_need(a_need(text), QUERY, is_plural=False) for text in ("quiet", "easy to clean")]
    assert left_open(needs) == "whether it is quiet or easy to clean"


@pytest.mark.parametrize(
    "text", ["works well5.battery good", "see www.shop.example", 'it "broke', "the lid (blue", "-light -cheap"]
)
def test_what_a_page_ran_together_is_not_quoted(text: str) -> None:
    product = a_product([text])
    assert quote(span(product, "r1", text)) is None


def test_my_becomes_your() -> None:
    need = Need(kind="use", text="desk", start=14, end=18)
    assert say_need(need, "a lamp for my desk", is_plural=False).met == "is good for your desk"
