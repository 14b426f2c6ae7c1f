"""Output files: whole or not there, and never in the place of something that is no file."""

import io
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from triptych.catalog import ReadOptions, Report, RowProblem, Tables, choose_input
from triptych.cli._main import check_outputs, main
from triptych.cli._output import check_lines_output, check_output, complain, open_output, say, say_report, show_table
from triptych.errors import UsageError


def test_a_file_takes_its_name_at_the_end(tmp_path: Path) -> None:
    target = tmp_path / "deep" / "a b.jsonl"
    with open_output(str(target)) as file:
        file.write("new\n")
        assert not target.exists()
    assert target.read_text() == "new\n"
    assert list(target.parent.iterdir()) == [target]


def test_what_goes_wrong_leaves_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "a.jsonl"
    target.write_text("old")
    with pytest.raises(KeyboardInterrupt), open_output(str(target)) as file:
        file.write("new")
        raise KeyboardInterrupt
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    link, target = tmp_path / "link.jsonl", tmp_path / "target.jsonl"
    link.symlink_to(target)
    for _ in range(2):
        with open_output(str(link)) as file:
            file.write("new")
        assert link.is_symlink()
        assert target.read_text() == "new"


def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()))
    reader.start()
    with open_output(str(pipe)) as file:
        file.write("new")
    reader.join(timeout=10)
    assert read == ["new"]
    assert pipe.is_fifo()


def test_a_full_disk_is_told_with_the_name_of_the_output() -> None:
    with pytest.raises(UsageError, match="cannot write to /dev/full: No space left"), open_output("/dev/full") as file:
        file.write("new")


@pytest.mark.parametrize("name", ["", ".", "file/x.jsonl", "loop", "nul\0"])
def test_where_nothing_can_be_written_is_wrong_input(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("x")
    Path("loop").symlink_to("loop")
    with pytest.raises(UsageError), open_output(name):
        pytest.fail("it was opened")


def test_what_cannot_be_written_is_told_beforehand(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert check_output("-") == "-"
    assert check_output(str(tmp_path / "new" / "deep" / "a.jsonl"))
    assert not (tmp_path / "new").exists()
    with pytest.raises(UsageError, match="file is no directory"):
        check_output(str(tmp_path / "file" / "a.jsonl"))
    with pytest.raises(UsageError, match="it is a directory"):
        check_output(str(tmp_path))


def test_what_a_killed_process_left_is_removed_by_the_next_start(tmp_path: Path) -> None:
    (tmp_path / ".triptych-abandoned.part").write_text("half")
    (tmp_path / ".mine.part").write_text("kept")
    with open_output(str(tmp_path / "a.jsonl")) as file:
        file.write("whole")
        check_output(str(tmp_path / "b.jsonl"))
        assert len(list(tmp_path.glob(".triptych-*"))) == 1
    assert {path.name for path in tmp_path.iterdir()} == {".mine.part", "a.jsonl"}


def test_a_long_name_is_refused_before_the_work(tmp_path: Path) -> None:
    longest = str(tmp_path / ("é" * 127))
    assert check_output(longest) == longest
    with open_output(longest) as file:
        file.write("new")
    with pytest.raises(UsageError, match="too long"):
        check_output(longest + "éé")
    with pytest.raises(UsageError, match="too long"):
        check_output(str(tmp_path / ("x" * 300)))


@pytest.mark.parametrize("ending", [".csv", ".tsv", ".xlsx", ".parquet", ".html", ".md"])
def test_json_lines_are_not_written_under_another_name(tmp_path: Path, ending: str) -> None:
    path = str(tmp_path / f"out{ending}")
    with pytest.raises(UsageError, match=r"would hold JSON lines; call it out\.jsonl"):
        check_lines_output(path)
    assert check_lines_output(str(tmp_path / "out.jsonl")) == str(tmp_path / "out.jsonl")
    assert check_lines_output(None) is None


@pytest.mark.parametrize("command", ["write", "judge", "read", "compare"])
def test_every_command_that_writes_rows_refuses_a_table(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "in.jsonl").write_text("{}\n")
    files = [str(tmp_path / "in.jsonl")] * (2 if command == "compare" else 1)
    with pytest.raises(SystemExit) as ended:
        main([command, *files, "-o", str(tmp_path / "x.csv")])
    assert ended.value.code == 2
    assert "x.csv would hold JSON lines" in capsys.readouterr().err.replace("\n", "")


def test_what_is_said_moves_no_cursor(capsys: pytest.CaptureFixture[str]) -> None:
    say("a\x1b[2Jb")
    complain("c\u202ed")
    show_table(None, ("name",), [["e\x1b]8;;http://x\x07f"]])
    shown = capsys.readouterr()
    assert shown.err == "a\\x1b[2Jb\nerror: c\\u202ed\n"
    assert shown.out == "e\\x1b]8;;http://x\\x07f\n"


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
    for _ in range(2):
        check_outputs({"shortlists": "x.jsonl", "task": "opinion", "output": "opinion"})
        (tmp_path / "opinion").write_text("of the run before")
    check_outputs({"judge": ["embedded"], "output": "embedded"})
    refused({"judge": ["scripted:x.jsonl"], "output": "x.jsonl"}, "is an input as well")


def test_a_command_ends_before_it_writes_over_its_standard_input(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    path.write_text("kept")
    with path.open() as given:
        words = [sys.executable, "-m", "triptych", "read", "-", "-o", str(path)]
        done = subprocess.run(words, stdin=given, capture_output=True, text=True, check=False)
    assert (done.returncode, path.read_text()) == (2, "kept")
    assert "standard input as well" in done.stderr.replace("\n", " ")


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


def test_a_file_or_tables() -> None:
    assert choose_input("a.jsonl") == "a.jsonl"
    assert choose_input(None, ["p.csv"], None, ["q.csv"]) == Tables(("p.csv",), (), ("q.csv",))
    with pytest.raises(UsageError, match="either"):
        choose_input("a.jsonl", None, ["r.csv"])
    with pytest.raises(UsageError, match="give a file"):
        choose_input(None)


def test_options() -> None:
    options = ReadOptions.said(["title=name"], strict=True, limit=3, verbose=True)
    assert (options.mapping, options.strict, options.limit, options.most_problems) == ({"title": "name"}, True, 3, None)
    assert ReadOptions.said().most_problems == 1000


def test_what_was_met_is_told_on_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    report = Report()
    for line in range(1, 8):
        report.skip_row([RowProblem("a.jsonl", line, "query", "is missing")])
    report.cleaned["html"] += 2
    report.name_unknown("colour")
    report.note("something")
    say_report(report)
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines() == [
        *(f"skipped: a.jsonl:{line}: query: is missing" for line in range(1, 6)),
        "skipped: 2 more; -v lists them",
        "texts with HTML tags or entities, taken out: 2",
        "ignored keys colour",
        "note: something",
    ]


def test_a_report_that_keeps_all_is_told_whole(capsys: pytest.CaptureFixture[str]) -> None:
    report = Report(ReadOptions.said(verbose=True))
    for line in range(1, 8):
        report.skip_row([RowProblem("a.jsonl", line, "query", "is missing")])
    say_report(report)
    assert len(capsys.readouterr().err.splitlines()) == 7
