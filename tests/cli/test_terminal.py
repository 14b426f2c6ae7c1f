"""What commands print: tables for people, lines for programs."""

import pytest
from rich.console import Console

from triptych.cli import _output
from triptych.cli._output import show_table


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Console:
    """A terminal that remembers what it was shown."""
    console = Console(record=True, width=80)
    monkeypatch.setattr(_output, "is_terminal", lambda: True)
    monkeypatch.setattr(_output, "console", lambda: console)
    return console


def test_names_are_not_taken_for_markup(terminal: Console) -> None:
    show_table("odd[/i]: cases", ("run", "source"), [("a", "a longer [bold]b[/i]")])
    shown = terminal.export_text()
    assert "odd[/i]: cases" in shown
    assert "[bold]b[/i]" in shown


def test_columns_without_names_have_no_head(terminal: Console) -> None:
    show_table(None, ("", ""), [("run", "judge-1")])
    assert [line.split() for line in terminal.export_text().splitlines() if line.strip()] == [["run", "judge-1"]]


def test_elsewhere_a_row_is_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    show_table("Title", ("a", "b"), [("x\ty", "two\nlines"), (1, None)])
    assert capsys.readouterr().out == "x y\ttwo lines\n1\tNone\n"
