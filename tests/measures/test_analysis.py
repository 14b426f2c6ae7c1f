"""A case as measures see it: what a reader would see, and what the text asserts; and what measures give back."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triptych.errors import UsageError
from triptych.measures import Analysis, Measured, NothingToMeasure, take_measure
from triptych.measures._analysis import bad, good, growing, own_words, visible
from triptych.measures._sources import Quote
from triptych.measures.attribution import measure as attribution
from triptych.measures.language import Language
from triptych.plugins import names_in
from triptych.records import Evidence

Make = Callable[..., Analysis]
GOOD = "The battery lasts ten hours, and the screen is bright as well. However, the speakers are weak, and it is heavy."
_SOMEWHERE = Evidence(product_id="p", source="review", source_id="1", start=0, end=1, text="x")


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


def test_a_reviewers_own_voice_and_slips_are_not_the_writers(opinion: Make) -> None:
    text = "Four reviewers praise the battery (“The battery lasts ten hours and I love it”). They call it good."
    assert attribution(opinion(text)).own_voice == 0
    assert attribution(opinion(text.replace("“", "").replace("”", ""))).own_voice > 0


def test_a_paste_of_quotes_is_read_as_it_stands(opinion: Make) -> None:
    text = "“The battery lasts ten hours and I love it. The screen is bright.” “Speakers sound bad.”"
    assert opinion(text).prose == text


@given(st.text(alphabet="ab .!?“”", max_size=60))
def test_own_words_keep_every_place(text: str) -> None:
    start = text.find("“")
    end = text.find("”", start + 1) + 1 if start >= 0 else 0
    quotes = (Quote(start, end, text[start + 1 : end - 1], _SOMEWHERE),) if end > start + 5 else ()
    shown = own_words(text, quotes)
    assert len(shown) == len(text) and shown[end:] == text[end:]


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
