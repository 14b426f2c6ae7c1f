"""Agreement in sentences and cells."""

from collections.abc import Mapping

from scored import judgement, rating
from triptych.agreement import Agreement, measure_agreement
from triptych.cli._agreement_tables import ALL_COLUMNS, all_figures, matching_sentences, warnings
from triptych.records import Judgement, Rating


def agree(values: Mapping[str, float | None], words: dict[str, int] | None = None) -> Agreement:
    """How a judge with these values agrees with one person's rising scores."""
    made: list[Judgement] = [
        judgement(case, value, words=(words or {}).get(case, 100)) for case, value in values.items()
    ]
    ratings: list[Rating] = [rating(case, place % 5 + 1) for place, case in enumerate(values)]
    return measure_agreement({"embedded": made}, ratings, resamples=100)


CASES = [f"{item}/{system}" for item in "ab" for system in "vwxyz"]


def test_what_was_matched_and_what_was_not_is_said() -> None:
    values: dict[str, float | None] = dict.fromkeys(CASES, 3.0)
    values["a/v"] = None
    sentences = list(matching_sentences(agree(values)))
    assert sentences[0] == "10 ratings by 1 person, of 10 case and metric pairs"
    assert "embedded: 1 rated, but the judge gave no score" in sentences
    assert "embedded: 1 unscored: several scores" in sentences


def test_a_judge_no_better_than_the_word_count_is_warned_of() -> None:
    rising = {case: float(place % 5 + 1) for place, case in enumerate(CASES)}
    falling = {case: 6 - value for case, value in rising.items()}
    words = {case: int(100 * value) for case, value in rising.items()}
    assert any(
        "counting words agrees with people better than embedded" in one for one in warnings(agree(falling, words))
    )
    assert not any("beware" in one for one in warnings(agree(rising)))


def test_a_judge_without_spread_has_no_correlation_and_why() -> None:
    assert any("no ρ" in one for one in warnings(agree(dict.fromkeys(CASES, 3.0))))


def test_every_figure_fills_every_column() -> None:
    rising = {case: float(place % 5 + 1) for place, case in enumerate(CASES)}
    rows = list(all_figures(agree(rising)))
    assert {len(row) for row in rows} == {len(ALL_COLUMNS)}
    assert any(row[:4] == ("fluency", "embedded", "spearman", "by_item") and row[4] == "1.0000" for row in rows)
