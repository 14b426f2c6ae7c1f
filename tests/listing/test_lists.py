"""The word lists and patterns of listings: each that the code names is there, and no pattern is left over."""

import re
from pathlib import Path

import triptych.listing
from triptych.english.words import lines_of
from triptych.listing.attributes import _TYPED

CODE = "\n".join(path.read_text(encoding="utf-8") for path in Path(triptych.listing.__file__).parent.glob("*.py"))


def names_in(path: str) -> set[str]:
    return {line.partition(": ")[0] for line in lines_of(path)}


def test_every_pattern_that_is_looked_for_is_there_and_no_other() -> None:
    looked_for = {*re.findall(r'\bpattern\("([^"]+)"\)', CODE), *_TYPED} - {"dimensions"}
    assert looked_for == names_in("listing/patterns.txt")


def test_every_list_that_is_asked_for_is_there() -> None:
    asked = set(re.findall(r'\blisted(?:_words)?\("([^"]+)"\)', CODE))
    assert asked
    assert asked - names_in("listing/lists.txt") == set()
