"""A verdict held against its table and the query."""

from collections.abc import Callable

import pytest

from triptych.measures import Analysis, take_measure
from triptych.measures._ranks import is_denied, ranks_of, standing

Make = Callable[..., Analysis]
CAMERA = "It was voted camera of the year. A leather sleeve and a lifelong warranty come with it."


def level(analysis: Analysis) -> float:
    return take_measure("verdict_grounds", analysis).figures["level"]


def with_verdict(table: str, verdict: str) -> str:
    return table[: table.index("Final Verdict Summary")] + f"Final Verdict Summary: {verdict}\n"


def with_weights(table: str) -> str:
    return table.replace("620 g; heavy | 620 g; heavy | 620 g; heavy", "620 g | 480 g | 700 g")


def test_reasons_that_the_table_shows_stand(comparison: Make, table: str) -> None:
    measured = take_measure("verdict_grounds", comparison(table))
    assert measured.figures["supported"] == 1.0 and measured.figures["level"] > 4.4


def test_reasons_from_nowhere_are_named(comparison: Make, table: str) -> None:
    measured = take_measure("verdict_grounds", comparison(with_verdict(table, f"Take the Norvel Tab 10. {CAMERA}")))
    assert measured.figures["supported"] < 0.5 and measured.figures["level"] < 3
    assert any("Not in the table: “It was voted" in note for note in measured.notes)


def test_the_product_named_before_can_be_the_winner(comparison: Make, table: str) -> None:
    verdict = "That leaves the Norvel Tab 10. Its battery lasts 10 hours, so it is the one to take."
    notes = take_measure("verdict_grounds", comparison(with_verdict(table, verdict))).notes
    assert any(note.startswith("To take: Norvel Tab 10") for note in notes)


def test_a_verdict_that_chooses_what_it_rules_out_wavers(comparison: Make, table: str) -> None:
    verdict = "Avoid the Norvel Tab 10. The Norvel Tab 10 is the one to take for its battery of 10 hours."
    assert take_measure("verdict_grounds", comparison(with_verdict(table, verdict))).figures["wavers"] == 1
    assert level(comparison(with_verdict(table, verdict))) <= 2


@pytest.mark.parametrize(("name", "denied"), [("Quessa Pad 8", 0), ("Norvel Tab 10", 1)])
def test_a_superlative_is_held_against_the_figures(comparison: Make, table: str, name: str, denied: int) -> None:
    verdict = f"Take the {name} because it is the lightest of the three to carry."
    measured = take_measure("verdict_grounds", comparison(with_verdict(with_weights(table), verdict)))
    assert measured.figures["against"] == denied


def test_no_verdict_or_none_to_take_is_the_lowest_anchor(comparison: Make, table: str) -> None:
    assert level(comparison(table[: table.index("Final Verdict")])) == 1
    assert level(comparison(with_verdict(table, "All three are tablets with a screen."))) == 1


def test_figures_rank_products(comparison: Make, table: str) -> None:
    ranks = ranks_of(comparison(with_weights(table)))
    assert ranks["weight"] == {0: 620, 1: 480, 2: 700} and ranks["price"] == {0: 250, 1: 290, 2: 330}
    assert standing("light to carry", 1, ranks) == 2 and standing("light to carry", 2, ranks) == -2
    assert standing("a nice colour", 0, ranks) is None
    assert is_denied("the cheapest of all", 2, ranks) and not is_denied("cheaper than most", 0, ranks)


@pytest.mark.parametrize(("words", "against"), [("breaks the budget", 0), ("stays within the budget", 1)])
def test_the_side_of_the_budget_is_held_against_the_price(
    comparison: Make, table: str, words: str, against: int
) -> None:
    verdict = f"Take the Norvel Tab 10 for its battery of 10 hours. The Ostrin Slate 12 {words}."
    measured = take_measure("verdict_grounds", comparison(with_verdict(table, verdict)))
    assert measured.figures["against"] == against and measured.figures["supported"] == 1 - against / measured.of


def test_the_difference_of_two_prices_stands_in_the_table(comparison: Make, table: str) -> None:
    verdict = "Take the Norvel Tab 10 at $250. The Quessa Pad 8 costs $40 more."
    assert take_measure("verdict_grounds", comparison(with_verdict(table, verdict))).figures["supported"] == 1


def test_a_row_named_after_a_need_tells_who_is_beaten(comparison: Make, table: str) -> None:
    rows = table.replace("| Display Size | 10 inch | 8 inch | 12 inch |", "| School Days | Too small | Great | Great |")
    query = "tablet with good battery under $300 for school days"
    silent = with_verdict(rows, "Take the Norvel Tab 10 for its battery of 10 hours at $250, not the other two.")
    said = with_verdict(
        rows, "Take the Norvel Tab 10 at $250, though it is too small for school days; not the other two."
    )
    assert level(comparison(silent, query)) < level(comparison(said, query))
    notes = take_measure("verdict_grounds", comparison(silent, query)).notes
    assert "Norvel Tab 10 is beaten by Quessa Pad 8 on “school days”, and the verdict does not say so." in notes


def test_a_list_without_a_heading_is_a_verdict(comparison: Make, table: str) -> None:
    closing = (
        "**Which one?**\n\n1. Take the Norvel Tab 10 for its battery of 10 hours.\n\n2. The Quessa Pad 8 costs $290."
    )
    head = table[: table.index("Final Verdict")]
    assert level(comparison(head + closing)) > 3
    assert level(comparison(head + closing.replace("Norvel Tab 10", "cash").replace("Quessa Pad 8", "rest"))) == 1
