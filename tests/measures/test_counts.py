"""Counts of reviewers in a text, held against what the reviews come to."""

from collections.abc import Callable

import pytest

from triptych.measures import Analysis, take_measure
from triptych.measures._counts import counts_told

Make = Callable[..., Analysis]


@pytest.mark.parametrize(
    "text",
    [
        "Five of 6 reviewers praise the battery.",
        "The battery is praised by five reviewers.",
        "Four reviewers find the screen bright.",
        "Among its 6 reviewers, three complain about the speakers.",
    ],
)
def test_true_counts_hold(opinion: Make, text: str) -> None:
    found = list(counts_told(opinion(text)))
    assert found and all(count.is_right for count in found), found


@pytest.mark.parametrize(
    "text",
    [
        "Nine reviewers praise the battery.",
        "5 of 60 reviewers praise the battery.",
        "No fewer than 6 of 6 reviewers complain about the price.",
    ],
    ids=["more than there are", "another whole", "far off"],
)
def test_false_counts_are_found(opinion: Make, text: str) -> None:
    assert any(not count.is_right for count in counts_told(opinion(text)))
    assert take_measure("exact_figures", opinion(text)).faults >= 1


def test_the_number_of_a_model_is_no_count(comparison: Make, table: str) -> None:
    assert not any("10 for" in count.said for count in counts_told(comparison(table)))


def test_counts_in_cells_are_those_of_their_product(comparison: Make, table: str) -> None:
    told = table.replace("Excellent battery; bright screen", "Battery (5 of 6); bright screen")
    assert take_measure("exact_figures", comparison(told)).faults == 0
    wrong = table.replace("Excellent battery; bright screen", "Battery (5 of 41); bright screen")
    assert take_measure("exact_figures", comparison(wrong)).faults == 1


def test_the_number_of_ratings_is_checked(opinion: Make) -> None:
    product = opinion("x").case.products[0].model_copy(update={"rating_count": 812})
    for number, faults in ((812, 0), (821, 1)):
        case = opinion(f"It has {number} ratings.").case.model_copy(update={"products": (product,)})
        assert take_measure("exact_figures", Analysis(case)).faults == faults
