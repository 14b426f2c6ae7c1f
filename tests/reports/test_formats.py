"""Markdown, CSV and JSON say what the page says, and need nothing that is not installed."""

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from reported import audit, ratings, run
from triptych.audits import AuditReport
from triptych.errors import UsageError
from triptych.reports import FORMATS, Contents, format_of, make_contents, write_audit, write_report

TESTS = str(Path(__file__).parent.parent)


@pytest.fixture(scope="module")
def contents() -> Contents:
    return make_contents([run("first | run")], ratings=ratings(), audit=audit())


def test_json_reads_back(contents: Contents) -> None:
    assert Contents.model_validate_json(write_report(contents, "json")) == contents
    assert AuditReport.model_validate_json(write_audit(audit(), "json")) == audit()


def test_csv_has_a_row_for_each_standing(contents: Contents) -> None:
    rows = list(csv.DictReader(io.StringIO(write_report(contents, "csv"))))
    assert len(rows) == len(contents.standings) + len(contents.by_system)
    first = rows[0]
    assert (first["run"], first["task"], first["metric"], first["system"]) == (
        "first | run",
        "explanation",
        "clarity",
        "",
    )
    assert int(first["score_3"]) == contents.standings[0].counts[2]


def test_audit_as_csv() -> None:
    rows = list(csv.DictReader(io.StringIO(write_audit(audit(), "csv"))))
    assert [row["outcome"] for row in rows] == ["moved", "ok"]


def test_markdown_has_every_table_and_keeps_its_columns(contents: Contents) -> None:
    page = write_report(contents, "md")
    for heading in (
        "## Scores",
        "## Scores by system",
        "## Unscored, and why",
        "## Agreement with people",
        "## Audit of",
    ):
        assert heading in page
    tables = [line for line in page.splitlines() if line.startswith("| ")]
    assert all(line.endswith(" |") for line in tables)
    header = next(line for line in tables if line.startswith("| metric"))
    row = next(line for line in tables if line.startswith("| explanation/clarity"))
    assert row.count(" | ") == header.count(" | ")


def test_two_runs_in_markdown() -> None:
    page = write_report(make_contents([run("a|b"), run("after", lift=0.4)]), "md")
    assert "## a|b (A) and after (B)" in page
    assert r"a\|b" in page


def test_audit_as_markdown_says_whether_it_passes() -> None:
    page = write_audit(audit(), "md")
    assert "Does not pass at a shift of 0.5" in page
    assert "injection, direct: all metrics moved 2.50" in page


@pytest.mark.parametrize(
    ("path", "said", "expected"),
    [
        ("a.html", None, "html"),
        ("a.HTM", None, "html"),
        ("a.json", "md", "md"),
        ("a.txt", None, None),
        (None, None, None),
    ],
)
def test_the_format_is_said_or_told_by_the_ending(path: str | None, said: str | None, expected: str | None) -> None:
    assert format_of(path, said) == expected


def test_an_unknown_format_lists_the_known() -> None:
    with pytest.raises(UsageError, match="unknown format 'pdf'; known: csv, html, json, md"):
        format_of(None, "pdf")


@pytest.mark.parametrize("name", sorted(set(FORMATS) - {"html"}))
def test_only_the_page_needs_the_extra(name: str) -> None:
    code = f"""
import sys
for name in ("altair", "vl_convert", "jinja2"):
    sys.modules[name] = None
sys.path.insert(0, {TESTS!r})
from reported import run
from triptych.errors import MissingExtra
from triptych.reports import make_contents, write_report
contents = make_contents([run()])
assert write_report(contents, {name!r})
try:
    write_report(contents, "html")
except MissingExtra as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "pip install 'triptych[report]'" in done.stdout


def test_json_is_one_document(contents: Contents) -> None:
    assert json.loads(write_report(contents, "json"))["title"] == "first | run"
