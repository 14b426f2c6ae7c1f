"""Weights: curves, caps, and the file they come from."""

from pathlib import Path

import pytest

from triptych.judges._embedded.weights import Cap, Curve, RubricWeights, Weights, dump_weights, load_weights
from triptych.rubrics import list_rubrics

FALLING = Curve(((0.0, 0.0), (0.5, -1.0), (1.0, -1.5)))
CAPPED = Cap(("opinion/x",), "counts.impossible", 3.0, above=0.3, why="a count that cannot be")


def weights(*caps: Cap) -> Weights:
    return Weights({"opinion/x": RubricWeights(4.0, {"claims.worst": FALLING})}, caps)


@pytest.mark.parametrize(("quantity", "height"), [(0.0, 0.0), (0.25, -0.5), (1.0, -1.5), (None, -0.75)])
def test_a_curve_runs_straight_between_its_points(quantity: float | None, height: float) -> None:
    assert FALLING.at(quantity) == pytest.approx(height)
    assert FALLING.range == 1.5 and FALLING.best == 0.0


def test_a_value_is_the_base_and_the_curves_within_1_and_5() -> None:
    assert weights().value("opinion/x", {"claims.worst": 0.5}) == 3.0
    high = Weights({"opinion/x": RubricWeights(9.0, {})})
    low = Weights({"opinion/x": RubricWeights(-9.0, {})})
    assert high.value("opinion/x", {}) == 5 and low.value("opinion/x", {}) == 1


def test_a_cap_holds_above_its_limit_and_only_for_its_rubrics() -> None:
    capped = weights(CAPPED)
    assert capped.value("opinion/x", {"claims.worst": 0.0, "counts.impossible": 0.6}) == 3.0
    assert capped.value("opinion/x", {"claims.worst": 0.0, "counts.impossible": 0.2}) == 4.0
    assert capped.value("opinion/x", {"claims.worst": 0.0}) == 4.0
    assert list(capped.caps_on("opinion/x", {"counts.impossible": 0.6})) == [CAPPED]
    assert not CAPPED.holds(0.3) and Cap((), "detail", 2.0, below=0.1).holds(0.05)


def test_weights_are_read_as_they_were_written(tmp_path: Path) -> None:
    path = tmp_path / "weights.yaml"
    dump_weights(weights(CAPPED), path)
    assert load_weights(path) == weights(CAPPED)


def test_every_bundled_rubric_has_weights_for_measures_that_it_names() -> None:
    given = load_weights()
    for rubric in list_rubrics():
        used = {quantity.split(".")[0] for quantity in given.rubrics[rubric.name].curves}
        assert used and used <= set(rubric.measures), rubric.name
        capped = {cap.quantity.split(".")[0] for cap in given.caps if rubric.name in cap.rubrics}
        assert capped <= set(rubric.measures), rubric.name


def test_curves_never_turn_back() -> None:
    for one in load_weights().rubrics.values():
        for curve in one.curves.values():
            heights = [height for _, height in curve.points]
            assert heights in (sorted(heights), sorted(heights, reverse=True))
