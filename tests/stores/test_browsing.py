"""A page about a run is answered without reading what its judgements say at length."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Select
from sqlalchemy.dialects import sqlite

from triptych.stores import CaseQuery, open_store
from triptych.stores._browsing import find_cases, rated_in, sum_scores


@pytest.mark.parametrize("statement", [sum_scores("r"), find_cases("r", CaseQuery(task="opinion"))])
def test_figures_are_read_along_their_index(statement: Select[Any], tmp_path: Path) -> None:
    sql = str(statement.compile(dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True}))
    with open_store(str(tmp_path / "s.db")) as store, store._database.reading.connect() as connection:
        plan = [row[-1] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}")]
    read = [step for step in plan if "triptych_judgements" in step]
    assert len(read) == 1
    assert "USING COVERING INDEX triptych_judgements_figures" in read[0]


def test_a_rater_is_asked_for_only_where_one_is_named() -> None:
    assert ("rater =" in str(rated_in("r", "ann")), "rater =" in str(rated_in("r", None))) == (True, False)
