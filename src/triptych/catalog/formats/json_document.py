"""A JSON document: one object, a list of them, or several objects one after another, on as many lines as they like."""

import re
from collections.abc import Callable, Iterator

from triptych.catalog.formats._files import BadRow, File, FileRow, is_too_long, no_json, read_json_row
from triptych.errors import UsageError

SUFFIXES = (".json",)

_CHUNK = 1 << 18
_MARK = re.compile(rb'["\[\]{},]')
_STRING_END = re.compile(rb'[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)


def read_rows(file: File) -> Iterator[FileRow | BadRow]:
    """A row for each object of the document, read one at a time."""
    is_json = False
    with file.opened() as stream:
        splitter = _Splitter(stream.read)
        for number, element in splitter.elements():
            row = read_json_row(number, element, "element")
            if isinstance(row, BadRow) and element is not None and not is_json:
                raise UsageError(no_json(file, row))
            is_json = True
            yield row
        if splitter.is_in_list:
            yield BadRow(splitter.line, "the file ends before its list does; it may have been cut off")


class _Splitter:
    """Cuts a document into its elements by brackets and strings alone, so that one bad element spoils no other."""

    def __init__(self, read: Callable[[int], bytes]) -> None:
        self._read = read
        self._parts: list[bytes] = []
        self._size = 0
        self.line = 1
        self._depth = 0
        self._is_in_string = False
        self.is_in_list = False

    def elements(self) -> Iterator[tuple[int, bytes | None]]:
        """Each element with the line it begins on; None for one that is too long."""
        for chunk in self._chunks():
            start = 0
            for end, next_start in self._ends(chunk):
                self._keep(chunk[start:end])
                yield from self._flush()
                start = next_start
            self._keep(chunk[start:])
        yield from self._flush()

    def _chunks(self) -> Iterator[bytes]:
        """The document in pieces that never part a backslash from what it escapes."""
        held_back = b""
        while read := self._read(_CHUNK):
            chunk = held_back + read
            backslashes = len(chunk) - len(chunk.rstrip(b"\\"))
            held_back = b"\\" if backslashes % 2 else b""
            yield chunk.removesuffix(held_back)
        yield held_back

    def _ends(self, chunk: bytes) -> Iterator[tuple[int, int]]:
        """Where elements end in a chunk, and where the next may begin."""
        place = 0
        while found := _STRING_END.match(chunk, place) if self._is_in_string else _MARK.search(chunk, place):
            place = found.end()
            mark = found[0][-1:]
            if mark == b'"':
                self._is_in_string = not self._is_in_string
            elif self._depth == 0 and (mark in b",]" or (mark == b"[" and not self.is_in_list)):
                self.is_in_list = mark == b"[" or (self.is_in_list and mark == b",")
                yield place - 1, place
            elif mark in b"[{":
                self._depth += 1
            elif mark in b"]}":
                self._depth = max(0, self._depth - 1)
                if self._depth == 0 and not self.is_in_list:
                    yield place, place

    def _keep(self, part: bytes) -> None:
        self._size += len(part)
        if is_too_long(self._size):
            self.line += sum(kept.count(b"\n") for kept in [*self._parts, part])
            self._parts = []
        else:
            self._parts.append(part)

    def _flush(self) -> Iterator[tuple[int, bytes | None]]:
        raw = b"".join(self._parts)
        blank = len(raw) - len(raw.lstrip())
        if is_too_long(self._size):
            yield self.line, None
        elif blank < len(raw):
            yield self.line + raw.count(b"\n", 0, blank), raw
        self.line += raw.count(b"\n")
        self._parts, self._size = [], 0
