"""Records as rows and back; pages, pieces and being closed."""

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, event

from triptych.errors import UsageError
from triptych.records import Case, Judgement, Product, Rating, Reply, Run
from triptych.stores import KeptCase, KeptJudgement, KeptRating, Row, Store, _store, open_store
from triptych.stores._store import run_values, to_record, to_row, to_utc

UNSCORED = Judgement(
    case_id="c", item="i", task="opinion", metric="fluency", judge="j", failure="no score", signature="s"
)
SCORED = UNSCORED.model_copy(update={"failure": None, "score": 4, "value": 4.0})


@pytest.mark.parametrize(
    ("row", "table", "cells"),
    [
        (KeptCase("r", 3, "d", "c", "{}"), "triptych_cases", ("r", "c", 3, "d", "{}")),
        (
            Rating(case_id="c", metric="fluency", rater="ann", score=4),
            "triptych_ratings",
            ("c", "", "fluency", "ann", 4.0),
        ),
        (
            KeptRating("c", "d", "fluency", "ann", None, "in French"),
            "triptych_ratings",
            ("c", "d", "fluency", "ann", None),
        ),
        (Reply(key="k", model="m", text="t"), "triptych_replies", ("k",)),
    ],
)
def test_a_row_has_its_table_and_its_key_first(row: Row, table: str, cells: tuple[object, ...]) -> None:
    found, values = to_row(row)
    assert found.name == table
    assert values[: len(cells)] == cells
    assert [column.name for column in found.primary_key] == found.c.keys()[: len(found.primary_key)]


@pytest.mark.parametrize(
    ("judgement", "is_final", "state"),
    [
        (SCORED, True, "scored"),
        (UNSCORED, True, "unscored"),
        (UNSCORED, False, "unreached"),
        (SCORED, False, "unreached"),
    ],
)
def test_a_judgement_is_kept_with_its_state(judgement: Judgement, is_final: bool, state: str) -> None:
    table, cells = to_row(KeptJudgement("r", "d", judgement, is_final))
    kept = dict(zip(table.c.keys(), cells, strict=True))
    assert kept["state"] == state
    assert Judgement.model_validate_json(kept["content"]) == judgement


def test_a_path_that_is_no_text_and_a_time_without_a_zone_are_kept() -> None:
    run = Run(id="r", command="judge", source="a\udcff.jsonl", started=dt.datetime(2026, 1, 2))
    assert run_values(run)["source"] == r"a\udcff.jsonl"
    assert run_values(run)["started"] == to_utc(dt.datetime(2026, 1, 2, tzinfo=dt.UTC))


def test_what_another_release_wrote_is_refused_with_its_field() -> None:
    with pytest.raises(UsageError, match=r"a Reply in the store cannot be read \(model: .*another release"):
        to_record(Reply, '{"key": "k", "text": "t"}')


def test_rows_of_a_table_are_one_statement_that_replaces_what_was_kept(tmp_path: Path) -> None:
    said: list[str] = []

    def note(connection: Connection, cursor: object, statement: str, *rest: object) -> None:
        said.append(statement)

    with open_store(str(tmp_path / "s.db")) as store:
        event.listen(store._database.writing, "before_cursor_execute", note)
        replies = [Reply(key=f"k{number}", model="m", text=f"reply {number}") for number in range(700)]
        store.save(replies)
        store.save(reply.model_copy(update={"text": "again"}) for reply in replies)
        assert sum(statement.startswith("INSERT INTO triptych_replies") for statement in said) == 2
        assert {reply.text for reply in store.find_replies(reply.key for reply in replies).values()} == {"again"}


def test_figures_of_a_judgement_are_columns_and_a_system_fits_an_index() -> None:
    judgement = SCORED.model_copy(update={"system": "a\x00" + "b" * 300, "words": 9})
    table, cells = to_row(KeptJudgement("r", "d", judgement))
    kept = dict(zip(table.c.keys(), cells, strict=True))
    assert (kept["task"], kept["item"], kept["score"], kept["value"], kept["words"]) == ("opinion", "i", 4, 4.0, 9)
    assert kept["system"].startswith(r"a\0") and len(kept["system"]) < 250


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """A store with a run of seven judged cases, read two at a time and deleted three at a time."""
    monkeypatch.setattr(_store, "_PAGE", 2)
    monkeypatch.setattr(_store, "_DELETED_AT_ONCE", 3)
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
