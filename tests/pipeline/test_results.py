"""What a store holds of runs, for the page and the API."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from triptych.pipeline.results import compare_runs, score_run
from triptych.reports import JudgedRun, make_contents
from triptych.stores import Store, open_store
from web.kept import keep_run


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Two runs of the same cases, of which the second scores one higher, but 5 becomes 1."""
    with open_store(str(tmp_path / "store.db")) as opened:
        keep_run(opened, "judge-1", 30)
        keep_run(opened, "judge-2", 24, rise=1)
        yield opened


def test_scores_are_those_of_a_report(store: Store) -> None:
    reported = make_contents([JudgedRun("judge-1", list(store.judgements("judge-1")))]).by_system
    found = score_run(store, "judge-1")
    assert [one.model_copy(update={"mean": None, "low": None, "high": None}) for one in found] == [
        one.model_copy(update={"mean": None, "low": None, "high": None}) for one in reported
    ]
    for one, other in zip(found, reported, strict=True):
        assert (one.mean, one.low, one.high) == pytest.approx((other.mean, other.low, other.high), abs=1e-4)


def test_two_runs_and_what_changed(store: Store) -> None:
    found = compare_runs(store, "judge-1", "judge-2")
    assert (found.shared, found.only_first, found.only_second, found.reworded) == (24, 6, 0, 0)
    (move,) = (one for one in found.moves if one.metric == "faithfulness")
    assert (move.up, move.same, move.down) == (15, 0, 3)
    assert (found.changes[0].first, found.changes[0].second) == (5.0, 1.0)
    assert {one.metric for one in found.differences} == {"faithfulness", "prevalence"}
    assert "all metrics" in found.note


def test_a_run_beside_itself_has_not_changed(store: Store) -> None:
    found = compare_runs(store, "judge-1", "judge-1")
    assert found.changes == ()
    assert all((one.up, one.down) == (0, 0) for one in found.moves)


def test_texts_that_share_only_their_ids_are_counted(store: Store) -> None:
    keep_run(store, "judge-3", 3, text="Another text under the same id.")
    assert compare_runs(store, "judge-1", "judge-3").reworded == 3


def test_runs_that_share_nothing_are_said_not_to(store: Store) -> None:
    keep_run(store, "judge-none", 0)
    found = compare_runs(store, "judge-1", "judge-none")
    assert (found.shared, found.differences) == (0, ())
    assert found.note.startswith("The two runs cannot be compared")
