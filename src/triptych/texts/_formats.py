"""The formats a comparison is exchanged in, by the names users type: the endings of their files."""

from collections.abc import Callable
from dataclasses import dataclass

from pydantic import ValidationError

from triptych.errors import UsageError, unknown_name
from triptych.records import Comparison
from triptych.texts import html_table, markdown_table
from triptych.texts._comparison import complaints


def _write_line(comparison: Comparison) -> str:
    """The comparison as a line of JSON."""
    return comparison.to_json() + "\n"


def _read_line(text: str) -> Comparison:
    """The comparison a line of JSON holds; a UsageError says which field is wrong."""
    try:
        return Comparison.model_validate_json(text.lstrip("\ufeff"))
    except (ValidationError, UnicodeEncodeError) as error:
        reasons = complaints(error) if isinstance(error, ValidationError) else [str(error)]
        raise UsageError(f"this is not a comparison: {'; '.join(reasons)}") from error


@dataclass(frozen=True, slots=True)
class _Format:
    write: Callable[[Comparison], str]
    read: Callable[[str], Comparison]


_FORMATS = {
    "md": _Format(markdown_table.write, markdown_table.read),
    "html": _Format(html_table.write, html_table.read),
    "jsonl": _Format(_write_line, _read_line),
}
FORMATS: tuple[str, ...] = tuple(_FORMATS)


def write_comparison(comparison: Comparison, to: str) -> str:
    """The comparison in one of FORMATS."""
    return _format(to).write(comparison)


def read_comparison(text: str, of: str | None = None) -> Comparison:
    """The comparison a text holds, in the format given or else the one it looks like."""
    return _format(of or _looks_like(text)).read(text)


def _format(name: str) -> _Format:
    if name not in _FORMATS:
        raise unknown_name("format", name, FORMATS)
    return _FORMATS[name]


def _looks_like(text: str) -> str:
    if text.lstrip("\ufeff \t\r\n").startswith("{"):
        return "jsonl"
    return "html" if "<table" in text[:100_000].lower() else "md"
