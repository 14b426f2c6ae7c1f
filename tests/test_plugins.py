"""The folder is the registry."""

import sys

import pytest

from triptych.errors import UsageError
from triptych.plugins import load, names_in


def test_names_are_file_names_without_machinery() -> None:
    assert "local" in names_in("triptych.engines")
    assert not any(name.startswith("_") for name in names_in("triptych.engines"))


def test_load_gives_the_module() -> None:
    assert load("triptych.engines", "local").__name__ == "triptych.engines.local"


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(UsageError, match=r"unknown engine 'cloud'; known: .*local"):
        load("triptych.engines", "cloud")


def test_listing_imports_nothing() -> None:
    before = set(sys.modules)
    names_in.cache_clear()
    names_in("triptych.stores")
    assert not {name for name in set(sys.modules) - before if name.startswith("triptych.stores.")}
