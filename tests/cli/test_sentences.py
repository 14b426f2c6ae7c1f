"""Sentences in, aspect terms out; a wrong row is named and skipped."""

import json
from pathlib import Path

import pytest

from triptych.cli._sentences import label_file
from triptych.errors import UsageError


def label(path: Path, *rows: object, limit: int | None = None) -> list[dict[str, object]]:
    """The rows that are written for some rows."""
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    label_file(str(path), f"{path}.out", limit=limit, strict=False, quiet=False, verbose=False)
    return [json.loads(line) for line in Path(f"{path}.out").read_text(encoding="utf-8").splitlines()]


TEXT = "The strap is strong but the zip broke."


def test_given_terms_are_found_by_offset_or_by_their_words(tmp_path: Path) -> None:
    terms = [{"start": 4, "end": 9}, {"term": "zip"}]
    (row,) = label(tmp_path / "s.jsonl", {"id": 7, "text": TEXT, "terms": terms})
    assert row["id"] == 7
    assert row["terms"] == [
        {"start": 4, "end": 9, "text": "strap", "polarity": "positive"},
        {"start": 28, "end": 31, "text": "zip", "polarity": "negative"},
    ]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (["a list"], "is not an object with `id` and `text`"),
        ({"id": 1, "text": 3}, "text: 3 is not a text"),
        ({"id": 1, "text": "x", "terms": "zip"}, "is not a list of terms"),
        ({"id": 1, "text": "zip", "terms": [{"start": 0, "end": 9}]}, "terms[0]:"),
        ({"id": 1, "text": "zip", "terms": [{"term": "strap"}]}, "terms[0]:"),
        ({"id": 1, "text": "zip", "terms": [3]}, "terms[0]:"),
    ],
)
def test_a_wrong_row_is_skipped_and_named(
    tmp_path: Path, wrong: object, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (row,) = label(tmp_path / "s.jsonl", wrong, {"text": TEXT})
    assert row["id"] == "2", "its line, where no id is given"
    assert words in capsys.readouterr().err.replace("\n", " ")


def test_no_usable_row_is_an_error_and_a_limit_counts_good_ones(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no usable sentence"):
        label(tmp_path / "s.jsonl", {"id": 1})
    assert len(label(tmp_path / "s.jsonl", {"id": 1}, {"text": TEXT}, {"text": TEXT}, limit=1)) == 1
