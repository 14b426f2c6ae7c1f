"""How titles are cut."""

from triptych.listing.phrases import has_verb, is_told, title_phrases, trimmed


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


def test_bare_words_make_one_list() -> None:
    assert parts("Zindo Chopper | Chop, Mince, Puree, 400 ml")[1] == "Chop, Mince, Puree"


def test_statements_instructions_and_names_are_told_apart() -> None:
    assert has_verb("the lid keeps the spout clean")
    assert not has_verb("push-button lid with lock")
    assert is_told("Slide the cover off")
    assert not is_told("Slide lock for travel")


def test_stray_marks_at_the_ends_are_left_out() -> None:
    assert trimmed(" - Steel, ", 0, 10) == (3, 8)
