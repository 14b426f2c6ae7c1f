"""Support of claims by the sources."""

from collections.abc import Callable

from triptych.measures import Analysis, take_measure

Make = Callable[..., Analysis]


def test_paraphrase_is_borne_out_and_invention_is_not(opinion: Make) -> None:
    told = take_measure("claim_support", opinion("The battery lasts ten hours. The display is bright."))
    invented = take_measure(
        "claim_support", opinion("A titanium fridge was baked by penguins. Bakers sing about vineyards.")
    )
    assert told.faults == 0
    assert invented.faults >= 2 and any("penguin" in note for note in invented.notes)


def test_what_is_said_twice_counts_once(opinion: Make) -> None:
    once = take_measure("claim_support", opinion("Penguins baked a titanium fridge."))
    twice = take_measure(
        "claim_support", opinion("Penguins baked a titanium fridge. Penguins baked a titanium fridge.")
    )
    assert once.faults == twice.faults == 1
