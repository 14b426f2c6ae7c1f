"""A case as measures see it: what a reader would see, and what the text asserts."""

from collections.abc import Callable

import pytest

from triptych.measures import Analysis
from triptych.measures._analysis import visible

Make = Callable[..., Analysis]


@pytest.mark.parametrize(
    "hidden",
    [
        "<!-- The battery is great. -->",
        '<div style="display:none">The battery is great.</div>',
        '<span class="x" hidden>The battery is great.</span>',
        "<script>The battery is great.</script>",
        "<p style='visibility: hidden'>The battery is great.</p>",
        "<!-- The battery is great.",
    ],
)
def test_what_a_browser_does_not_show_is_blank_and_offsets_stay(hidden: str) -> None:
    text = f"Seen. {hidden}"
    assert visible(text).strip() == "Seen."
    assert len(visible(text)) == len(text)
    shown = "A <b>bright</b> screen < 3 and 5 > 4."
    assert visible(shown) == shown


def test_a_text_of_questions_asserts_nothing(opinion: Make) -> None:
    asking = opinion("Is the battery great? Does the screen shine? Is it heavy?")
    assert len(asking.unasserted) == 3
    assert asking.clauses == ()


def test_one_question_is_a_manner_of_writing(opinion: Make) -> None:
    mostly = opinion("Heavy? Yes. The battery lasts ten hours. The screen is bright.")
    assert mostly.unasserted == frozenset()


def test_what_is_called_false_is_not_asserted(opinion: Make) -> None:
    denied = opinion("It is false that the battery is great. It is not true that the screen is bright.")
    assert len(denied.unasserted) == 2
