"""The formats a comparison is exchanged in, by the names users type: the endings of their files."""

from collections.abc import Callable

from pydantic import ValidationError

from triptych.errors import UsageError, unknown_name
from triptych.records import Comparison
from triptych.texts import html_table, markdown_table
from triptych.texts._comparison import complaints


def _read_line(text: str) -> Comparison:
    """The comparison a line of JSON holds; a UsageError says which field is wrong."""
    try:
        return Comparison.model_validate_json(text.lstrip("\ufeff"))
    except (ValidationError, UnicodeEncodeError) as error:
        reasons = complaints(error) if isinstance(error, ValidationError) else [str(error)]
        raise UsageError(f"this is not a comparison: {'; '.join(reasons)}") from error


_WriterAndReader = tuple[Callable[[Comparison], str], Callable[[str], Comparison]]
_FORMATS: dict[str, _WriterAndReader] = {
    "md": (markdown_table.write, markdown_table.read),
    "html": (html_table.write, html_table.read),
    "jsonl": (lambda comparison: comparison.to_json() + "\n", _read_line),
}
FORMATS: tuple[str, ...] = tuple(_FORMATS)


def write_comparison(comparison: Comparison, to: str) -> str:
    return _format(to)[0](comparison)


def read_comparison(text: str, of: str | None = None) -> Comparison:
    """The comparison a text holds, in the format given or else the one it looks like."""
    return _format(of or _looks_like(text))[1](text)


def _format(name: str) -> _WriterAndReader:
    if name not in _FORMATS:
        raise unknown_name("format", name, FORMATS)
    return _FORMATS[name]


def _looks_like(text: str) -> str:
    if text.lstrip("\ufeff \t\r\n").startswith("{"):
        return "jsonl"
    return "html" if "<table" in text[:100_000].lower() else "md"
