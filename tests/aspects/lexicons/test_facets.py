"""The word lists are whole: what a line says is what is looked up."""

from pathlib import Path

import pytest

from triptych.aspects import lexicons
from triptych.aspects.lexicons._facets import facets
from triptych.english.words import lines_of

FOLDER = Path(lexicons.__file__).parent


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.name)
def test_every_list_says_what_it_is(path: Path) -> None:
    assert path.read_text(encoding="utf-8").startswith("# ")
    assert lines_of(f"aspects/lexicons/{path.name}")


def test_facets_refer_to_facets() -> None:
    known = facets()
    for name, others in known.related.items():
        assert {name, *others} <= known.order.keys(), name
    assert known.terms["batt life"] == ("battery life",)


def test_no_facet_stands_twice() -> None:
    names = [
        line[2:].removesuffix("*").strip() for line in lines_of("aspects/lexicons/facets.txt") if line.startswith("@")
    ]
    assert len(names) == len(set(names))
