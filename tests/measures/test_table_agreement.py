"""Whether the parts of a comparison agree."""

from collections.abc import Callable

from triptych.measures import Analysis, take_measure

Make = Callable[..., Analysis]


def test_a_point_at_odds_with_a_row_is_named_with_both(comparison: Make, table: str) -> None:
    spoilt = table.replace("Excellent battery; bright screen", "Cheap to post; terrible battery life")
    measured = take_measure("table_agreement", comparison(spoilt))
    (note,) = [note for note in measured.notes if "battery" in note]
    assert "“10 hours; excellent”" in note and "“terrible battery life”" in note


def test_no_cell_contradicts_itself(comparison: Make, table: str) -> None:
    mixed = table.replace("10 hours; excellent", "Excellent battery at first, poor battery after a year")
    notes = take_measure("table_agreement", comparison(mixed)).notes
    assert not any(note.count("poor battery after") > 1 for note in notes), notes
