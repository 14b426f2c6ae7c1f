"""Results say in words what they hold in figures."""

import pytest

from triptych.agreement import ALL_METRICS, Agreement, AgreementRow, Difference, show_number, show_p
from triptych.agreement._results import Statistic


def difference(effect: float = 0.2, p: float = 0.001, adjusted: float = 0.002, unscored: int = 0) -> Difference:
    sides = {"task": "opinion", "metric": "fluency", "first": "A", "second": "B", "pairs": 9, "items": 9}
    bounds = {"effect": effect, "low": effect - 0.1, "high": effect + 0.1, "worst": effect - 1, "best": effect + 1}
    return Difference.model_validate({**sides, **bounds, "p": p, "p_adjusted": adjusted, "unscored_first": unscored})


def test_a_clear_difference_names_the_better_side() -> None:
    assert difference().sentence() == "B is better on fluency: +0.20 [0.10, 0.30], p 0.001."
    worse = difference(effect=-0.2)
    assert worse.sentence(with_task=True) == "A is better on opinion/fluency: -0.20 [-0.30, -0.10], p 0.001."


def test_what_rounds_to_nothing_has_no_minus() -> None:
    found = difference(p=0.4).model_copy(update={"effect": -0.001, "low": -0.004, "high": 0.01})
    assert found.sentence() == "No clear difference on fluency: +0.00 [0.00, 0.01], p 0.40."


def test_a_p_that_many_metrics_take_away_comes_with_what_it_becomes() -> None:
    found = difference(p=0.03, adjusted=0.12)
    assert not found.is_clear
    assert found.sentence().endswith("p 0.03 (0.12 adjusted for the number of metrics).")


def test_unscored_cases_may_turn_it_around() -> None:
    assert difference(unscored=2).sentence().endswith("; the 2 unscored could turn this around.")
    far = difference(effect=2.0, unscored=2)
    assert not far.hangs_on_unscored and far.sentence().endswith("cannot turn this around.")


@pytest.mark.parametrize(("p", "shown"), [(0.0004, "< 0.001"), (0.0042, "0.004"), (0.034, "0.03")])
def test_p_is_shown_as_far_as_it_matters(p: float, shown: str) -> None:
    assert show_p(p) == shown
    assert show_number(-0.001) == "0.00" and show_number(0.5, "+") == "+0.50"


def test_a_row_finds_its_statistic_and_the_mean_is_no_metric() -> None:
    value = Statistic(statistic="kendall", level="pooled", value=0.4, count=3)
    fields = {"who": "a", "kind": "judge", "cases": 3, "items": 3, "undefined_items": 0, "figures": (value,)}
    rows = [AgreementRow.model_validate({"metric": name, **fields}) for name in ("fluency", ALL_METRICS)]
    assert rows[0].figure("kendall", "pooled") == value and rows[0].figure("kendall", "by_item") is None
    assert Agreement(ratings=3, raters=1, rated=3, matching=(), rows=tuple(rows), alphas=()).rows == tuple(rows)
