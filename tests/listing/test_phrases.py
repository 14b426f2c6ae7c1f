"""How titles are cut."""

import pytest

from triptych.listing.phrases import feature_phrases, has_verb, is_told, mend, mend_in_place, title_phrases, trimmed


def parts(title: str) -> list[str]:
    """The phrases of a title."""
    return [title[phrase.start : phrase.end] for phrase in title_phrases(title)]


def test_a_title_is_cut_at_its_separators() -> None:
    title = "Brimlo X2 Desk Lamp - 10W, 3 Modes | USB-C (White) [Pack of 2]"
    assert parts(title) == ["Brimlo X2 Desk Lamp", "10W", "3 Modes", "USB-C", "White", "Pack of 2"]


def test_a_list_of_uses_in_a_title_stays_whole() -> None:
    assert (
        parts("Brimlo Bottle for Sports, Travel, and School, Red")[0] == "Brimlo Bottle for Sports, Travel, and School"
    )


def test_a_qualifier_glued_to_its_figure_stays_with_it() -> None:
    assert parts("Keyboard, 2-Year Battery Life(Keyboard), Black")[1] == "2-Year Battery Life(Keyboard)"


def test_statements_instructions_and_names_are_told_apart() -> None:
    assert has_verb("the lid keeps the spout clean")
    assert not has_verb("push-button lid with lock")
    assert is_told("Slide the cover off")
    assert not is_told("Slide lock for travel")


def test_stray_marks_at_the_ends_are_left_out() -> None:
    assert trimmed(" - Steel, ", 0, 10) == (3, 8)


@pytest.mark.parametrize(
    ("mangled", "mended"),
    [
        ("itâ€™s", "it’s"),
        ("60blank°", "60°"),
        ("10 blank€“ 20", "10 – 20"),
        ("plain", "plain"),
    ],
)
def test_marks_are_mended(mangled: str, mended: str) -> None:
    assert mend(mangled) == mended
    assert len(mend_in_place(mangled)) == len(mangled)


def cut(text: str) -> list[str]:
    """The phrases of a feature, labels before a colon, headings in capitals."""
    found = []
    for phrase in feature_phrases(text):
        words = text[phrase.start : phrase.end]
        found.append(f"{phrase.label}: {words}" if phrase.label else words.upper() if phrase.is_heading else words)
    return found


def test_a_heading_goes_before_its_sentences() -> None:
    assert cut("QUICK SETUP – The lamp clips on and needs no tools") == [
        "QUICK SETUP",
        "The lamp clips on",
        "needs no tools",
    ]


def test_labels_that_follow_each_other_are_told_apart() -> None:
    assert cut("Sensor: Optical Buttons Qty: 03 Resolution: 1000 dpi") == [
        "Sensor: Optical",
        "Buttons Qty: 03",
        "Resolution: 1000 dpi",
    ]


def test_lists_stay_whole_and_statements_are_cut() -> None:
    assert cut("Features a padded strap, a mesh pocket and a key hook.") == [
        "Features a padded strap",
        "a mesh pocket and a key hook",
    ]
    assert cut("Good for hiking, school, work, or the gym") == ["Good for hiking, school, work, or the gym"]


def test_brackets_stay_with_their_words() -> None:
    assert cut("LED strip ( 4 modes - 3 light modes and 1 off mode ), remote") == [
        "LED strip ( 4 modes - 3 light modes and 1 off mode )",
        "remote",
    ]


def test_marks_that_lost_their_encoding_are_read_as_what_they_were() -> None:
    assert cut("Ideal Length â€“ The cord is 1.5 meters") == ["IDEAL LENGTH", "The cord is 1.5 meters"]
