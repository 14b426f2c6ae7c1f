"""The record itself as JSON."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triptych.errors import UsageError
from triptych.records import Column, Comparison
from triptych.texts.json_line import read, write

COMPARISON = Comparison(
    attributes=("a", "b", "c", "d", "e"),
    columns=(Column(title="x", values=(None,) * 5), Column(title="y", values=("é",) * 5)),
    verdict="x.",
    query="q",
)


def test_it_is_one_line_of_json_with_every_field() -> None:
    text = write(COMPARISON)
    assert text.count("\n") == 1
    assert "é" in text
    assert set(json.loads(text)) == set(Comparison.model_fields)
    assert read("\ufeff" + text) == COMPARISON


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Invalid JSON"),
        ("[1", "Invalid JSON"),
        ("{}", "attributes: Field required; columns: Field required; verdict: Field required"),
        (write(COMPARISON).replace('"query"', '"question"'), "question: Extra inputs are not permitted"),
        (write(COMPARISON).replace('"verdict": "x."', '"verdict": "a\\nb"'), "verdict: String should match"),
        ("\ud800", "this is not a comparison"),
    ],
)
def test_what_is_wrong_is_said_with_its_field(text: str, said: str) -> None:
    with pytest.raises(UsageError, match=re.escape(said)):
        read(text)


@given(st.text() | st.recursive(st.none() | st.integers() | st.text(), st.lists).map(json.dumps))
def test_other_texts_raise_usage_errors_only(text: str) -> None:
    with pytest.raises(UsageError):
        read(text)
