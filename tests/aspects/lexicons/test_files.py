"""The word lists are whole: what a line says is what is looked up."""

from pathlib import Path

import pytest

from triptych.aspects.lexicons import _files
from triptych.aspects.lexicons._facets import facets
from triptych.aspects.lexicons._valence import judging_phrases, value_of
from triptych.aspects.lexicons._words import kinds_of, lemma_of

FOLDER = Path(_files.__file__).parent


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.name)
def test_every_list_says_what_it_is(path: Path) -> None:
    assert path.read_text(encoding="utf-8").startswith("# ")
    assert _files.lines_of(path.name)


def test_defects_are_known_where_vader_is_blind() -> None:
    for word in ("muffled", "laggy", "leaks", "peels", "squeaky", "defective"):
        assert value_of(word, "J", word) < -0.5, word


def test_words_that_only_seem_to_judge_do_not() -> None:
    for word in ("play", "party", "charge", "noise", "number"):
        assert value_of(word, "N", word) == 0, word


def test_phrases_have_their_own_value() -> None:
    words = ["it", "stopped", "working"]
    (start, end, value), *_ = judging_phrases().found_in(words, ["it", "stop", "work"])
    assert (start, end) == (1, 3)
    assert value < -2


def test_facets_refer_to_facets() -> None:
    known = facets()
    for name, others in known.related.items():
        assert {name, *others} <= known.order.keys(), name
    assert known.terms["batt life"] == ("battery life",)


def test_no_facet_stands_twice() -> None:
    names = [line[2:].removesuffix("*").strip() for line in _files.lines_of("facets.txt") if line.startswith("@")]
    assert len(names) == len(set(names))


def test_kinds_and_lemmas() -> None:
    assert kinds_of("the") == "T"
    assert kinds_of("screen")[0] == "N"
    assert kinds_of("quickly") == "R"
    assert lemma_of("batteries", "N") == "battery"
    assert lemma_of("died", "D") == "die"
    assert lemma_of("bus", "N") == "bus"
