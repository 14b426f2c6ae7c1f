"""How quotations and needs are said inside a sentence."""

import pytest

from briefed import QUERY, a_need, a_product, span
from triptych.needs import read_needs
from triptych.records import Need, NeedKind
from triptych.writers._phrases import (
    best_quote,
    in_infinitive,
    left_open,
    predicates,
    quotable,
    quote,
    quoted,
    say_need,
)

PRODUCT = a_product(["it keeps water hot for hours. And it pours well!", 'They call it "silent", but I hear it.'])


def test_a_quotation_is_a_clean_clause() -> None:
    assert quote(span(PRODUCT, "r1", "And it pours well!")) == "it pours well"
    assert quote(span(PRODUCT, "r1", PRODUCT.reviews[0].text)) is None, "two sentences"
    assert quote(span(PRODUCT, "r1", "it")) is None, "too short to say anything"
    assert quoted(span(PRODUCT, "r2", PRODUCT.reviews[1].text)) == "“They call it ’silent’, but I hear it”"


def test_what_can_be_quoted_is_counted_in_words() -> None:
    assert quotable("And it pours well!") == ("it pours well", 3)
    assert quotable("It pours well. It is hot.")[1] == 0


def test_the_clause_of_middling_length_quotes_best() -> None:
    first = span(PRODUCT, "r1", "it keeps water hot for hours")
    second = span(PRODUCT, "r1", "it pours well")
    assert best_quote([second, first]) == first
    assert best_quote([first, second], longest=1) is None


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


@pytest.mark.parametrize(
    ("query", "met", "missed", "left"),
    [
        (
            "flask that does not leak in a bag",
            "does not leak in a bag",
            "leaks in a bag",
            "whether it leaks in a bag",
        ),
        ("flask that doesn't smell", "does not smell", "smells", "whether it smells"),
        ("table, should not wobble", "does not wobble", "wobbles", "whether it wobbles"),
        ("blender, isn't hard to clean", "is not hard to clean", "is hard to clean", "whether it is hard to clean"),
        ("cream that leaves no stain", "does not leave stain", "leaves stain", "whether it leaves stain"),
        ("socks without seams", "has no seams", "has seams", "whether it has seams"),
        (
            "flask that keeps tea hot till noon",
            "keeps tea hot till noon",
            "does not keep tea hot till noon",
            "whether it keeps tea hot till noon",
        ),
        ("mixer which can crush ice", "can crush ice", "cannot crush ice", "whether it can crush ice"),
        ("iron, works on linen", "works on linen", "does not work on linen", "whether it works on linen"),
        ("fan with low noise", "is low-noise", "is not low-noise", "whether it is low-noise"),
        ("watch with long battery", "has a long battery life", "does not have a long battery life", None),
        ("belt brown leather", "is brown", "is not brown", None),
        ("cotton scarf", "is made of cotton", "is not made of cotton", None),
        ("toaster with usb port", "has a USB port", "does not have a USB port", None),
        ("door mat anti slip", "is anti slip", "is not anti slip", None),
        ("flask to carry tea", "is good for carrying tea", "is not for carrying tea", None),
        ("box to cut bread", "is good for cutting bread", "is not for cutting bread", None),
        ("mat for gym", "is good for the gym", "is not for the gym", None),
        ("blocks for 3 year old", "is good for a 3 year old", "is not for a 3 year old", None),
        ("wash for oily skin", "is good for oily skin", "is not for oily skin", None),
        ("scarf mens", "is good for men", "is not for men", None),
        ("kettle 2 litre", "is 2 litre", "is not 2 litre", None),
        ("sofa 3 seater", "is 3 seater", "is not 3 seater", None),
        ("mixer 3 jars", "offers 3 jars", "does not offer 3 jars", None),
        ("frame set of 4", "is a set of 4", "is not a set of 4", None),
    ],
)
def test_needs_of_a_query_are_said_with_a_verb_that_fits(query: str, met: str, missed: str, left: str | None) -> None:
    need = next(need for need in read_needs(query) if need.kind != "category")
    words = say_need(need, query, is_plural=False)
    assert (words.met, words.missed) == (met, missed)
    assert words.open == (left or f"whether it {met}")


def test_what_something_is_good_for_is_said_once() -> None:
    parts = [("is insulated", ""), ("is good for the gym", ""), ("is good for a school bag", ""), ("has a lid", "")]
    assert predicates(parts) == "is insulated, good for the gym and a school bag and has a lid"


@pytest.mark.parametrize(
    ("predicate", "plain"),
    [("is quiet", "be quiet"), ("has pockets", "have pockets"), ("does not shrink", "not shrink")],
)
def test_a_predicate_follows_must(predicate: str, plain: str) -> None:
    assert in_infinitive(predicate) == plain
