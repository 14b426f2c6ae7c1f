"""Excel workbooks: the first sheet, a header and then one row for each thing. Needs the extra `[excel]`."""

import datetime as dt
import warnings
import zipfile
from collections.abc import Iterator

from triptych.catalog.formats._files import BadRow, File, FileRow
from triptych.errors import MissingExtra, UsageError

SUFFIXES = (".xlsx", ".xlsm")


def read_rows(file: File) -> Iterator[FileRow | BadRow]:
    """A row for each row after the header that holds something; empty cells are None."""
    try:
        from openpyxl import load_workbook
    except ImportError:
        raise MissingExtra(f"{file.name} is an Excel workbook: save it as CSV; to read it as it is", "excel") from None
    with file.opened() as stream, warnings.catch_warnings():
        # Of styles and validations that it does not read, which are no concern of ours.
        warnings.simplefilter("ignore")
        try:
            sheet = load_workbook(stream, read_only=True, data_only=True).worksheets[0]
            yield from _rows_of_sheet(file, sheet.iter_rows(values_only=True))
        except (zipfile.BadZipFile, KeyError, ValueError, SyntaxError, EOFError) as error:
            raise UsageError(f"{file.name} cannot be read as an Excel workbook: {error}") from None


def _rows_of_sheet(file: File, sheet: Iterator[tuple[object, ...]]) -> Iterator[FileRow]:
    rows = enumerate(sheet, start=1)
    header = next(([_name(cell) for cell in row] for _, row in rows if any(_name(cell) for cell in row)), None)
    if header is None:
        raise UsageError(f"{file.name} has no header; the first row of its first sheet names the columns")
    for number, row in rows:
        if any(cell is not None and cell != "" for cell in row):
            yield FileRow(number, {name: _value(cell) for name, cell in zip(header, row, strict=False) if name})


def _name(cell: object) -> str:
    return "" if cell is None else str(cell).strip()


def _value(cell: object) -> object:
    """A cell as a CSV file would have it: dates as text."""
    if isinstance(cell, dt.datetime):
        return cell.date().isoformat() if cell.time() == dt.time() else cell.isoformat()
    if isinstance(cell, (dt.date, dt.time)):
        return cell.isoformat()
    return None if cell == "" else cell
