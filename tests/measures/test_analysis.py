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


def test_claims_are_clauses_and_cells_with_their_product(comparison: Make, table: str) -> None:
    claims = comparison(table).claims
    weight = next(claim for claim in claims if claim.text == "620 g; heavy")
    assert weight.said == "Weight: 620 g; heavy" and weight.products == (0,) and "heavy" in weight.content
    assert any(claim.piece.place == "verdict" and claim.products == (1,) for claim in claims)
    assert not any("norvel" in claim.content for claim in claims)


def test_a_reader_sees_cells_and_prose_without_marks(comparison: Make, table: str) -> None:
    analysis = comparison(table)
    assert "Bright and sharp" in analysis.plain and "Take the Norvel" in analysis.plain and "|" not in analysis.plain
    assert analysis.plain_words > 80 and len(analysis.read) > len(analysis.sentences)
