"""DuckDB as we use it."""

from pathlib import Path

import duckdb
import pytest

from triptych.catalog._database import explain_error, open_workspace, quote, quote_name, quote_path


def test_a_workspace_is_gone_after_its_block_and_loads_nothing_from_the_network() -> None:
    with open_workspace(64) as workspace:
        assert workspace.folder.is_dir()
        [[loads]] = workspace.connection.execute("SELECT current_setting('autoload_known_extensions')").fetchall()
        assert loads is False
    assert not workspace.folder.exists()
    with pytest.raises(duckdb.ConnectionException):
        workspace.connection.execute("SELECT 1")


@pytest.mark.parametrize("name", ["it's.csv", "odd[1].csv", "a*b?.csv"])
def test_a_path_with_marks_of_patterns_is_that_file_alone(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("a\n1\n", encoding="utf-8")
    (tmp_path / "odd1.csv").write_text("a\n2\n", encoding="utf-8")
    with open_workspace(64) as workspace:
        rows = workspace.connection.execute(f"SELECT a FROM read_csv({quote_path(tmp_path / name)})").fetchall()
    assert rows == [(1,)]


def test_texts_and_names_are_quoted() -> None:
    with open_workspace(64) as workspace:
        found = workspace.connection.execute("SELECT " + quote("it's") + " AS " + quote_name('a "b"'))
        assert ([column[0] for column in found.description], found.fetchall()) == (['a "b"'], [("it's",)])


def test_an_error_is_told_on_one_line() -> None:
    with open_workspace(64) as workspace, pytest.raises(duckdb.Error) as caught:
        workspace.connection.execute("SELECT nothing\nFROM nowhere")
    assert "\n" not in explain_error(caught.value)
    assert "nowhere" in explain_error(caught.value)
