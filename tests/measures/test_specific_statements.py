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


def test_a_quote_and_a_named_material_are_details(opinion: Make, comparison: Make, table: str) -> None:
    reviews = ("It slid off the tray of my walking frame.", "The battery is good.")
    for text in (
        "Both reviewers like it (“It slid off the tray of my walking frame”).",
        "The battery lasts ten hours for two reviewers on a train.",
    ):
        assert take_measure("specific_statements", opinion(text, reviews)).value == 1.0, text
    rubber, good = (
        take_measure("specific_statements", comparison(table.replace("Bright and sharp", value))).faults
        for value in ("Carbon rubber", "Quite good")
    )
    assert good == rubber + 3


def test_the_same_empty_point_counts_for_each_product(comparison: Make, table: str) -> None:
    empty = table.replace("Weak speakers", "Some issues")
    assert take_measure("specific_statements", comparison(empty)).faults >= 3


def test_a_count_without_content_is_no_detail(opinion: Make) -> None:
    measured = take_measure(
        "specific_statements", opinion("5 of 6 reviewers praise it. 2 of 6 reviewers criticise it.")
    )
    assert measured.value == 0.0


def test_strings_of_letters_and_lists_are_no_statements(opinion: Make) -> None:
    assert take_measure("specific_statements", opinion("Zxqv qwrt plmk is bvcx.")).value == 0.0
    words = "shoulder, bus, tray, frame, sleeve, desk, lamp, cable, train, kitchen"
    assert take_measure("specific_statements", opinion(f"{words}.")).value is None
