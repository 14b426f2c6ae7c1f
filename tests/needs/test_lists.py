"""The word lists and patterns of needs: each that the code names is there, and none is left over."""

import re
from pathlib import Path

import triptych.needs
from triptych.english.words import lines_of

CODE = "\n".join(path.read_text(encoding="utf-8") for path in Path(triptych.needs.__file__).parent.glob("*.py"))


def names_in(path: str) -> set[str]:
    return {line.partition(": ")[0] for line in lines_of(path)}


def test_every_pattern_that_is_looked_for_is_there_and_no_other() -> None:
    assert set(re.findall(r'\bpattern\("([^"]+)"\)', CODE)) | {"age", "sets"} == names_in("needs/patterns.txt")


def test_every_list_that_is_asked_for_is_there() -> None:
    asked = {name for names in re.findall(r'\blisted\(("[^)]+")\)', CODE) for name in re.findall('"([^"]+)"', names)}
    assert asked
    assert asked - names_in("needs/lists.txt") == set()
