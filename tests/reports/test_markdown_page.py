"""Markdown has every table and the lowest texts."""

import re

import pytest

from reported import audit, ratings, run
from triptych.reports import Contents, JudgedRun, make_contents, write_audit, write_report


@pytest.fixture(scope="module")
def contents() -> Contents:
    return make_contents([run("first | run")], ratings=ratings(), audit=audit())


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


def test_nothing_that_texts_names_and_replies_say_is_markup() -> None:
    hostile = "<script>x</script> ![a](http://h/i.png) [b](http://h) \x1b[2J\u202e"
    given = run(hostile)
    judged = [one.model_copy(update={"system": hostile, "explanation": hostile}) for one in given.judgements]
    cases = {key: case.model_copy(update={"text": hostile}) for key, case in given.cases.items()}
    page = write_report(make_contents([JudgedRun(hostile, judged, cases)]), "md")
    assert "&lt;script>" in page
    assert [mark for mark in ("<script", "\x1b", "\u202e") if mark in page] == []
    assert not re.search(r"(?<!&#91;a)(?<!&#91;b)\]\(http", page)
