"""How points, quotations and needs are said inside a sentence."""

import pytest

from briefed import QUERY, a_need, a_point, a_product, span
from triptych.records import Need, NeedKind
from triptych.writers._phrases import best_quote, quote, quoted, say_need, say_point

PRODUCT = a_product(["it keeps water hot for hours. And it pours well!", 'They call it "silent", but I hear it.'])


@pytest.mark.parametrize(
    ("wording", "said"),
    [
        ("keeps water hot", "say it keeps water hot"),
        ("is very quiet", "say it is very quiet"),
        ("easy to clean", "find it easy to clean"),
        ("sturdy and light", "find it sturdy and light"),
        ("lid opens easily", "say the lid opens easily"),
        ("the lid is loose", "say the lid is loose"),
        ("dents at the bottom", "report dents at the bottom"),
        ("good size", "report good size"),
    ],
)
def test_a_wording_becomes_what_reviewers_say(wording: str, said: str) -> None:
    point = a_point(PRODUCT, wording, "+", {"r1": "keeps water hot", "r2": "They call it"})
    saying = say_point(point, is_plural=False)
    assert saying is not None
    assert saying.many == said


def test_a_personal_wording_is_left_to_quotation() -> None:
    assert say_point(a_point(PRODUCT, "I love it", "+", {"r1": "keeps water hot"}), is_plural=False) is None


def test_a_pair_is_they() -> None:
    saying = say_point(a_point(PRODUCT, "comfortable to wear", "+", {"r1": "keeps water hot"}), is_plural=True)
    assert saying is not None
    assert (saying.of(1), saying.of(2)) == ("finds them comfortable to wear", "find them comfortable to wear")


def test_one_reviewers_bare_word_makes_no_sentence() -> None:
    assert say_point(a_point(PRODUCT, "good size", "+", {"r1": "keeps water hot"}), is_plural=False) is None


def test_a_quotation_is_a_clean_clause() -> None:
    assert quote(span(PRODUCT, "r1", "And it pours well!")) == "it pours well"
    assert quote(span(PRODUCT, "r1", PRODUCT.reviews[0].text)) is None, "two sentences"
    assert quote(span(PRODUCT, "r1", "it")) is None, "too short to say anything"
    assert quoted(span(PRODUCT, "r2", PRODUCT.reviews[1].text)) == "“They call it ’silent’, but I hear it”"


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
    ("text", "met", "missed"),
    [
        ("pockets", "do well on pockets", "fall short on pockets"),
        ("long battery", "do well on long battery", "fall short on long battery"),
        ("stay in place", "stay in place", "do not stay in place"),
        ("not see through", "are not see through", "are see through"),
        ("no fragrance", "have no fragrance", "have fragrance"),
    ],
)
def test_a_need_is_said_of_a_pair(text: str, met: str, missed: str) -> None:
    words = say_need(Need(kind="feature", text=text, start=0, end=len(text)), text, is_plural=True)
    assert (words.met, words.missed) == (met, missed)


def test_my_becomes_your() -> None:
    need = Need(kind="use", text="desk", start=14, end=18)
    assert say_need(need, "a lamp for my desk", is_plural=False).met == "is good for your desk"
