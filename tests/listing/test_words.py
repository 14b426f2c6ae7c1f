"""The counts of words that titles are read with, learnt anew from a small sample."""

import importlib.util
from pathlib import Path
from types import ModuleType

from triptych.english.words import lines_of

SCRIPT = Path(__file__).parents[2] / "training" / "listing_words.py"
TITLES = (
    "Zindo A1 Desk Lamp with USB, White",
    "Brimlo Reading Lamp for Kids (White)",
    "Brimlo Night Lamp - 3 Modes",
    "Zindo Kettle, White",
)
REVIEWS = ("I bought this lamp for my son.", "bought a lamp online", "The kettle is a Zindo.")


def trainer() -> ModuleType:
    """The script as a module."""
    spec = importlib.util.spec_from_file_location("listing_words", SCRIPT)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_small_sample_is_learnt() -> None:
    learnt = dict(line.split(" ", 1) for line in trainer().learn(TITLES, REVIEWS))
    # heads of two makers, before no head, opens none, ends three phrases, three uses, two buyers, two who write it
    assert learnt["lamp"] == "2 0 0 3 3 2 2"
    assert learnt["brimlo"] == "0 0 2 0 2 0 0"
    assert learnt["white"] == "0 0 0 3 3 0 0"
    assert "kettle" not in learnt


def test_what_is_shipped_has_the_same_shape() -> None:
    rows = [line.split(" ") for line in lines_of("listing/words.txt")]
    assert len(rows) > 2_000
    assert all(len(row) == 8 and all(count.isdigit() for count in row[1:]) for row in rows)


def test_what_several_makers_call_their_products_is_learnt() -> None:
    titles = ("Zindo Desk Lamp", "Brimlo White Desk Lamp, USB", "Tavro 5 W Desk Lamp", "Tavro Reading Lamp")
    assert list(trainer().learn_kinds(titles)) == ["desk lamp 3"]
