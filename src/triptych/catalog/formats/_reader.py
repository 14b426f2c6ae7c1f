"""What every format offers, and which one a file is in."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Protocol, cast

from triptych.catalog.formats._files import File, not_utf8, too_long
from triptych.errors import UsageError
from triptych.plugins import load, names_in


@dataclass(frozen=True, slots=True)
class FileRow:
    """One row of a file, not yet understood."""

    line: int
    """Where it begins; in a table, which row it is, the header being the first."""
    content: Any
    """What it holds."""


@dataclass(frozen=True, slots=True)
class BadRow:
    """A row that cannot even be read."""

    line: int
    """Where it begins."""
    message: str
    """Why not."""


class Reader(Protocol):
    """A format: a module of this folder."""

    SUFFIXES: tuple[str, ...]
    """Names of its files end so."""

    def read_rows(self, file: File) -> Iterator[FileRow | BadRow]:
        """The file's rows, one at a time; UsageError where the file is not of this format at all."""
        ...


_FOLDER = "triptych.catalog.formats"
# Raw line breaks and tabs inside strings are forgiven: exports have them.
_DECODER = json.JSONDecoder(parse_float=Decimal, parse_constant={"NaN": None}.get, strict=False)


class BadJson(Exception):
    """A text that is not JSON; the message says where it goes wrong."""


def read_rows(file: File) -> Iterator[FileRow | BadRow]:
    """The rows of a file in any format we know."""
    return reader_of(file).read_rows(file)


def reader_of(file: File) -> Reader:
    """The format a file is in: by its name, and by its first bytes where the name leaves it open."""
    file.check()
    if file.stream or file.suffix == ".json":
        return _reader(_format_inside(file))
    known: list[str] = []
    for name in names_in(_FOLDER):
        reader = _reader(name)
        if file.suffix in reader.SUFFIXES:
            return reader
        known += reader.SUFFIXES
    raise UsageError(f"{file.name} has an unknown ending {file.suffix!r}; known: {', '.join(known)} (also with .gz)")


def read_json_row(line: int, content: bytes | None, what: str) -> FileRow | BadRow:
    """The row that a line or an element of a list holds; None for one that is too long."""
    if content is None:
        return BadRow(line, too_long(what))
    try:
        return FileRow(line, read_json(content.decode()))
    except UnicodeDecodeError as error:
        return BadRow(line, not_utf8(error))
    except BadJson as error:
        return BadRow(line, str(error))


def read_json(text: str) -> Any:
    """What the text holds."""
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as error:
        near = text[error.pos : error.pos + 20]
        found = f"at {near!r}" if near else "where it ends"
        raise BadJson(f"not JSON: {error.msg[:1].lower()}{error.msg[1:]} {found} (character {error.pos + 1})") from None
    except RecursionError:
        raise BadJson("not readable: nested too deeply") from None
    except (ValueError, ArithmeticError):
        # Python reads whole numbers of so many digits only on request.
        raise BadJson("not readable: a number in it has thousands of digits") from None


def no_json(file: File, first: BadRow) -> str:
    """The message for a file in which nothing is JSON."""
    return f"{file.name} is not JSON: line {first.line}: {first.message.removeprefix('not JSON: ')}"


def _reader(name: str) -> Reader:
    return cast(Reader, load(_FOLDER, name))


def _format_inside(file: File) -> str:
    """The format that the first bytes speak for."""
    head = file.head().lstrip()
    if not head:
        raise UsageError(f"{file.name} is empty")
    if head[:1] == b"[":
        return "json_document"
    if head[:1] == b"{" or file.suffix == ".json":
        first_line = head.partition(b"\n")[0].rstrip()
        return "jsonl" if first_line.endswith(b"}") or b"\n" not in head else "json_document"
    return "csv_table"
