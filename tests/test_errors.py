"""Each error ends the command line as the manual says, and its message says what would be right."""

import pytest

from triptych.errors import (
    BudgetReached,
    EndpointError,
    MissingExtra,
    TransientError,
    TriptychError,
    UsageError,
    unknown_name,
)


@pytest.mark.parametrize(
    ("error", "code"), [(UsageError, 2), (BudgetReached, 3), (EndpointError, 4), (TransientError, 4)]
)
def test_exit_codes(error: type[TriptychError], code: int) -> None:
    assert error("stopped").exit_code == code


def test_a_missing_extra_says_how_to_install_it() -> None:
    error = MissingExtra("PostgreSQL", "postgres")
    assert isinstance(error, UsageError) and error.extra == "postgres"
    assert "pip install 'triptych[postgres]'" in str(error)


def test_an_unknown_name_comes_with_the_known_ones() -> None:
    assert str(unknown_name("judge", "jury", ["llm", "embedded"])) == "unknown judge 'jury'; known: embedded, llm"
    assert str(unknown_name("judge", "jury", [])) == "unknown judge 'jury'; known: none"
