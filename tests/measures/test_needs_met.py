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
