"""Sentiment aspect by aspect, and of the whole."""

from collections.abc import Callable

import pytest

from triptych.measures import Analysis, NothingToMeasure
from triptych.measures.tone import leads_up_to, measure, side_of

Make = Callable[..., Analysis]


def test_the_majority_told_truly_beats_the_opposite(opinion: Make) -> None:
    true = measure(opinion("The battery is excellent. The speakers are terrible. The screen is great."))
    false = measure(opinion("The battery is terrible. The speakers are excellent. The screen is awful."))
    assert true.value > 0.9 and false.value < 0.5
    assert sum("mismatch" in note for note in false.notes) == 3 and "mismatch" in false.notes[1]


def test_a_point_among_the_pros_is_praise_in_any_words(comparison: Make, table: str) -> None:
    swapped = table.replace("| Pros |", "| X |").replace("| Cons |", "| Pros |").replace("| X |", "| Cons |")
    kept, turned = (measure(comparison(text)) for text in (table, swapped))
    assert turned.value < kept.value - 0.1


def test_praise_among_the_complaints_is_blame(opinion: Make) -> None:
    right = measure(opinion("Buyers praise the great battery. They complain of weak speakers."))
    wrong = measure(opinion("Buyers complain of the great battery. They praise weak speakers."))
    assert right.value - wrong.value > 0.3


def test_bad_news_is_counted(opinion: Make) -> None:
    glowing = measure(opinion("It is wonderful and perfect. I love it, best purchase ever."))
    harsh = measure(opinion("It is terrible and broke. Waste of money, I returned it."))
    assert glowing.complaints == 0 and harsh.complaints == 1


def test_without_an_aspect_nothing_is_held_against_it(opinion: Make) -> None:
    measured = measure(opinion("Bakers sing of vineyards."))
    assert measured.value == 0.75 and measured.certainty <= 0.1
    with pytest.raises(NothingToMeasure, match="no aspect"):
        measure(opinion("The battery is great.", ()))


def test_what_leads_up_to_a_quote_tells_its_side(opinion: Make) -> None:
    text = "Buyers praise the battery (“Battery life is excellent”) and complain of the sound (“Speakers sound bad”)."
    analysis = opinion(text)
    sides = [side_of(leads_up_to(analysis.prose, analysis.quotes, quote)) for quote in analysis.quotes]
    assert sides == [1, -1]
    assert side_of("The battery divides those who like it: ") == 0
