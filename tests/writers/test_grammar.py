"""Counts of people, lists, articles and choices."""

import re
from decimal import Decimal
from pathlib import Path

import pytest

from briefed import a_product, span
from triptych.english.words import lines_of, stem_of
from triptych.records import Money
from triptych.writers import _grammar
from triptych.writers._grammar import (
    Statement,
    at_least,
    calm,
    claims_of,
    distinct,
    fit,
    join_sentences,
    listed,
    pick,
    show_price,
    stem_list,
    the,
    title_name,
    total_words,
    with_article,
    with_cents,
    word_list,
)

PRODUCT = a_product(["It leaks."])
LEAK = span(PRODUCT, "r1", "It leaks")
SENTENCES = [Statement("It leaks.", "counted", (LEAK, LEAK)), Statement("It is red and quite large.", "stated")]


@pytest.mark.parametrize(
    ("count", "among", "said"),
    [(1, 8, "one"), (2, 8, "at least two"), (3, 5, "at least two"), (5, 6, "nearly all"), (5, 8, "at least four")],
)
def test_people_are_counted_as_far_as_reading_can_tell(count: int, among: int, said: str) -> None:
    assert at_least(count, among) == said


def test_shouting_is_calmed_and_abbreviations_are_kept() -> None:
    assert calm("STURDY & LEAK PROOF") == "sturdy & leak proof"
    assert calm("USB-C to HDMI cable") == "USB-C to HDMI cable"


@pytest.mark.parametrize(
    ("noun", "said"),
    [
        ("room heater", "a room heater"),
        ("insulated bottle", "an insulated bottle"),
        ("USB cable", "a USB cable"),
        ("HDMI cable", "an HDMI cable"),
        ("unit", "a unit"),
        ("umbrella", "an umbrella"),
        ("hour glass", "an hour glass"),
        ("one-piece suit", "a one-piece suit"),
        ("8 inch pan", "an 8 inch pan"),
    ],
)
def test_articles_go_by_sound(noun: str, said: str) -> None:
    assert with_article(noun) == said


def test_lists_and_names() -> None:
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert listed(["a"]) == "a"
    assert the("Brewlo Hush") == "the Brewlo Hush"
    assert the("The Kettle") == "The Kettle"
    assert title_name("ease of cleaning") == "Ease of Cleaning"
    assert title_name("USB port") == "USB Port"


def test_content_decides_and_nothing_else() -> None:
    options = ("a", "b", "c")
    assert pick(options, "one query") == pick(options, "one query")
    assert {pick(options, f"query {n}") for n in range(20)} == set(options)


@pytest.mark.parametrize(
    ("amount", "currency", "shown"),
    [
        ("18.5", "USD", "$18.50"),
        ("219.0", "USD", "$219"),
        ("74999.0", "INR", "Rs. 74999"),
        ("145.00", "USD", "$145.00"),
        ("32", "GBP", "£32"),
        ("1299.0", "JPY", "¥1299"),
        ("18.5", None, "18.5"),
        ("0.125", "USD", "$0.125"),
    ],
)
def test_a_lone_decimal_becomes_cents_or_goes(amount: str, currency: str | None, shown: str) -> None:
    assert show_price(Money(amount=Decimal(amount), currency=currency)) == shown


def test_the_sum_stays() -> None:
    money = Money(amount=Decimal("18.5"), currency="USD")
    assert with_cents(money) == money


def test_claims_are_where_the_paragraph_has_them() -> None:
    text = join_sentences(SENTENCES)
    claims = claims_of(SENTENCES, start=10)
    assert [f"{'.' * 10}{text}"[claim.start : claim.end] for claim in claims] == [each.text for each in SENTENCES]
    assert claims[0].evidence == (LEAK,)


def test_what_is_too_long_is_passed_over() -> None:
    assert total_words(SENTENCES) == 8
    assert fit(SENTENCES, 8) == SENTENCES
    assert fit(SENTENCES, 7) == SENTENCES[:1]
    assert fit(SENTENCES[::-1], 6) == SENTENCES[1:]


def test_spans_are_kept_once() -> None:
    assert distinct((LEAK, LEAK)) == (LEAK,)
    assert distinct(()) == ()


def test_word_lists_go_by_name_and_together() -> None:
    assert {"i'm", "because"} <= word_list("speaking", "openers") == word_list("speaking") | word_list("openers")
    assert stem_of("hoping") in stem_list("wishes")


def test_every_word_list_is_used_and_there() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in Path(_grammar.__file__).parent.glob("*.py"))
    calls = re.findall(r"(?:word_list|stem_list|wording|word_pairs)\(([^()]*?(?:\([^()]*\)[^()]*)?)\)", source)
    named = [*calls, *re.findall(r"(?m)^_(?:WORD_LISTS|BARRED|MARKED) = \(([^()]*)\)", source)]
    used = {name for call in named for name in re.findall(r'"(\w+)"', call)}
    assert used == {line.partition(":")[0] for line in lines_of("writers/words.txt")}
