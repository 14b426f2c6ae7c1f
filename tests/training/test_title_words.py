"""Which title words many brands share, learnt from a few invented titles."""

import runpy
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "training" / "title_words.py"
TITLES = [f"{brand} Model{n} Wireless Kettle, Red" for n, brand in enumerate(("Ralo", "Brewlo", "Tinto", "Vap", "Orm"))]


def test_words_of_many_brands_are_shared_and_models_are_not() -> None:
    shared_words = runpy.run_path(str(SCRIPT))["shared_words"]
    assert shared_words(TITLES) == ["kettle", "model", "red", "wireless"]
    assert shared_words(TITLES[:4]) == []


def test_the_list_that_is_used_was_made_by_it() -> None:
    words = (SCRIPT.parents[1] / "src" / "triptych" / "texts" / "title_words.txt").read_text(encoding="utf-8").split()
    assert words == sorted(words) and {"wireless", "bottle"} <= set(words)
    assert "triptych" not in words
