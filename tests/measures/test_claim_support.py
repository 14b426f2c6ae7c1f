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


def test_to_say_that_nothing_is_said_holds_only_where_it_is_so(opinion: Make) -> None:
    true = "Neither the listing nor the reviews speak of a stylus."
    false = "No reviewer mentions tinny speakers."
    assert take_measure("claim_support", opinion(true)).faults == 0
    measured = take_measure("claim_support", opinion(false))
    assert measured.faults == 1 and any("but: “" in note for note in measured.notes)


def test_a_rating_that_is_given_is_not_missing(opinion: Make) -> None:
    assert take_measure("claim_support", opinion("The Norvel Tab 10 has no average rating yet.")).faults == 1


def test_who_thinks_so_is_no_claim_about_the_product(opinion: Make) -> None:
    text = "The battery lasts ten hours, though one disagrees. Two are of another mind, as one puts it."
    measured = take_measure("claim_support", opinion(text))
    assert measured.faults == 0 and measured.of == 1


def test_taking_up_the_query_in_its_own_words_is_no_claim(explanation: Make) -> None:
    query = "tablet for a sculptor in a quarry, good battery"
    text = "For a sculptor in a quarry, the battery lasts ten hours."
    assert take_measure("claim_support", explanation(text, query)).faults == 0


def test_advice_to_the_reader_is_no_claim(explanation: Make) -> None:
    text = "The battery lasts ten hours. Those who doubt may take a walk and talk with a neighbour."
    assert take_measure("claim_support", explanation(text)).faults == 0
