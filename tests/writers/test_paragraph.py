"""Sentences, what fits of them, and their claims."""

from briefed import a_product, span
from triptych.writers._paragraph import Statement, claims_of, distinct, fit, join_sentences, total_words

PRODUCT = a_product(["It leaks."])
LEAK = span(PRODUCT, "r1", "It leaks")
SENTENCES = [Statement("It leaks.", "counted", (LEAK, LEAK)), Statement("It is red and quite large.", "stated")]


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
