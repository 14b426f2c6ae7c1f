"""Who is said to think so, and how cautiously."""

from collections.abc import Callable

from triptych.measures import Analysis
from triptych.measures.attribution import measure

Make = Callable[..., Analysis]


def test_reviewers_are_named(opinion: Make) -> None:
    named = measure(opinion("Three reviewers praise the battery. It lasts ten hours."))
    plain = measure(opinion("The battery is great. It lasts ten hours."))
    assert named.value > plain.value == 0


def test_sweeping_words_are_listed(opinion: Make) -> None:
    measured = measure(opinion("Everyone loves it and it never fails."))
    assert measured.sweeping > 0.5 and "“Everyone”, “never”" in measured.notes[1]
    assert measure(opinion("Two reviewers love it.")).sweeping == 0


def test_both_sides_and_single_views_are_seen(opinion: Make) -> None:
    measured = measure(opinion("One finds it heavy, but the battery lasts. Some say it may slip."))
    assert measured.balanced > 0.5 and measured.cautious > 0.5
    assert measure(opinion("The battery lasts. The screen is bright.")).balanced == 0


def test_speaking_as_i_is_noticed(opinion: Make) -> None:
    measured = measure(opinion("I love my tablet."))
    assert measured.own_voice > 0.5 and "Speaks as “I”." in measured.notes
    assert measure(opinion("Owners love it.")).own_voice == 0
