"""Models by their names."""

import pytest

from triptych.errors import UsageError
from triptych.models import Connection, open_model, schemes


def test_the_schemes_are_the_files() -> None:
    assert schemes() == ("gguf", "openai", "scripted")


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("openai", "a model is written SCHEME:NAME"),
        ("openai: ", "a model is written SCHEME:NAME"),
        ("nobody:m", "nobody.*gguf, openai, scripted"),
    ],
)
def test_a_name_that_is_none(spec: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        open_model(spec, Connection())
