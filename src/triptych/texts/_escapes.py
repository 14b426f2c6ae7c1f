"""Text of others, made harmless for where it is shown: one function for terminals, one for Markdown, one for CSV."""

import re
from typing import Final

_UNSEEN: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]"
)
_ACTIVE: Final = re.compile(r"[<\[]")
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def for_terminal(text: str) -> str:
    """The text with control, bidirectional and other unseen characters shown as escapes; joiners of emoji stay."""
    return _UNSEEN.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def for_markdown(text: str) -> str:
    """The text with nothing in it that becomes HTML, a link or an image."""
    return _ACTIVE.sub(lambda found: "&lt;" if found[0] == "<" else "&#91;", for_terminal(text))


def for_csv(cell: object) -> object:
    """The cell; a text that a spreadsheet would take for a formula with an apostrophe before it."""
    return f"'{cell}" if isinstance(cell, str) and cell.lstrip().startswith(_FORMULA) else cell
