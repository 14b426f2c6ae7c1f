"""Which title words many brands share, learnt from a few invented titles."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "training"))

from title_words import shared_words

TITLES = [f"{brand} Model{n} Wireless Kettle, Red" for n, brand in enumerate(("Ralo", "Brewlo", "Tinto", "Vap", "Orm"))]


def test_words_of_many_brands_are_shared_and_models_are_not() -> None:
    assert shared_words(TITLES) == ["kettle", "model", "red", "wireless"]
    assert shared_words(TITLES[:4]) == []
    assert shared_words([*TITLES, "Ralo Hush Kettle"]) == ["kettle", "model", "red", "wireless"]
