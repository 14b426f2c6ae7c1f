"""`triptych report` from a run in the store or from files to a page."""

import csv
import io
import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import pytest

from reported import audit, cases, judgements, ratings
from triptych.cli import main
from triptych.records import Judgement, Run
from triptych.stores import KeptCase, KeptJudgement, open_store


class Done(NamedTuple):
    """How a command ended and what it said."""

    returncode: int
    stdout: str
    stderr: str


Command = Callable[..., Done]


@pytest.fixture
def report(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """Runs the command in this process, in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str | Path) -> Done:
        with pytest.raises(SystemExit) as ended:
            main(["report", *map(str, arguments)])
        said = capsys.readouterr()
        return Done(int(ended.value.code or 0), said.out, said.err)

    return run


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A folder with judgements, cases, ratings and an audit."""
    lines(tmp_path / "judgements.jsonl", list(judgements()))
    lines(tmp_path / "after.jsonl", list(judgements(lift=0.5)))
    (tmp_path / "cases.jsonl").write_text("".join(case.to_json() + "\n" for case in cases()))
    rows = "".join(f"{one.case_id},{one.metric},{one.rater},{one.score}\n" for one in ratings())
    (tmp_path / "ratings.csv").write_text("case_id,metric,rater,score\n" + rows)
    (tmp_path / "audit.json").write_text(audit().to_json())
    return tmp_path


def lines(path: Path, rows: list[Judgement]) -> None:
    path.write_text("".join(row.to_json() + "\n" for row in rows))


def keep_run(store: str) -> None:
    """The same judgements as a run in a store, with ratings."""
    with open_store(store) as opened:
        opened.start_run(Run(id="judge-abc123", command="judge", source="cases.jsonl", started=datetime.now(UTC)))
        opened.save([KeptCase.of("judge-abc123", place, case.id, case) for place, case in enumerate(cases())])
        opened.save([KeptJudgement("judge-abc123", one.case_id, one) for one in judgements()])
        opened.save(ratings())


def test_a_page_from_files(report: Command, files: Path) -> None:
    done = report("judgements.jsonl", "--cases", "cases.jsonl", "--ratings", "ratings.csv", "--audit", "audit.json")
    assert done.returncode == 0
    assert "report.html: 0." in done.stderr
    page = (files / "report.html").read_text()
    assert 'id="agreement"' in page and 'id="audit"' in page and "<mark>" in page
    assert "give the cases with --cases" not in page


def test_a_run_in_the_store_brings_its_cases_and_ratings(report: Command, tmp_path: Path) -> None:
    keep_run(str(tmp_path / "store.db"))
    done = report("judge-abc", "--store", "store.db", "--format", "json")
    assert done.returncode == 0
    made = json.loads(done.stdout)
    assert made["runs"][0]["name"] == "judge-abc123" and made["runs"][0]["run"]["source"] == "cases.jsonl"
    assert made["views"][0]["text"] and made["agreement"]["raters"] == 2


def test_two_files_side_by_side(report: Command, files: Path) -> None:
    done = report("judgements.jsonl", "after.jsonl", "--format", "md")
    assert done.returncode == 0
    assert "## judgements.jsonl (A) and after.jsonl (B)" in done.stdout


def test_the_same_name_twice_is_told_apart(report: Command, files: Path) -> None:
    done = report("judgements.jsonl", "judgements.jsonl", "--format", "json")
    assert [run["name"] for run in json.loads(done.stdout)["runs"]] == ["judgements.jsonl (A)", "judgements.jsonl (B)"]


def test_csv_goes_to_standard_output(report: Command, files: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(report("judgements.jsonl", "--format", "csv").stdout)))
    assert {row["metric"] for row in rows} == {"clarity", "faithfulness"}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("nothing",), "nothing is neither a file nor a run in the store"),
        (("judgements.jsonl", "--cases", "missing.jsonl"), "missing.jsonl"),
        (("judgements.jsonl", "--audit", "ratings.csv"), "is not an audit"),
        (("judgements.jsonl", "--format", "pdf"), "unknown format 'pdf'"),
        (("cases.jsonl",), "holds no judgement"),
        (("judgements.jsonl",) * 3, "one run, or two side by side; 3 were given"),
        (("judgements.jsonl", "--ratings", "other.csv"), "no case is both judged and rated"),
    ],
)
def test_bad_input_is_one_sentence(report: Command, files: Path, arguments: tuple[str, ...], sentence: str) -> None:
    (files / "other.csv").write_text("case_id,metric,rater,score\nelsewhere,clarity,ann,3\n")
    done = report(*arguments)
    assert done.returncode == 2
    assert sentence in done.stderr and "Traceback" not in done.stderr
    assert not (files / "report.html").exists()
