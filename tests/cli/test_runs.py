"""`triptych runs`, as a user meets it."""

import datetime as dt
import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from triptych.cli import main
from triptych.records import Case, Judgement, Product, Run
from triptych.stores import KeptCase, KeptJudgement, open_store

NOON = dt.datetime(2026, 3, 1, 12, tzinfo=dt.UTC)


@dataclass(frozen=True)
class Done:
    """How a command ended."""

    exit_code: int
    stdout: str
    stderr: str


class Terminal(io.StringIO):
    """A person who answers."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def triptych(capsys: pytest.CaptureFixture[str]) -> Callable[..., Done]:
    """Runs `triptych runs …` in the working directory."""

    def run(*arguments: str) -> Done:
        with pytest.raises(SystemExit) as ended:
            main(["runs", *arguments])
        return Done(int(ended.value.code or 0), *capsys.readouterr())

    return run


def case_of(number: int) -> Case:
    return Case(
        id=f"c{number}", item="i", task="opinion", products=(Product(id="p", title="Bud₹s"),), text=f"text {number}"
    )


def judgement_of(number: int) -> Judgement:
    score = None if number == 2 else 4
    failure = "no score" if score is None else None
    return Judgement(
        case_id=f"c{number}",
        item="i",
        task="opinion",
        metric="fluency",
        judge="embedded",
        score=score,
        value=score,
        failure=failure,
        signature="s",
    )


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder whose default store holds a `judge` run and a `write` run."""
    with open_store(str(tmp_path / ".triptych" / "store.db")) as store:
        store.start_run(
            Run(
                id="judge-1",
                command="judge",
                source="c.jsonl",
                options={"metric": "all", "judge": "openai:m"},
                started=NOON,
            )
        )
        store.start_run(
            Run(
                id="write-1",
                command="write",
                source="s.jsonl",
                options={"writer": "llm|openai:w@http://h/v1|3|x|0.1"},
                started=NOON + dt.timedelta(days=1),
            )
        )
        for number in (2, 0, 1):
            store.save([KeptCase.of("judge-1", number, "d", case_of(number))])
            store.save([KeptJudgement("judge-1", "d", judgement_of(number))])
        store.save([KeptCase.of("write-1", 0, "d", case_of(7))])
        store.finish_run("judge-1", "done", NOON + dt.timedelta(minutes=1))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_list_has_a_line_a_run(triptych: Callable[..., Done], place: Path) -> None:
    done = triptych("list")
    assert (done.exit_code, done.stderr) == (0, "")
    assert [line.split("\t") for line in done.stdout.splitlines()] == [
        ["write-1", "openai:w@http://h/v1", "s.jsonl", "running", "2026-03-02 12:00:00", "1", "0", "0"],
        ["judge-1", "openai:m", "c.jsonl", "done", "2026-03-01 12:00:00", "3", "3", "1"],
    ]


def test_show_tells_all_of_one(triptych: Callable[..., Done], place: Path) -> None:
    done = triptych("show", "ju")
    told = dict(line.split("\t") for line in done.stdout.splitlines())
    assert told["run"] == "judge-1"
    assert told["option metric"] == "all"
    assert (told["cases"], told["scored"], told["unscored"], told["to be tried again"]) == ("3", "2", "1", "0")
    assert told["finished"] == "2026-03-01 12:01:00"


def test_export_writes_judgements_in_order(triptych: Callable[..., Done], place: Path) -> None:
    done = triptych("export", "judge", "-o", "out/judgements.jsonl")
    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr == "3 judgements of the run judge-1\n"
    lines = (place / "out" / "judgements.jsonl").read_text(encoding="utf-8").splitlines()
    assert [Judgement.model_validate_json(line) for line in lines] == [judgement_of(number) for number in range(3)]
    assert [path.name for path in (place / "out").iterdir()] == ["judgements.jsonl"]


def test_export_of_cases_to_standard_output(triptych: Callable[..., Done], place: Path) -> None:
    done = triptych("export", "judge-1", "--what", "cases", "-q")
    assert [Case.model_validate_json(line) for line in done.stdout.splitlines()] == [case_of(n) for n in range(3)]
    assert done.stderr == ""


def test_a_write_run_exports_its_cases(triptych: Callable[..., Done], place: Path) -> None:
    done = triptych("export", "write")
    assert json.loads(done.stdout)["id"] == "c7"


def test_delete_asks_unless_told(triptych: Callable[..., Done], place: Path) -> None:
    done = triptych("delete", "judge-1")
    assert done.exit_code == 2
    assert "--yes" in done.stderr
    done = triptych("delete", "judge-1", "--yes")
    assert done.exit_code == 0
    assert done.stderr == "deleted the run judge-1 with 3 cases and 3 judgements\n"
    assert triptych("list").stdout.count("\n") == 1


@pytest.mark.parametrize(("answer", "left"), [("y\n", 1), ("n\n", 2), ("\n", 2)])
def test_delete_does_as_it_is_answered(
    triptych: Callable[..., Done], place: Path, monkeypatch: pytest.MonkeyPatch, answer: str, left: int
) -> None:
    monkeypatch.setattr("sys.stdin", Terminal(answer))
    done = triptych("delete", "judge-1")
    assert done.exit_code == 0
    assert "Delete the run judge-1 with 3 cases and 3 judgements?" in done.stderr
    assert triptych("list").stdout.count("\n") == left


@pytest.mark.parametrize("command", ["show", "export", "delete"])
def test_an_unknown_run_is_one_sentence(triptych: Callable[..., Done], place: Path, command: str) -> None:
    done = triptych(command, "nobody")
    assert done.exit_code == 2
    assert "no run 'nobody'" in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("elsewhere.db", "there is no store at elsewhere.db"),
        ("no-store.txt", "is no SQLite database"),
        (".", "is a directory"),
        ("postgresql://me:s3cret@127.0.0.1:1/x", "cannot be reached"),
    ],
)
def test_a_store_that_is_none_is_one_sentence_and_nothing_is_made(
    triptych: Callable[..., Done], place: Path, option: str, said: str
) -> None:
    (place / "no-store.txt").write_text("hello")
    before = sorted(place.rglob("*"))
    done = triptych("list", "--store", option)
    assert done.exit_code in (2, 4)
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert "s3cret" not in done.stderr
    assert sorted(place.rglob("*")) == before


def test_an_output_that_cannot_be_written_is_said(triptych: Callable[..., Done], place: Path) -> None:
    done = triptych("export", "judge-1", "-o", ".triptych")
    assert done.exit_code == 2
    assert "it is a directory" in done.stderr


def test_an_empty_store_says_so(triptych: Callable[..., Done], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    open_store(str(tmp_path / ".triptych" / "store.db")).close()
    done = triptych("list")
    assert (done.exit_code, done.stdout) == (0, "")
    assert "no runs yet" in done.stderr
