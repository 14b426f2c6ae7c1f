"""Judgements from a file or from the store."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from judged_cases import make_case
from scored import judgement
from triptych.catalog import ReadOptions
from triptych.cli._judged import read_judged
from triptych.errors import UsageError
from triptych.records import Run
from triptych.stores import KeptCase, KeptJudgement, open_store


@pytest.fixture
def store(tmp_path: Path) -> str:
    """A store with a run of one judgement and a run of none."""
    case = make_case()
    with open_store(str(tmp_path / "s.db")) as opened:
        for name in ("judge-full", "judge-empty"):
            opened.start_run(Run(id=name, command="judge", source="f", started=datetime.now(UTC)))
        made = judgement(case.id, 4.0)
        opened.save([KeptCase.of("judge-full", 0, "d", case), KeptJudgement("judge-full", "d", made)])
    return str(tmp_path / "s.db")


def test_a_file_goes_before_a_run(store: str, tmp_path: Path) -> None:
    file = tmp_path / "judgements.jsonl"
    file.write_text(judgement("a/x", 3.0).to_json() + "\n")
    found = read_judged(str(file), store, ReadOptions())
    assert ([one.value for one in found.judgements], found.run) == ([3.0], None)


def test_a_run_is_found_by_its_beginning_with_its_cases_if_asked(store: str) -> None:
    found = read_judged("judge-f", store, ReadOptions(), with_cases=True)
    assert (found.name, [one.value for one in found.judgements]) == ("judge-full", [4.0])
    assert list(found.cases) == ["case-0"]
    assert read_judged("judge-f", store, ReadOptions()).cases == {}


def test_what_is_neither_or_empty_is_said(store: str) -> None:
    with pytest.raises(UsageError, match="is neither a file nor a run in the store"):
        read_judged("nothing.jsonl", store, ReadOptions())
    with pytest.raises(UsageError, match="judge-empty holds no judgements"):
        read_judged("judge-e", store, ReadOptions())
