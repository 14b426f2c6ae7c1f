"""JSON Lines: one object a line."""

from collections.abc import Iterator

from triptych.catalog.formats._files import BadRow, File, FileRow, no_json, read_json_row, read_lines
from triptych.errors import UsageError

SUFFIXES = (".jsonl", ".ndjson")

_LINES_TRIED = 100


def read_rows(file: File) -> Iterator[FileRow | BadRow]:
    """A row for each line that is not blank."""
    is_json = False
    failures: list[BadRow] = []
    with file.opened() as stream:
        for number, line in enumerate(read_lines(stream), start=1):
            if line is not None and not line.strip():
                continue
            row = read_json_row(number, line, "line")
            if is_json:
                yield row
                continue
            # Wrong lines wait until one line is JSON: a file without any is another kind of file, and says so once.
            if isinstance(row, BadRow) and line is not None and len(failures) < _LINES_TRIED:
                failures.append(row)
                continue
            is_json = True
            yield from failures
            yield row
    if failures and not is_json:
        raise UsageError(no_json(file, failures[0]))
