"""Specific against generic statements, and what is beside the point."""

from collections.abc import Callable

from triptych.measures import Analysis, take_measure

Make = Callable[..., Analysis]


def test_details_beat_general_praise(opinion: Make) -> None:
    specific = take_measure(
        "specific_statements", opinion("It lasts 10 hours on a charge. The 620 g strained a shoulder on the bus.")
    )
    generic = take_measure("specific_statements", opinion("The quality is good. The design is nice. People like it."))
    assert specific.value == 1.0 and generic.value == 0.0


def test_repetition_and_trivia_cost(opinion: Make) -> None:
    text = "The battery lasts ten hours. The speakers are weak."
    assert take_measure("redundancy", opinion(text)).value == 1.0
    assert (take_measure("redundancy", opinion(f"{text} {text}")).value or 1.0) < 0.6
    trivia = take_measure("to_the_point", opinion("A courier wore a green cap. Somebody's nephew collects stamps."))
    assert trivia.value == 0.0
