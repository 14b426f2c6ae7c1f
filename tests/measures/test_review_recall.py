"""What is carried of the reviews; and that no measure simply grows with words."""

from collections.abc import Callable

import pytest

from triptych.measures import Analysis, take_measure
from triptych.plugins import names_in

Make = Callable[..., Analysis]
GOOD = "The battery lasts ten hours, and the screen is bright as well. However, the speakers are weak, and it is heavy."


def test_a_text_about_the_product_carries_more_than_one_about_another(opinion: Make) -> None:
    about, other = (
        take_measure("review_recall", opinion(t)) for t in (GOOD, "Bakers sing of vineyards at dawn by the lake.")
    )
    assert about.value is not None and other.value is not None and about.value > other.value + 0.2


@pytest.mark.parametrize("name", names_in("triptych.measures"))
def test_empty_words_never_raise_a_measure(opinion: Make, name: str) -> None:
    short = take_measure(name, opinion(GOOD)).value
    padded = take_measure(
        name, opinion(GOOD + " One may well say that things are as they are in this world." * 6)
    ).value
    assert short is None or padded is None or padded <= short + 0.08
