"""Claims in a store that an earlier release made."""

from old_store import OLD, keep_in_version_one
from triptych.stores import open_store


def test_two_starts_of_an_old_run_divide_it(url: str) -> None:
    keep_in_version_one(url, OLD)
    with open_store(url) as store:
        assert store.claim("r", "one", ["c"], 60) == {"c"}
        assert store.claim("r", "two", ["c", "d"], 60) == {"d"}
