"""How much a text tells: details, content, variety."""

from collections.abc import Callable

import pytest

from triptych.measures import Analysis, NothingToMeasure
from triptych.measures.detail import measure

Make = Callable[..., Analysis]


def test_details_beat_general_praise(opinion: Make) -> None:
    specific = measure(opinion("It lasts 10 hours on a charge. The 620 g strained a shoulder on the bus."))
    generic = measure(opinion("The quality is good. The design is nice. People like it."))
    assert specific.value == 1.0 and generic.value == 0.0
    assert generic.empty_praise > specific.empty_praise == 0 and specific.content > generic.content
    assert any("“People like it.”" in note for note in generic.notes)


def test_a_count_without_content_is_no_detail(opinion: Make) -> None:
    assert measure(opinion("5 of 6 reviewers praise it. 2 of 6 reviewers criticise it.")).value == 0.0


def test_a_named_material_is_a_detail_of_a_row(comparison: Make, table: str) -> None:
    rubber, good = (measure(comparison(table.replace("Bright and sharp", v))) for v in ("Carbon rubber", "Quite good"))
    assert rubber.value > good.value


def test_strings_of_letters_and_lists_are_no_details(opinion: Make) -> None:
    assert measure(opinion("Zxqv qwrt plmk is bvcx.")).value == 0.0
    words = "shoulder, bus, tray, frame, sleeve, desk, lamp, cable, train, kitchen"
    assert measure(opinion(f"{words}.")).value == 0.0


def test_words_of_the_sources_are_what_is_told(opinion: Make) -> None:
    told = measure(opinion("The battery lasts ten hours, the screen is sharp, the speakers are tinny."))
    other = measure(opinion("Bakers sing of vineyards at dawn, the lake is calm, penguins are few."))
    assert told.told > 0.1 > other.told


def test_repetition_costs(opinion: Make) -> None:
    once = "The battery lasts ten hours. The speakers are weak."
    one, two = (measure(opinion(text)) for text in (once, f"{once} {once} {once}"))
    assert two.alike > one.alike and two.varied < one.varied and two.distinct < one.distinct


def test_nothing_said_is_nothing_to_measure(opinion: Make) -> None:
    with pytest.raises(NothingToMeasure, match="no statement"):
        measure(opinion("?!"))


def test_one_telling_word_alone_is_no_detail(opinion: Make) -> None:
    assert measure(opinion("People mention the bus.")).value == 0.0
    assert measure(opinion("People mention a lamp on the bus.")).value == 1.0
