"""What measures give back."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from triptych.errors import UsageError
from triptych.measures import Analysis, Measured, NothingToMeasure, take_measure
from triptych.measures._measured import bad, good, growing
from triptych.measures.language import Language
from triptych.plugins import names_in

Make = Callable[..., Analysis]
GOOD = "The battery lasts ten hours, and the screen is bright as well. However, the speakers are weak, and it is heavy."


@dataclass(frozen=True, slots=True)
class Calm(Measured):
    """A measure's class."""

    quiet: float = good(0.5)
    loud: float = bad()
    marks: int = 0


def test_quantities_are_the_fields_that_say_which_way_is_better() -> None:
    assert list(Calm(0.7, loud=0.2).quantities()) == [("value", 0.7, 1), ("quiet", 0.5, 1), ("loud", 0.2, -1)]


def test_a_count_grows_to_a_share() -> None:
    assert growing(0, 2) == 0 == growing(-1, 2) and growing(2, 2) == pytest.approx(0.632, abs=1e-3)
    assert growing(1, 2) < growing(3, 2) < 1


@pytest.mark.parametrize("name", names_in("triptych.measures"))
def test_every_quantity_is_between_0_and_1(
    opinion: Make, explanation: Make, comparison: Make, table: str, name: str
) -> None:
    for analysis in (opinion(GOOD), explanation(GOOD), comparison(table), opinion("good " * 500), comparison(GOOD)):
        try:
            measured = take_measure(name, analysis)
        except NothingToMeasure:
            continue
        assert all(0 <= value <= 1 for _, value, _ in measured.quantities()), measured
        assert measured.notes and 0 <= measured.certainty <= 1


@pytest.mark.parametrize("name", names_in("triptych.measures"))
def test_empty_words_never_raise_a_measure(opinion: Make, name: str) -> None:
    padding = " One may well say that things are as they are in this world." * 6
    try:
        short, padded = (take_measure(name, opinion(text)).value for text in (GOOD, GOOD + padding))
    except NothingToMeasure:
        return
    assert padded <= short + 0.08


def test_a_measure_is_found_by_its_name(opinion: Make) -> None:
    assert isinstance(take_measure("language", opinion(GOOD)), Language)
    with pytest.raises(UsageError, match="claims"):
        take_measure("penguins", opinion(GOOD))
