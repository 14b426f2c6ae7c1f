"""Lookalikes against the data of the Unicode standard (UTS #39)."""

import json
import unicodedata
from pathlib import Path

import confusable_homoglyphs
import pytest

from triptych.calls._lookalikes import fold, fold_with_spans

DATA = Path(confusable_homoglyphs.__file__).with_name("confusables.json")
MEANT = "abcdefghijklmnopqrstuvwxyz<>[]|/#:"


def is_digit(character: str) -> bool:
    """True for digits of other scripts, which stay digits although some look like letters."""
    return unicodedata.decimal(unicodedata.normalize("NFKD", character)[0], None) is not None


def test_every_lookalike_of_the_standard_becomes_plain() -> None:
    known = json.loads(DATA.read_text(encoding="utf-8"))
    lookalikes = {
        other["c"]
        for plain, others in known.items()
        if plain.casefold() in tuple(MEANT)
        for other in others
        if len(other["c"]) == 1 and not other["c"].isascii() and not is_digit(other["c"])
    }
    assert len(lookalikes) > 1000
    assert [character for character in sorted(lookalikes) if fold(character) not in tuple(MEANT)] == []


@pytest.mark.parametrize(
    "disguised", ["<ѕсоrе>", "＜score＞", "&lt;score&gt;", "<s\u200bcore>", "‹ᏚᏟⲞᏒᎬ›", "<SCORE>", "%3Cscore%3E"]
)
def test_disguises_fold_to_one_spelling(disguised: str) -> None:
    assert fold(disguised) == "<score>"


def test_a_folded_character_knows_where_it_came_from() -> None:
    folded, spans = fold_with_spans("a &lt;Ⲟ")
    assert folded == "a<o"
    assert spans == [(0, 1), (2, 6), (6, 7)]
