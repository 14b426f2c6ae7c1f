"""Language of a text: errors, order, hard words, sentences that are none."""

from collections.abc import Callable

from triptych.measures import Analysis
from triptych.measures.language import measure

Make = Callable[..., Analysis]


def test_word_salad_is_far_below_prose(opinion: Make) -> None:
    prose = measure(
        opinion("The battery lasts ten hours, and most reviewers like it. The screen is bright and sharp too.")
    )
    salad = measure(
        opinion("Battery the of ten lasts and hours it because. Of screen the like if bright under and the to.")
    )
    assert prose.value == 1.0 and salad.value < 0.4
    assert prose.usual > salad.usual
    assert any("unusual order" in note for note in salad.notes)


def test_errors_count_for_each_sentence(opinion: Make) -> None:
    sound = "The battery lasts ten hours."
    one = measure(opinion(f"It have a bright screen. {sound}"))
    assert one.errors > measure(opinion(f"It have a bright screen. {sound} {sound} {sound}")).errors > 0
    assert measure(opinion(sound)).errors == 0 and "1. grammar" in one.notes[1]


def test_broken_words_are_odd(opinion: Make) -> None:
    broken = "The scre is bri and the batt las ten hou whi is goo for mos peop who tra wit it."
    assert measure(opinion(broken)).value < 0.5


def test_a_list_of_words_is_no_running_text(opinion: Make) -> None:
    listed = measure(opinion("Battery: great and big\nPrice: fair\nSpeakers: weak and tinny"))
    told = measure(opinion("The battery is great. The screen is bright. The speakers are weak."))
    assert listed.verbless == 1 and told.verbless == 0


def test_a_whole_text_without_capitals_is_one_habit(opinion: Make) -> None:
    small = measure(opinion("the battery is great. the screen is bright. the speakers are weak."))
    assert 0 < small.errors < 0.5


def test_questions_only_assert_nothing(opinion: Make) -> None:
    assert measure(opinion("Is the battery great? Does the screen shine?")).unasserted == 1


def test_hard_words_and_pointing_nowhere_cost(explanation: Make) -> None:
    plain = measure(explanation("The battery lasts ten hours."))
    hard = measure(explanation("Its amphiphilic copolyester substrate helps, as the latter one shows."))
    assert plain.hard == 0 and hard.hard > 0.5
    assert any("Hard word: “amphiphilic”" in note for note in hard.notes)
    assert any("Unclear: “the latter" in note for note in hard.notes)


def test_sentences_of_a_few_words_are_not_full(opinion: Make) -> None:
    assert measure(opinion("Good. Nice.")).full < measure(opinion("The battery lasts ten hours on a charge.")).full


def test_errors_of_a_verdict_are_not_made_up_for_by_cells(comparison: Make, table: str) -> None:
    spoilt = table.replace("Take the Norvel Tab 10 for its", "It have the Norvel Tab 10 and and it sit for its")
    assert measure(comparison(spoilt)).errors > 0.3 > measure(comparison(table)).errors
