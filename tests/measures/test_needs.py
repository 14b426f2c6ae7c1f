"""Needs of the query: answered, echoed, passed over."""

from collections.abc import Callable

import pytest

from triptych.measures import Analysis, NothingToMeasure
from triptych.measures.needs import measure

Make = Callable[..., Analysis]


def test_each_need_is_answered_or_not(explanation: Make) -> None:
    full = measure(explanation("At $250 it is under $300. The battery lasts ten hours. At 620 g it is heavy to carry."))
    budget_only = measure(explanation("It costs $250, well under your $300."))
    none = measure(explanation("The box is brown and the courier was friendly."))
    assert full.value == 1.0 and none.value == 0.0 and 0.2 < budget_only.value < 0.5
    assert none.idle > full.idle == 0


def test_a_price_without_a_sign_answers_a_budget(explanation: Make) -> None:
    measured = measure(explanation("At 250 it leaves you something for a sleeve."))
    assert any(note.startswith("2. budget") and "answered" in note for note in measured.notes), measured.notes


def test_a_short_question_goes_with_its_answer(explanation: Make) -> None:
    asked = measure(explanation("Battery? Ten hours of films for most owners."))
    assert asked.value > measure(explanation("Battery?")).value


def test_to_repeat_the_query_answers_nothing(explanation: Make) -> None:
    query = "tablet with good battery under $300, light to carry"
    for text in (f"{query}.", f"Yes, the Norvel Tab 10 is exactly what you asked for: {query}."):
        measured = measure(explanation(text, query))
        assert measured.value < 0.5 and measured.echoed == 1, text


def test_a_comparison_answers_in_rows_and_verdict(comparison: Make, table: str) -> None:
    whole = measure(comparison(table))
    head = measure(comparison(table[: table.index("Final Verdict")]))
    assert whole.value > head.value > 0


def test_a_query_that_asks_nothing_cannot_be_answered(explanation: Make) -> None:
    with pytest.raises(NothingToMeasure, match="asks for nothing"):
        measure(explanation("The battery lasts.", "?"))
