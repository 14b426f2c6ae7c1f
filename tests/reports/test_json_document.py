"""JSON holds everything, and reads back."""

import json

import pytest

from reported import audit, ratings, run
from triptych.audits import AuditReport
from triptych.reports import Contents, make_contents, write_audit, write_report


@pytest.fixture(scope="module")
def contents() -> Contents:
    return make_contents([run("first | run")], ratings=ratings(), audit=audit())


def test_json_reads_back(contents: Contents) -> None:
    assert Contents.model_validate_json(write_report(contents, "json")) == contents
    assert AuditReport.model_validate_json(write_audit(audit(), "json")) == audit()


def test_json_is_one_document(contents: Contents) -> None:
    assert json.loads(write_report(contents, "json"))["title"] == "first | run"
