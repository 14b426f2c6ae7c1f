"""Needs of the query, wording and limits."""

from collections.abc import Callable

from triptych.measures import Analysis, take_measure

Make = Callable[..., Analysis]


def test_each_need_is_answered_or_not(explanation: Make) -> None:
    full = take_measure(
        "needs_met",
        explanation("At $250 it is under $300. The battery lasts ten hours. At 620 g it is heavy to carry."),
    )
    budget_only = take_measure("needs_met", explanation("It costs $250, well under your $300."))
    none = take_measure("needs_met", explanation("The box is brown and the courier was friendly."))
    assert full.value == 1.0 and none.value == 0.0
    assert budget_only.value is not None and 0.2 < budget_only.value < 0.5
    assert none.figures["beside"] == 1.0


def test_a_hundred_words_are_over_the_limit(explanation: Make) -> None:
    assert take_measure("word_limit", explanation("word " * 99)).figures["over"] == 0
    assert take_measure("word_limit", explanation("word " * 100)).figures["over"] == 1


def test_jargon_and_pointing_nowhere_cost(explanation: Make) -> None:
    plain = take_measure("plain_words", explanation("The battery lasts ten hours."))
    jargon = take_measure(
        "plain_words", explanation("Its substrate leverages LPDDR5 codecs, as the latter one shows above.")
    )
    assert plain.value == 1.0 and jargon.faults >= 3


def test_a_price_without_a_sign_answers_a_budget(explanation: Make) -> None:
    measured = take_measure("needs_met", explanation("At 250 it leaves you something for a sleeve."))
    assert any(note.startswith("2. budget") and "answered" in note for note in measured.notes), measured.notes


def test_a_short_question_goes_with_its_answer(explanation: Make) -> None:
    asked = take_measure("needs_met", explanation("Battery? Ten hours of films for most owners."))
    alone = take_measure("needs_met", explanation("Battery?"))
    assert asked.value is not None and alone.value is not None and asked.value > alone.value


def test_what_is_wished_light_is_answered_in_kilograms(explanation: Make) -> None:
    measured = take_measure("needs_met", explanation("It brings 620 g to the scales."))
    assert any("light to carry" in note and "answered" in note for note in measured.notes), measured.notes


def test_to_repeat_the_query_answers_nothing(explanation: Make) -> None:
    query = "tablet with good battery under $300, light to carry"
    for text in (f"{query}.", f"Yes, the Norvel Tab 10 is exactly what you asked for: {query}."):
        measured = take_measure("needs_met", explanation(text, query))
        assert measured.value is not None and measured.value < 0.5, text
        assert measured.figures["answered"] == 0
