"""Sentiment aspect by aspect."""

from collections.abc import Callable

from triptych.measures import Analysis, take_measure

Make = Callable[..., Analysis]


def test_the_majority_told_truly_beats_the_opposite(opinion: Make) -> None:
    true = take_measure(
        "sentiment_agreement", opinion("The battery is excellent. The speakers are terrible. The screen is great.")
    )
    false = take_measure(
        "sentiment_agreement", opinion("The battery is terrible. The speakers are excellent. The screen is awful.")
    )
    assert true.value is not None and false.value is not None
    assert true.value > 0.9 and false.value < 0.5
    assert sum("mismatch" in note for note in false.notes) == 3


def test_a_point_among_the_pros_is_praise_in_any_words(comparison: Make, table: str) -> None:
    swapped = table.replace("| Pros |", "| X |").replace("| Cons |", "| Pros |").replace("| X |", "| Cons |")
    kept, turned = (take_measure("sentiment_agreement", comparison(text)) for text in (table, swapped))
    assert kept.value is not None and turned.value is not None and turned.value < kept.value - 0.1


def test_praise_among_the_complaints_is_blame(opinion: Make) -> None:
    right = take_measure(
        "sentiment_agreement", opinion("Buyers praise the great battery. They complain of weak speakers.")
    )
    wrong = take_measure(
        "sentiment_agreement", opinion("Buyers complain of the great battery. They praise weak speakers.")
    )
    assert right.value is not None and wrong.value is not None and right.value - wrong.value > 0.3
