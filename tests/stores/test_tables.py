"""Records as rows of the tables, and back."""

import datetime as dt
from pathlib import Path

import pytest
from sqlalchemy import Connection, event

from triptych.errors import UsageError
from triptych.records import Judgement, Rating, Reply, Run
from triptych.stores import KeptCase, KeptJudgement, KeptRating, Row, open_store
from triptych.stores._sql import SqlStore
from triptych.stores._tables import run_values, to_record, to_row, to_utc

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
    assert Judgement.from_content(kept["content"]) == judgement


def test_a_path_that_is_no_text_and_a_time_without_a_zone_are_kept() -> None:
    run = Run(id="r", command="judge", source="a\udcff.jsonl", started=dt.datetime(2026, 1, 2))
    assert run_values(run)["source"] == r"a\udcff.jsonl"
    assert run_values(run)["started"] == to_utc(dt.datetime(2026, 1, 2, tzinfo=dt.UTC))


def test_what_another_release_wrote_is_refused_with_its_field() -> None:
    with pytest.raises(UsageError, match=r"a Reply in the store cannot be read \(model: .*another release"):
        to_record(Reply, '{"key": "k", "text": "t"}')


def test_rows_of_a_table_are_one_statement_that_replaces_what_was_kept(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "s.db"))
    assert isinstance(store, SqlStore)
    said: list[str] = []

    def note(connection: Connection, cursor: object, statement: str, *rest: object) -> None:
        said.append(statement)

    with store:
        event.listen(store._database.writing, "before_cursor_execute", note)
        replies = [Reply(key=f"k{number}", model="m", text=f"reply {number}") for number in range(700)]
        store.save(replies)
        store.save(reply.model_copy(update={"text": "again"}) for reply in replies)
        assert sum(statement.startswith("INSERT INTO triptych_replies") for statement in said) == 2
        assert {reply.text for reply in store.find_replies(reply.key for reply in replies).values()} == {"again"}


def test_figures_of_a_judgement_are_columns_and_a_system_fits_an_index() -> None:
    judgement = SCORED.model_copy(update={"system": "a\x00\ud83d" + "b" * 300, "words": 9})
    table, cells = to_row(KeptJudgement("r", "d", judgement))
    kept = dict(zip(table.c.keys(), cells, strict=True))
    assert (kept["task"], kept["item"], kept["score"], kept["value"], kept["words"]) == ("opinion", "i", 4, 4.0, 9)
    assert kept["system"].startswith(r"a\0\ud83d") and len(kept["system"]) < 250
