"""Language errors."""

from collections.abc import Callable

import pytest

from triptych.measures import Analysis, take_measure
from triptych.measures._clauses import tagged
from triptych.measures._language_errors import find_language_errors

Make = Callable[..., Analysis]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("The the battery is good.", "repetition"),
        ("It have a bright screen.", "grammar"),
        ("They has sent a new one.", "grammar"),
        ("There is seven parts to wash.", "grammar"),
        ("The price is to high for many.", "spelling"),
        ("the screen is bright enough.", "capitalisation"),
        ("The typing is comfrotable for hours.", "spelling"),
        ("It came after a hour of waiting.", "grammar"),
        ("The screen is bright .", "spacing"),
    ],
)
def test_an_error_is_found_and_named(text: str, kind: str) -> None:
    assert kind in {slip.kind for slip in find_language_errors(tagged(text))}


def test_sound_sentences_have_none() -> None:
    text = "The battery lasts ten hours on a charge. Reviewers like the screen, although three of them find it heavy."
    assert find_language_errors(tagged(text)) == []


def test_word_salad_is_far_below_prose(opinion: Make) -> None:
    prose = take_measure(
        "grammar",
        opinion("The battery lasts ten hours, and most reviewers like it. The screen is bright and sharp too."),
    )
    salad = take_measure(
        "grammar",
        opinion("Battery the of ten lasts and hours it because. Of screen the like if bright under and the to."),
    )
    assert prose.value == 1.0 and salad.value is not None and salad.value < 0.4


def test_what_learners_write_and_broken_words_are_noticed(opinion: Make) -> None:
    for text in (
        "The price is very less for most of people.",
        "Six people was saying this about the screen.",
        "On the desk it sit well enough for me.",
        "Take the first, it costs less than the second.",
        "It's microphone lets you down on calls.",
        "The second may takes two hours to charge.",
    ):
        assert take_measure("grammar", opinion(text)).faults >= 1, text
    for text in (
        "It makes it fit well, and does it last? Yes.",
        "It's light and bright, and many people say so.",
        "If you need it now, it costs less today.",
        "That is a plus for everyone who travels.",
    ):
        assert take_measure("grammar", opinion(text)).faults == 0, text
    broken = "The scre is bri and the batt las ten hou whi is goo for mos peop who tra wit it."
    assert take_measure("grammar", opinion(broken)).figures["odd"] > 0.5


def test_a_list_of_words_is_no_running_text(opinion: Make) -> None:
    listed = take_measure("grammar", opinion("Battery: great and big\nPrice: fair\nSpeakers: weak and tinny"))
    told = take_measure("grammar", opinion("The battery is great. The screen is bright. The speakers are weak."))
    assert listed.figures["verbless"] == 1 and told.figures["verbless"] == 0
    assert any("no sentences" in note for note in listed.notes)


def test_sentences_that_run_into_each_other_and_shouting_are_noticed(opinion: Make) -> None:
    for text in (
        "The battery is strong it lasts ten hours.",
        "The speakers are weak and its very heavy.",
        "It weighs more then most people like.",
        "The screen is bright but they dont like the weight.",
        "The BATTERY IS GREAT and lasts ten hours.",
        "People say it have a bright screen.",
    ):
        assert take_measure("grammar", opinion(text)).faults >= 1, text
    for text in (
        "Most ask how long it lasts and how heavy it is.",
        "It wins them over with its screen first: at ten inches, it is bright.",
        "It is so bright it works outside.",
        "That makes it have more appeal.",
    ):
        assert take_measure("grammar", opinion(text)).faults == 0, text
