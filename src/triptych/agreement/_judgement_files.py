"""Judgement files: what `triptych judge` writes, read back."""

from decimal import Decimal
from typing import Any

from pydantic import ValidationError

from triptych.catalog import Report, RowProblem, explain, path_of
from triptych.catalog.formats import BadRow, File, read_rows
from triptych.errors import UsageError
from triptych.records import Judgement


def read_judgements(path: str, report: Report) -> list[Judgement]:
    """The judgements of a file; wrong rows are reported and left out, a file without a right one is an error."""
    file = File.at(path)
    found: list[Judgement] = []
    for row in read_rows(file):
        report.rows += 1
        if isinstance(row, BadRow):
            report.skip_row([RowProblem(file.name, row.line, "", row.message)])
            continue
        try:
            found.append(Judgement.model_validate(_known(_plain(row.content), report)))
            report.good += 1
        except ValidationError as error:
            report.skip_row(_problems(file.name, row.line, error))
    if not found:
        first = f": {report.problems[0]}" if report.problems else ""
        raise UsageError(f"{file.name} holds no judgement{first}; `triptych judge CASES -o FILE` makes them")
    return found


def _problems(name: str, line: int, error: ValidationError) -> list[RowProblem]:
    refusals = error.errors(include_url=False)
    return [RowProblem(name, line, path_of(refusal["loc"]), explain(refusal)) for refusal in refusals]


def _known(content: Any, report: Report) -> Any:
    """The row without what a judgement does not have, such as a column that somebody added; the report names it."""
    if not isinstance(content, dict):
        return content
    for key in content.keys() - Judgement.model_fields.keys():
        report.name_unknown(key)
    return {key: value for key, value in content.items() if key in Judgement.model_fields}


def _plain(content: Any) -> Any:
    """The row with its decimals as floats: scores are measured, not money."""
    if isinstance(content, Decimal):
        return float(content)
    if isinstance(content, dict):
        return {key: _plain(value) for key, value in content.items()}
    return [_plain(value) for value in content] if isinstance(content, list) else content
