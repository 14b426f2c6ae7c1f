"""Comma-separated tables, also with semicolons, tabs or bars: a header, then one row for each thing."""

import csv
import itertools
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, TypeAlias

from triptych.catalog.formats._files import MOST_LINE_BYTES, BadRow, File, FileRow, read_lines, too_long
from triptych.errors import UsageError

SUFFIXES = (".csv", ".tsv")

_Record: TypeAlias = list[str] | csv.Error

_SEPARATOR = re.compile(r'"?sep=([,;|\t])"?,*;*', re.IGNORECASE)
_NOT_UTF8 = re.compile("[\udc80-\udcff]")
_NEVER_CLOSED = "a quote in it is never closed; what follows was taken for its text"
_TOO_LONG = "\udc00"
"""Placeholder for a line that is too long to keep; no UTF-8 can hold it."""


def read_rows(file: File) -> Iterator[FileRow | BadRow]:
    """A row for each record after the header, which is row 1; empty cells are None."""
    with file.opened() as stream:
        read = read_lines(stream)
        lines = (f"{_TOO_LONG}\n" if one is None else one.decode(errors="surrogateescape") + "\n" for one in read)
        first = next((line for line in lines if line.strip()), "")
        # A line `sep=;`, as Excel writes it, comes before the names.
        said = _SEPARATOR.fullmatch(first.strip("\r\n"))
        if said:
            first = next((line for line in lines if line.strip()), "")
        # Else it is what stands most often between the names.
        delimiter = said[1] if said else max(",;\t|", key=re.sub(r'"[^"]*"', "", first).count)
        records = _records(itertools.chain([first], lines), delimiter)
        header = _read_header(file, next(records, []))
        for number, record in enumerate(records, start=3 if said else 2):
            if record:
                yield _row(number, header, record)


def _read_header(file: File, names: _Record) -> list[str]:
    """The names of the columns; a name that comes again is numbered."""
    if isinstance(names, csv.Error) or not any(name.strip() for name in names):
        raise UsageError(f"{file.name} has no header; the first line names the columns")
    if any(_NOT_UTF8.search(name) or _TOO_LONG in name or "\0" in name for name in names):
        raise UsageError(f"{file.name} is not a table of UTF-8 text: its first line cannot be read")
    seen: Counter[str] = Counter()
    header: list[str] = []
    for name in (name.strip() for name in names):
        seen[name] += 1
        header.append(f"{name} ({seen[name]})" if seen[name] > 1 else name)
    return header


def _records(lines: Iterator[str], delimiter: str) -> Iterator[_Record]:
    """The records of a table; an error in place of one that cannot be separated."""
    # The limit is the whole process's, and it is there to be raised: a review may be longer than its 128 KB.
    csv.field_size_limit(max(csv.field_size_limit(), MOST_LINE_BYTES))
    fed = _RecordLines(lines)
    reader = csv.reader(fed, delimiter=delimiter)
    while True:
        # With the end of its line.
        fed.room = MOST_LINE_BYTES + 1
        try:
            record = next(reader)
            # A record that wants another line when there is none left has not ended.
            yield csv.Error(_NEVER_CLOSED) if fed.is_over else record
        except csv.Error as error:
            yield error
        except StopIteration:
            return


class _RecordLines:
    """Lines of one record after another, no more for each than there is room for."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines = lines
        self.room = 0
        self.is_over = False

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = next(self._lines, None)
        if line is None:
            self.is_over = True
            raise StopIteration
        self.room -= len(line)
        if self.room < 0:
            # The reader drops what it has of the record and begins another with the next line.
            raise csv.Error(f"{too_long('row')}; perhaps a quote in it is never closed")
        return line


def _row(number: int, header: list[str], record: _Record) -> FileRow | BadRow:
    if isinstance(record, csv.Error):
        return BadRow(number, f"not a row of a table: {record}")
    joined = "".join(record)
    if not joined.isascii():
        if _TOO_LONG in joined:
            return BadRow(number, too_long("row"))
        if wrong := _NOT_UTF8.search(joined):
            return BadRow(number, f"byte 0x{ord(wrong[0]) - 0xDC00:02x} is not UTF-8; save the file as UTF-8")
    if len(record) != len(header):
        values = "1 value" if len(record) == 1 else f"{len(record)} values"
        return BadRow(number, f"has {values} for {len(header)} columns; put values with commas or breaks in quotes")
    content: dict[str, Any] = {name: value or None for name, value in zip(header, record, strict=True)}
    return FileRow(number, content)
