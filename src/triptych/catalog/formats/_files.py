"""Files found, opened, unpacked and read in lines that cannot fill the memory; what every format offers, and which one
a file is in."""

import contextlib
import gzip
import io
import json
import os
import sys
import zlib
from collections.abc import Iterator
from decimal import Decimal
from glob import iglob
from os.path import exists, isfile
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, Self, TypeAlias, cast

from triptych.errors import UsageError
from triptych.plugins import load, names_in

Bytes: TypeAlias = "io.BufferedReader[Any]"

STDIN = "-"
MOST_LINE_BYTES = 64_000_000
"""A longer line, or element of a JSON list, is skipped and reported, and never held in memory. A product with a hundred
thousand reviews takes about 25 MB."""

_CHUNK = 1 << 20
_HEAD = 1 << 16
_UTF8_MARK = b"\xef\xbb\xbf"
_GZIP_MARK = b"\x1f\x8b"


class File(NamedTuple):
    """One file, or standard input."""

    path: str
    """As the user gave it; `-` is standard input."""
    stream: "Bytes | None" = None
    """Standard input, which can be opened only once."""

    @classmethod
    def at(cls, path: str | Path) -> Self:
        """The file at a path; `-` is standard input."""
        if str(path) != STDIN:
            return cls(str(path))
        given = getattr(sys.stdin, "buffer", None)
        if given is None:
            raise UsageError("there is no standard input to read")
        return cls(STDIN, given if isinstance(given, io.BufferedReader) else io.BufferedReader(given))

    @property
    def name(self) -> str:
        """As a message names it."""
        return "standard input" if self.stream else self.path.encode(errors="replace").decode()

    @property
    def suffix(self) -> str:
        """`.jsonl` for `a.jsonl` and `a.jsonl.gz`; empty for standard input."""
        name = Path(self.path).name.lower().removesuffix(".gz")
        return "" if self.stream else Path(name).suffix

    def check(self) -> None:
        """Raise what is wrong with the file as a whole, before anything is read."""
        if self.stream:
            return
        path = Path(self.path)
        if not self.path:
            raise UsageError("the file has no name; give one, or `-` for standard input")
        try:
            if path.is_dir():
                raise UsageError(f"{self.name} is a directory; give a file")
            if not path.exists():
                raise UsageError(f"{self.name} does not exist")
            if path.is_file() and path.stat().st_size == 0:
                raise UsageError(f"{self.name} is empty")
        except (OSError, ValueError) as error:
            raise UsageError(f"{self.name} cannot be read: {_reason(error)}") from error

    def head(self) -> bytes:
        """The first unpacked bytes, some thousands; those of standard input stay unread."""
        with self._errors(), self._raw() as raw:
            start = raw.peek(_HEAD)
            if start[:2] == _GZIP_MARK:
                start = zlib.decompressobj(wbits=31).decompress(start, _HEAD)
            return start.removeprefix(_UTF8_MARK)

    @contextlib.contextmanager
    def opened(self) -> Iterator[Bytes]:
        """The unpacked bytes; whatever goes wrong with the file itself becomes a UsageError."""
        with self._errors(), self._raw() as raw:
            stream: Bytes = raw
            if raw.peek(2)[:2] == _GZIP_MARK:
                stream = io.BufferedReader(cast(io.RawIOBase, gzip.GzipFile(fileobj=raw)), _CHUNK)
            if stream.peek(2)[:2] in (b"\xff\xfe", b"\xfe\xff"):
                raise UsageError(f"{self.name} is UTF-16 text; save it as UTF-8")
            if stream.peek(3)[:3] == _UTF8_MARK:
                stream.read(3)
            yield stream

    def _raw(self) -> contextlib.AbstractContextManager[Bytes]:
        return contextlib.nullcontext(self.stream) if self.stream else io.BufferedReader(io.FileIO(self.path), _HEAD)

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except (OSError, EOFError, zlib.error) as error:
            raise UsageError(f"{self.name} cannot be read: {_reason(error)}") from error


def find_files(patterns: tuple[str, ...]) -> list[File]:
    """The files that paths and patterns such as `reviews/*.csv` name, in order, each once."""
    found: dict[str, File] = {}
    for pattern in patterns:
        # Unlike Path's, these take anything for a name.
        is_there = pattern == STDIN or exists(pattern)  # noqa: PTH110
        matches = [pattern] if is_there else sorted(filter(isfile, iglob(pattern, recursive=True)))  # noqa: PTH207
        if not matches:
            raise UsageError(f"{File(pattern).name} does not exist, and no file is named like it")
        found |= {path: File.at(path) for path in matches if path not in found}
    for file in found.values():
        file.check()
    return list(found.values())


def read_lines(stream: BinaryIO) -> Iterator[bytes | None]:
    """The lines without their ends; None for a line that is too long."""
    while line := stream.readline(MOST_LINE_BYTES + 1):
        if is_too_long(len(line)) and not line.endswith(b"\n"):
            while (rest := stream.readline(_CHUNK)) and not rest.endswith(b"\n"):
                pass
            yield None
        else:
            yield line.rstrip(b"\r\n")


def is_too_long(size: int) -> bool:
    """True where a line or element of so many bytes is not read."""
    return size > MOST_LINE_BYTES


def too_long(what: str, most: int | None = None) -> str:
    """The message for what is longer than we read."""
    return f"this {what} is longer than {(most or MOST_LINE_BYTES) // 1_000_000} MB"


def _reason(error: Exception) -> str:
    return os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error) or "it is damaged"


class FileRow(NamedTuple):
    """One row of a file, not yet understood."""

    line: int
    """Where it begins; in a table, which row it is, the header being the first."""
    content: Any


class BadRow(NamedTuple):
    """A row that cannot even be read."""

    line: int
    message: str


_FOLDER = "triptych.catalog.formats"
# Raw line breaks and tabs inside strings are forgiven: exports have them.
_DECODER = json.JSONDecoder(parse_float=Decimal, parse_constant={"NaN": None}.get, strict=False)


def read_rows(file: File) -> Iterator[FileRow | BadRow]:
    """The rows of a file in the format that its name speaks for, or its first bytes where the name leaves it open."""
    file.check()
    if file.stream or file.suffix == ".json":
        return iter(load(_FOLDER, _format_inside(file)).read_rows(file))
    known: list[str] = []
    for name in names_in(_FOLDER):
        reader = load(_FOLDER, name)
        if file.suffix in reader.SUFFIXES:
            return iter(reader.read_rows(file))
        known += reader.SUFFIXES
    raise UsageError(f"{file.name} has an unknown ending {file.suffix!r}; known: {', '.join(known)} (also with .gz)")


def read_json_row(line: int, content: bytes | None, what: str) -> FileRow | BadRow:
    """The row that a line or an element of a list holds; None for one that is too long."""
    if content is None:
        return BadRow(line, too_long(what))
    try:
        return FileRow(line, read_json(content.decode()))
    except UnicodeDecodeError as error:
        found = f"byte {error.start + 1} (0x{error.object[error.start]:02x})"
        return BadRow(line, f"{found} is not UTF-8; save the file as UTF-8")
    except UsageError as error:
        return BadRow(line, str(error))


def read_json(text: str) -> Any:
    """What the text holds; UsageError says where it is not JSON."""
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as error:
        near = text[error.pos : error.pos + 20]
        place = f"{f'at {near!r}' if near else 'where it ends'} (character {error.pos + 1})"
        raise UsageError(f"not JSON: {error.msg[:1].lower()}{error.msg[1:]} {place}") from None
    except RecursionError:
        raise UsageError("not readable: nested too deeply") from None
    except (ValueError, ArithmeticError):
        # Python reads whole numbers of so many digits only on request.
        raise UsageError("not readable: a number in it has thousands of digits") from None


def no_json(file: File, first: BadRow) -> str:
    """The message for a file in which nothing is JSON."""
    return f"{file.name} is not JSON: line {first.line}: {first.message.removeprefix('not JSON: ')}"


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
