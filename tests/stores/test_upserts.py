"""Many rows in one statement."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection, event

from triptych.records import Reply
from triptych.stores import open_store
from triptych.stores._sql import SqlStore
from triptych.stores._upserts import _pieces


@given(st.integers(0, 1000))
def test_pieces_are_all_rows_in_order_and_of_few_sizes(count: int) -> None:
    rows = [(number,) for number in range(count)]
    pieces = list(_pieces(rows))
    assert [row for piece in pieces for row in piece] == rows
    assert {len(piece) for piece in pieces} <= {1, 2, 4, 8, 16, 32, 64}


@pytest.mark.parametrize(("rows", "statements"), [(1, 1), (64, 1), (100, 3), (640, 10)])
def test_rows_take_few_statements(tmp_path: Path, rows: int, statements: int) -> None:
    store = open_store(str(tmp_path / "s.db"))
    assert isinstance(store, SqlStore)
    said: list[str] = []

    def note(connection: Connection, cursor: object, statement: str, *rest: object) -> None:
        said.append(statement)

    with store:
        event.listen(store._database.writing, "before_cursor_execute", note)
        replies = [Reply(key=f"k{number}", model="m", text=f"reply {number}") for number in range(rows)]
        store.save(replies)
        store.save(reply.model_copy(update={"text": "again"}) for reply in replies)
        assert sum(statement.startswith("INSERT INTO triptych_replies") for statement in said) == 2 * statements
        assert {reply.text for reply in store.find_replies(f"k{number}" for number in range(rows)).values()} == {
            "again"
        }
