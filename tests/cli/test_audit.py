"""`triptych audit` from a judge string to a table, a page, and an exit code."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from audited import reply
from judged_cases import write_cases
from triptych.cli import main


class Done(NamedTuple):
    """How a command ended and what it said."""

    returncode: int
    stdout: str
    stderr: str


Command = Callable[..., Done]


@pytest.fixture
def audit(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """Runs the command in this process, in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str | Path) -> Done:
        with pytest.raises(SystemExit) as ended:
            main(["audit", *map(str, arguments)])
        said = capsys.readouterr()
        return Done(int(ended.value.code or 0), said.out, said.err)

    return run


def judge(folder: Path, *scores: int) -> str:
    """A judge that gives these scores, over and over."""
    path = folder / "replies.jsonl"
    path.write_text("".join(json.dumps(reply(score)) + "\n" for score in scores))
    return f"scripted:{path}"


def test_a_steady_judge_cannot_be_moved(audit: Command, tmp_path: Path) -> None:
    chosen = [word for name in ("injection", "order", "length", "stability") for word in ("--audit", name)]
    done = audit(judge(tmp_path, 4), "--metric", "opinion/faithfulness", *chosen)
    assert done.returncode == 0
    assert "passes: no row moved more than 0.5 on average" in done.stderr
    assert "0 of 54 attacks" in done.stderr
    rows = [line.split("\t") for line in done.stdout.splitlines()]
    assert {row[0] for row in rows} == {"injection", "order", "length", "stability"}
    assert {row[1] for row in rows} >= {"direct", "all attacks", "twice as long", "names masked", "judged 3 times"}
    assert {len(row) for row in rows} == {12}


def test_the_table_fits_a_terminal(audit: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("_output",):
        monkeypatch.setattr(f"triptych.cli.{module}.is_terminal", lambda: True)
    monkeypatch.setenv("COLUMNS", "80")
    done = audit(judge(tmp_path, 4), "--metric", "opinion/faithfulness", "--audit", "injection")
    rows = [line.split() for line in done.stdout.splitlines()]
    assert ["fake", "system", "all", "metrics", "0.00", "0", "of", "6", "ok"] in rows


def test_a_steady_judge_does_not_pass_all_audits(audit: Command, tmp_path: Path) -> None:
    done = audit(judge(tmp_path, 4), "--metric", "opinion/fluency", "-q")
    assert done.returncode == 1
    assert "sensitivity, damage aimed at it: opinion/fluency moved +0.00 and had to fall by at least 0.5" in done.stderr
    assert "injection" not in done.stderr


def test_a_moody_judge_fails_and_is_told_why(audit: Command, tmp_path: Path) -> None:
    spec = judge(tmp_path, 1, 5, 5)
    done = audit(spec, "--metric", "opinion/fluency", "--audit", "stability", "--repeats", "4", "--concurrency", "1")
    assert done.returncode == 1
    assert "stability, judged 4 times: opinion/fluency moved 4.00, more than 0.5" in done.stderr
    assert "stability: look at earbuds-sprint/opinion, opinion/fluency: scores " in done.stderr
    assert "more to look at" not in done.stderr
    again = audit(spec, "--metric", "opinion/fluency", "--audit", "stability", "--max-shift", "4")
    assert again.returncode == 0


def test_only_the_first_to_look_at_are_named(audit: Command, tmp_path: Path) -> None:
    done = audit(judge(tmp_path, 1, 5, 5, 5, 5), "--metric", "fluency", "--metric", "clarity", "--audit", "stability")
    assert done.stderr.count("stability: look at ") == 3
    assert "more to look at; `-o audit.html` lists them" in done.stderr


def test_stability_is_not_answered_from_memory(audit: Command, tmp_path: Path) -> None:
    spec = judge(tmp_path, 4)
    arguments = (spec, "--metric", "opinion/fluency", "--audit", "length", "--audit", "stability", "--limit", "1")
    assert audit(*arguments).returncode == 0
    judge(tmp_path, 2, 3, 5)
    done = audit(*arguments, "--format", "json")
    length, stability = json.loads(done.stdout)["results"]
    assert {finding["shift"] for finding in length["findings"]} == {0.0}
    assert stability["findings"][0]["shift"] == 3.0
    assert done.returncode == 1


@pytest.mark.parametrize(
    ("name", "begins"), [("a.html", "<!doctype html>"), ("a.md", "# Audit of"), ("a.csv", "audit,probe")]
)
def test_what_is_written_follows_the_ending(audit: Command, tmp_path: Path, name: str, begins: str) -> None:
    done = audit(judge(tmp_path, 4), "--metric", "opinion/fluency", "--audit", "length", "-o", name)
    assert done.returncode == 0 and done.stdout == ""
    assert (tmp_path / name).read_text().startswith(begins)


def test_the_users_own_cases(audit: Command, tmp_path: Path) -> None:
    cases = write_cases(tmp_path / "cases.jsonl", 3)
    done = audit(judge(tmp_path, 3), cases, "--audit", "length", "--metric", "fluency", "--format", "json")
    assert json.loads(done.stdout)["cases"] == 3


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("nobody",), "unknown judge 'nobody'"),
        (("scripted:missing.jsonl",), "cannot read the replies"),
        (("embedded", "--audit", "luck"), "unknown audit 'luck'"),
        (("embedded", "--metric", "luck"), "unknown rubric 'luck'"),
        (("embedded", "missing.jsonl"), "missing.jsonl"),
        (("embedded", "--format", "pdf"), "unknown format 'pdf'"),
    ],
)
def test_bad_input_is_one_sentence(audit: Command, arguments: tuple[str, ...], sentence: str) -> None:
    done = audit(*arguments)
    assert done.returncode == 2
    assert sentence in done.stderr and "Traceback" not in done.stderr


def test_a_judge_that_needs_no_model_makes_no_store(audit: Command, tmp_path: Path) -> None:
    done = audit("embedded", "--audit", "length", "--metric", "opinion/fluency", "--limit", "1", "--format", "json")
    assert json.loads(done.stdout)["judge"] == "embedded"
    assert not (tmp_path / ".triptych").exists()
