"""How features are cut."""

from triptych.listing.clauses import feature_phrases


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
        "a mesh pocket",
        "a key hook",
    ]
    assert cut("Good for hiking, school, work, or the gym") == ["Good for hiking, school, work, or the gym"]


def test_brackets_stay_with_their_words() -> None:
    assert cut("LED strip ( 4 modes - 3 light modes and 1 off mode ), remote") == [
        "LED strip ( 4 modes - 3 light modes and 1 off mode )",
        "remote",
    ]


def test_marks_that_lost_their_encoding_are_read_as_what_they_were() -> None:
    assert cut("Ideal Length â€“ The cord is 1.5 meters") == ["IDEAL LENGTH", "The cord is 1.5 meters"]


def test_afterthoughts_are_marked() -> None:
    tails = [phrase.is_tail for phrase in feature_phrases("Steel body, making it a joy to hold")]
    assert tails == [False, True]
