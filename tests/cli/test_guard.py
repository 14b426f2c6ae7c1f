"""No output takes the place of an input, of the store or of another output."""

import io
import os
import sys
from pathlib import Path

import pytest

from triptych.cli._guard import check_outputs
from triptych.cli._main import main
from triptych.errors import UsageError


def refused(given: dict[str, object], match: str) -> None:
    with pytest.raises(UsageError, match=match):
        check_outputs(given)


def test_an_input_is_not_written_over_whatever_leads_to_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.jsonl").write_text("kept")
    (tmp_path / "link.jsonl").symlink_to("x.jsonl")
    os.link("x.jsonl", "hard.jsonl")
    for output in ("x.jsonl", "./x.jsonl", str(tmp_path / "x.jsonl"), "link.jsonl", "hard.jsonl"):
        refused({"shortlists": "x.jsonl", "output": output}, "is an input as well")
        refused({"products": ["x.json*"], "output": output}, "is an input as well")
        refused({"judge": ["embedded", "gguf:x.jsonl"], "output": output}, "is an input as well")
    refused({"shortlists": "link.jsonl", "output": "x.jsonl"}, "is an input as well")
    check_outputs({"shortlists": "x.jsonl", "output": "y.jsonl"})
    check_outputs({"shortlists": "x.jsonl", "output": "-"})
    check_outputs({"text": "word " * 300, "query": "nul\0", "output": "y.jsonl"})
    check_outputs({"shortlists": "x.jsonl", "output": None, "text": "x" * 9999})


@pytest.mark.parametrize("url", ["a.db", "sqlite:///a.db", "./a.db"])
@pytest.mark.parametrize("exists", [True, False])
def test_the_store_is_not_written_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, url: str, exists: bool) -> None:
    monkeypatch.chdir(tmp_path)
    if exists:
        (tmp_path / "a.db").write_text("kept")
    for output in ("a.db", str(tmp_path / "a.db"), "a.db-wal"):
        refused({"cases": "t.jsonl", "output": output, "store": url}, "is the store as well")
    monkeypatch.setenv("TRIPTYCH_STORE", "a.db")
    refused({"output": "a.db", "store": None}, "is the store as well")
    check_outputs({"output": "a.db", "store": "postgresql://h/a.db"})


def test_two_outputs_need_two_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    refused({"output": "a", "calibrate": "./a"}, "is the output of --output as well")


def test_standard_input_is_a_file_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x.jsonl").write_text("kept")
    with (tmp_path / "x.jsonl").open() as file:
        monkeypatch.setattr(sys, "stdin", file)
        refused({"shortlists": "-", "output": str(tmp_path / "x.jsonl")}, "is standard input as well")
        check_outputs({"shortlists": "other", "output": str(tmp_path / "x.jsonl")})
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    check_outputs({"shortlists": "-", "output": str(tmp_path / "x.jsonl")})


@pytest.mark.parametrize(
    "words",
    [
        ["write", "x.jsonl", "-o", "x.jsonl"],
        ["judge", "x.jsonl", "-o", "a.db", "--store", "a.db"],
        ["read", "x.jsonl", "-o", "x.jsonl"],
        ["runs", "export", "r", "-o", "a.db", "--store", "a.db"],
        ["report", "x.jsonl", "-o", "x.jsonl"],
    ],
)
def test_every_command_refuses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("x.jsonl", "a.db"):
        (tmp_path / name).write_text("kept")
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    assert "the output needs a name of its own" in " ".join(capsys.readouterr().err.split())
    assert {path.read_text() for path in tmp_path.iterdir()} == {"kept"}
