"""One case judged from Python."""

import asyncio
from pathlib import Path

import pytest

from judged_cases import make_case
from triptych.errors import UsageError
from triptych.judges import judge, judge_sync
from triptych.rubrics import load_rubric


@pytest.fixture
def spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A judge that always says 4."""
    monkeypatch.chdir(tmp_path)
    replies = tmp_path / "replies.jsonl"
    replies.write_text('"All of it can be found among the reviews given.\\nScore- <score>4</score>"\n')
    return f"scripted:{replies}"


def test_rubrics_come_by_name_or_as_records_and_all_for_none(spec: str) -> None:
    named = judge_sync(make_case(), ["fluency", load_rubric("opinion/coherence")], judge=spec)
    assert [(one.metric, one.score) for one in named] == [("fluency", 4), ("coherence", 4)]
    assert len(judge_sync(make_case(), judge=[spec])) == 8


def test_it_can_be_awaited_and_keeps_replies_where_told(spec: str, tmp_path: Path) -> None:
    store = tmp_path / "s.db"
    first = asyncio.run(judge(make_case(), ["fluency"], judge=spec, store=str(store)))
    assert store.exists()
    assert asyncio.run(judge(make_case(), ["fluency"], judge=spec, store=str(store))) == first


def test_a_rubric_of_another_task_is_refused(spec: str) -> None:
    with pytest.raises(UsageError, match="conciseness"):
        judge_sync(make_case(), ["explanation/conciseness"], judge=spec)
