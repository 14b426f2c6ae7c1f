"""Writing as a stage: what is missing is asked of the store, failures are kept for another start."""

from datetime import UTC, datetime
from pathlib import Path

from briefed import a_product
from triptych.engines import Outcome
from triptych.records import Run, Shortlist
from triptych.stores import open_store
from triptych.writers import WritingStage, assign
from triptych.writers.embedded import connect, write_cases


def _run() -> Run:
    return Run(id="run", command="write", source="x", started=datetime.now(UTC))


def test_what_was_written_is_not_missing_until_it_changes(tmp_path: Path) -> None:
    shortlist = Shortlist(id="s", query="kettle", products=(a_product(["It boils fast."]), a_product([], id="b")))
    (given,) = assign([shortlist])
    with open_store(str(tmp_path / "store.db")) as store:
        run = store.start_run(_run())
        stage = WritingStage(store, run.id, connect())
        assert stage.missing([given]) == [given]
        stage.keep([Outcome(given, write_cases(given))])
        assert stage.missing([given]) == []
        (changed,) = assign([shortlist.model_copy(update={"query": "quiet kettle"})])
        assert stage.missing([changed]) == [changed]
        assert WritingStage(store, run.id, connect(), is_fresh=True).missing([given]) == [given]


def test_a_shortlist_that_failed_is_named_and_stays_missing(tmp_path: Path) -> None:
    (given,) = assign([Shortlist(id="s", query="kettle", products=(a_product([]), a_product([], id="b")))])
    with open_store(str(tmp_path / "store.db")) as store:
        stage = WritingStage(store, store.start_run(_run()).id, connect())
        stage.keep([Outcome(given, None, ValueError("no words"))])
        assert stage.failures == ["s: no words"]
        assert stage.missing([given]) == [given]
