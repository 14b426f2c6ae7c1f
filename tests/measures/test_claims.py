"""Claims against the sources: doubt, contradiction with both quotations, quotes."""

from collections.abc import Callable

import pytest

from triptych.measures import Analysis, NothingToMeasure
from triptych.measures.claims import doubt_of, measure, summary_of

Make = Callable[..., Analysis]
LEAKS = (
    "The bottle leaks in my bag.",
    "It leaks from the lid all the time.",
    "Leaking lid, I returned it.",
    "Keeps water cold. The lid leaks though.",
)


def test_paraphrase_is_less_doubtful_than_invention(opinion: Make) -> None:
    told = measure(opinion("The battery lasts ten hours. The display is bright."))
    invented = measure(opinion("A titanium fridge was baked by penguins. Bakers sing about vineyards."))
    assert told.value > invented.value + 0.1 and invented.foreign > told.foreign
    assert any("penguin" in note for note in invented.notes)


def test_what_is_said_twice_counts_once(opinion: Make) -> None:
    once = measure(opinion("Penguins baked a titanium fridge."))
    twice = measure(opinion("Penguins baked a titanium fridge. Penguins baked a titanium fridge."))
    assert len(once.checked) == len(twice.checked) == 1


def test_the_majority_denied_is_contradicted_with_both_quotations(opinion: Make) -> None:
    measured = measure(opinion("Every buyer says that the lid never leaks.", LEAKS))
    assert measured.notes[0].startswith("Contradicted by the sources")
    assert "never leaks" in measured.notes[1] and "leak" in measured.notes[1].split("but", 1)[1].lower()
    assert measured.evidence and "leak" in measured.evidence[0].text.lower()


def test_one_view_told_as_one_is_not_contradicted(opinion: Make) -> None:
    told = measure(opinion("One buyer of many calls the lid wonderfully leak proof.", LEAKS))
    assert not any(one.is_contradicted for one in told.checked)


def test_a_figure_that_no_source_gives_is_contradicted(opinion: Make) -> None:
    assert not any(one.is_contradicted for one in measure(opinion("The battery lasts 10 hours.")).checked)
    wrong = measure(opinion("The battery lasts 48 hours."))
    assert any("“48 hours” is in no source" in note for note in wrong.notes)


def test_true_quotes_are_borne_out_and_others_contradicted(opinion: Make) -> None:
    true = measure(opinion("Two dislike the weight (“It is heavy, my shoulder hurts”)."))
    false = measure(opinion("Two dislike the weight (“It is heavy, my shoulder is fine”)."))
    assert false.value < true.value
    assert any("no source has these words" in note for note in false.notes)
    assert any(span.source_id == "4" for span in true.evidence)


def test_without_sources_or_claims_there_is_nothing_to_check(opinion: Make) -> None:
    with pytest.raises(NothingToMeasure, match="no claim"):
        measure(opinion("?!"))


def test_a_claim_is_held_against_its_own_product(comparison: Make, table: str) -> None:
    wrong = table.replace("| 620 g; heavy | 620 g; heavy | 620 g; heavy |", "| 620 g | 999 g | 620 g |")
    assert any("999 g" in note for note in measure(comparison(wrong)).notes)


def test_doubt_grows_with_wrong_figures_and_falls_with_nearness(opinion: Make) -> None:
    (claim,) = measure(opinion("The battery lasts ten hours.")).checked
    assert claim.signals is not None
    assert doubt_of({**claim.signals, "wrong_figure": 1.0}) > claim.doubt > 0
    assert doubt_of({**claim.signals, "near": 0.0}) > claim.doubt


def test_doubts_are_summed_up() -> None:
    assert summary_of([0.1, 0.2, 0.9, 0.8, 0.7]) == pytest.approx((0.54, 0.8))


def test_what_bears_a_claim_out_is_near_and_shares_its_words(opinion: Make) -> None:
    (claim,) = measure(opinion("It is heavy for the shoulder.")).checked
    assert claim.support is not None and claim.support.text == "my shoulder hurts."


def test_sentences_that_no_source_speaks_of_are_invented(opinion: Make) -> None:
    told = "The battery lasts ten hours. The display is bright."
    assert measure(opinion(told)).invented == 0
    one, two = "Hospitals in Norway ordered forty.", "Its maker replants a forest of oaks."
    assert 0 < measure(opinion(f"{told} {one}")).invented < measure(opinion(f"{told} {one} {two}")).invented


def test_what_leans_the_other_way_than_the_reviews_is_turned(opinion: Make, comparison: Make, table: str) -> None:
    praised, blamed = (measure(opinion(f"The speakers are {word}.")).turned for word in ("superb", "awful"))
    assert praised > blamed
    assert table.count("Excellent battery; bright screen") == 1
    worse = measure(comparison(table.replace("Excellent battery; bright screen", "Terrible speakers; too heavy")))
    assert worse.turned > measure(comparison(table)).turned


def test_a_quote_on_the_wrong_side_is_contradicted(opinion: Make) -> None:
    wrong = measure(opinion("Buyers praise the sound: “The speakers are terrible”."))
    right = measure(opinion("Buyers complain of the sound: “The speakers are terrible”."))
    assert any("but it is a complaint" in note for note in wrong.notes) and wrong.turned > right.turned
    assert not any(one.is_contradicted for one in right.checked)
    praise = measure(opinion("Buyers complain: “The battery lasts ten hours and I love it”."))
    assert any("but it is praise" in note for note in praise.notes)
