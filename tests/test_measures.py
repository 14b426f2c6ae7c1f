"""Measures by name."""

import pytest

from triptych.errors import UsageError
from triptych.measures import Analysis, take_measure
from triptych.measures.language import Language
from triptych.records import Case


def test_a_measure_is_found_by_its_name() -> None:
    case = Case.model_validate({"task": "opinion", "products": [{"id": "p", "title": "Flask"}], "text": "It is light."})
    assert isinstance(take_measure("language", Analysis(case)), Language)
    with pytest.raises(UsageError, match="claims"):
        take_measure("penguins", Analysis(case))
