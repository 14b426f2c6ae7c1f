"""Marks that lost their encoding between two systems, put right."""

import re

_MANGLED = re.compile(r"(?:[ƒ¢]?(?:blank|â|Â)(?:€[\W_œŽ]?|[\x80-\x9f]?[°®·±]|„¢|[œ˜]\W|–\W?|\xad\W))+|ã€[\W_]?")
"""Marks that lost their encoding between two systems; some shops print "blank" for the first byte."""


def mend(text: str) -> str:
    """A text with the marks that lost their encoding put right."""
    return _MANGLED.sub(_mark, text)


def _mark(match: re.Match[str]) -> str:
    mangled = match[0]
    if mangled.startswith("ã"):
        return " "
    ends = {"€™": "’", "€˜": "‘", "€œ": "“", "€\x9d": '"', "€“": "–", "€”": "—", "€¦": "…", "„¢": "™"}
    found = next((mark for end, mark in ends.items() if mangled.endswith(end)), None)
    return found or (mangled[-1] if mangled[-1] in "°®·±" else "•" if re.search("[œ˜–]", mangled) else " ")


def mend_in_place(text: str) -> str:
    """The same with every other character where it was, so that offsets stay."""
    return _MANGLED.sub(_padded, text)


def _padded(match: re.Match[str]) -> str:
    mangled = match[0]
    if mangled.startswith("ã"):
        return "】".rjust(len(mangled)) if mangled.endswith("‘") else "【".ljust(len(mangled))
    mark = mend(mangled)
    if mark == "’":
        return "'" * len(mangled)
    return f" {mark} ".ljust(len(mangled)) if mark in "–—•" else mark.ljust(len(mangled))
