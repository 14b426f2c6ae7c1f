"""From shares to anchors."""

import pytest

from triptych.judges._embedded.scale import boundary_distance, on_scale, whole


@pytest.mark.parametrize(("share", "value"), [(0.0, 1.0), (0.5, 3.0), (0.55, 3.25), (1.0, 5.0), (2.0, 5.0)])
def test_shares_go_through_the_lines_of_the_rubrics(share: float, value: float) -> None:
    assert on_scale(share) == pytest.approx(value)


@pytest.mark.parametrize(("value", "score"), [(1.0, 1), (1.49, 1), (1.5, 2), (4.5, 5), (5.3, 5), (0.2, 1)])
def test_halves_go_up(value: float, score: int) -> None:
    assert whole(value) == score


@pytest.mark.parametrize(("value", "distance"), [(3.0, 0.5), (3.5, 0.0), (3.4, 0.1), (3.6, 0.1)])
def test_how_far_from_where_rounding_turns(value: float, distance: float) -> None:
    assert boundary_distance(value) == pytest.approx(distance)
