"""JSON Lines: one object a line."""

from collections.abc import Iterator

from triptych.catalog.formats._decoding import BadJson, read_json
from triptych.catalog.formats._files import File, not_utf8, read_lines, too_long
from triptych.catalog.formats._reader import BadRow, Row, no_json
from triptych.errors import UsageError

SUFFIXES = (".jsonl", ".ndjson")

_LINES_TRIED = 100


def read_rows(file: File) -> Iterator[Row | BadRow]:
    """A row for each line that is not blank."""
    is_json = False
    failures: list[BadRow] = []
    with file.opened() as stream:
        for number, line in enumerate(read_lines(stream), start=1):
            row = _row(number, line)
            if row is None:
                continue
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


def _row(number: int, line: bytes | None) -> Row | BadRow | None:
    if line is None:
        return BadRow(number, too_long("line"))
    if not line.strip():
        return None
    try:
        return Row(number, read_json(line.decode()))
    except UnicodeDecodeError as error:
        return BadRow(number, not_utf8(error))
    except BadJson as error:
        return BadRow(number, str(error))
