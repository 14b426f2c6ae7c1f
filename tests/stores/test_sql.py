"""What every SQL store does alike and the contract does not show: pages, pieces and being closed."""

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest

from triptych.errors import UsageError
from triptych.records import Case, Judgement, Product, Run
from triptych.stores import KeptCase, KeptJudgement, Store, _sql, open_store


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """A store with a run of seven judged cases, read two at a time and deleted three at a time."""
    monkeypatch.setattr(_sql, "_PAGE", 2)
    monkeypatch.setattr(_sql, "_DELETED_AT_ONCE", 3)
    with open_store(str(tmp_path / "s.db")) as opened:
        opened.start_run(Run(id="r", command="judge", source="x", started=dt.datetime.now(dt.UTC)))
        opened.save(row for position in range(7) for row in rows(position))
        yield opened


def rows(position: int) -> tuple[KeptCase, KeptJudgement]:
    # Positions run against the order of the ids.
    case_id = f"c{9 - position}"
    case = Case(id=case_id, item="i", task="opinion", products=(Product(id="p", title="P"),), text="t")
    judgement = Judgement(
        case_id=case_id, item="i", task="opinion", metric="fluency", judge="j", score=4, value=4.0, signature="s"
    )
    return KeptCase.of("r", position, "d", case), KeptJudgement("r", "d", judgement)


def test_pages_follow_on_each_other_by_position(store: Store) -> None:
    ids = [f"c{9 - position}" for position in range(7)]
    assert [case.id for case in store.cases("r")] == ids
    assert [judgement.case_id for judgement in store.judgements("r")] == ids


def test_a_reader_that_pauses_holds_up_no_writer(store: Store) -> None:
    reading = store.cases("r")
    next(reading)
    store.save(rows(7))
    assert [case.id for case in reading][-1] == "c2"


def test_a_run_is_deleted_in_pieces_to_the_last_case(store: Store) -> None:
    store.delete_run("r")
    assert store.runs() == []
    assert list(store.cases("r")) == []


def test_a_closed_store_is_used_no_more(store: Store) -> None:
    store.close()
    for use in (store.runs, store.secret, lambda: store.delete_run("r")):
        with pytest.raises(UsageError, match="is closed"):
            use()
