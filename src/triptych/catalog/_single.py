"""One case that is at hand as a mapping, read as a line of a file would be."""

from collections.abc import Mapping
from typing import Any

from triptych.catalog._draft import Draft
from triptych.catalog._kinds import RecordMaker
from triptych.catalog._report import Report
from triptych.errors import UsageError
from triptych.records import Case


def case_of(content: Mapping[str, Any]) -> Case:
    """The case a mapping holds, such as a line of cases.jsonl; a UsageError that says what is wrong with it."""
    report = Report()
    draft = Draft("this", None, report)
    case = RecordMaker("cases", {}, report).make(content, draft)
    if not isinstance(case, Case):
        first = draft.problems[0]
        raise UsageError(f"this is not a case: {f'{first.field}: ' if first.field else ''}{first.message}")
    return case
