"""What words give an attribute away."""

from triptych.listing.attributes import cues_in, label_of


def test_values_and_cues_are_found_however_they_are_joined() -> None:
    found = [(cue.attribute, cue.is_value) for cue in cues_in("Leak Proof lid of stainless-steel, 2 batteries")]
    assert found == [("leak protection", True), ("material", True), ("battery", False)]


def test_the_longest_words_win() -> None:
    text = "engineered wood top"
    (cue,) = cues_in(text)
    assert text[cue.start : cue.end] == "engineered wood"


def test_no_cue_inside_a_word() -> None:
    assert cues_in("Glassware and redwood") == []


def test_labels_become_plain_names() -> None:
    assert label_of("IN THE BOX") == "included"
    assert label_of("Jar Material") == "jar material"
    assert label_of("1. Operating System (phone)") == "operating system"
