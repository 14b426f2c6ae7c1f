"""A judge's quotes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judged_cases import make_case
from triptych.judges._replies import MARK, check_quotes
from triptych.records import Evidence

CASE = make_case(
    task="comparison", reviews=["The battery  lasts 12 hours on a charge.", "Clear sound but the hinge snapped."]
)


@pytest.mark.parametrize(
    ("said", "place", "text"),
    [
        ('"lasts 12 hours on a charge" (P2 review r1)', ("p0-1", "r1"), "lasts 12 hours on a charge"),
        ("“the hinge snapped” (P3 review r2)", ("p0-2", "r2"), "the hinge snapped"),
        ('"THE BATTERY lasts 12" (P1 review r9)', ("p0-0", "r1"), "The battery  lasts 12"),
        ('"Nimbus 0 Earbuds 2"', ("p0-2", "title"), "Nimbus 0 Earbuds 2"),
        ('"Clear sound … hinge snapped" (P2 review r2)', ("p0-1", "r2"), "Clear sound"),
    ],
)
def test_a_quote_is_found_at_the_place_it_names(said: str, place: tuple[str, str], text: str) -> None:
    quoted = check_quotes(f"It holds: {said}.", CASE, "")
    first = quoted.evidence[0]
    assert ((first.product_id, first.source_id), first.text) == (place, text)
    assert any(first.resolves_in(product) for product in CASE.products)
    assert all(Evidence.model_validate(span.model_dump()) == span for span in quoted.evidence)
    assert MARK not in quoted.explanation


def test_of_two_sources_with_the_same_words_the_named_one_is_meant() -> None:
    case = make_case(task="opinion", reviews=["The case creaks a little.", "Mine: The case creaks a little."])
    quoted = check_quotes('It says so: "The case creaks a little" (P1 review r2).', case, "")
    assert [(span.source_id, span.start) for span in quoted.evidence] == [("r2", 6)]


def test_a_place_with_an_absurd_number_is_no_place() -> None:
    quoted = check_quotes(f'"the hinge snapped" (P{"9" * 5000} review r2)', CASE, "")
    assert [span.source_id for span in quoted.evidence] == ["r2"]


def test_what_stands_only_in_what_was_shown_is_no_evidence_and_not_marked() -> None:
    quoted = check_quotes('The price "Rs. 1,999.00" is right.', CASE, "P1 final price: Rs.  1,999.00\n")
    assert quoted.evidence == ()
    assert MARK not in quoted.explanation


def test_what_stands_nowhere_is_marked_after_the_quote() -> None:
    quoted = check_quotes('One "is waterproof" and two "words".', CASE, "shown")
    assert quoted.explanation == f'One "is waterproof" {MARK} and two "words".'


@given(st.text(alphabet='"“”«»(P1 review)…ab.\n', max_size=200))
def test_any_explanation_keeps_its_words(explanation: str) -> None:
    quoted = check_quotes(explanation, CASE, "")
    assert quoted.explanation.replace(f" {MARK}", "") == explanation
