"""Figures of judgements that an earlier release kept only in their content."""

from old_store import OLD, keep_in_version_one
from triptych.stores import KeptRating, open_store


def test_figures_of_judgements_become_columns_and_ratings_stay(url: str) -> None:
    keep_in_version_one(url, OLD | {"system": "half a pair \ud83d and \x00" + "x" * 300, "words": 7})
    with open_store(url) as store:
        (found,) = store.scores("r")
        assert (found.task, found.item, found.score, found.value, found.words) == ("opinion", "i", 4, 4.0, 7)
        assert (found.system or "").startswith(r"half a pair \ud83d and \0x")
        assert store.ratings_of("r") == [KeptRating("c", "", "fluency", "ann", 3.5)]
        assert (store.tally("r").scored, store.run("r").total) == (1, None)
