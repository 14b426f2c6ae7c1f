"""The format is said or follows from the ending, and only the page needs an extra."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from reported import audit, ratings, run
from triptych.audits import AuditReport
from triptych.errors import UsageError
from triptych.reports import FORMATS, Contents, format_of, make_contents, write_audit, write_report

TESTS = str(Path(__file__).parent)


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
def test_the_ending_names_the_format_where_none_is_given(
    path: str | None, said: str | None, expected: str | None
) -> None:
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


def test_json_holds_everything_and_reads_back() -> None:
    contents = make_contents([run("first | run")], ratings=ratings(), audit=audit())
    assert json.loads(write_report(contents, "json"))["title"] == "first | run"
    assert Contents.model_validate_json(write_report(contents, "json")) == contents
    assert AuditReport.model_validate_json(write_audit(audit(), "json")) == audit()
