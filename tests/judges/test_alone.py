"""One case judged from Python."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from pydantic import SecretStr

from endpoint import Loopback
from judged_cases import make_case
from triptych.errors import EndpointError, UsageError
from triptych.judges import JudgeOptions, judge, judge_sync
from triptych.judges.llm import Asking
from triptych.models import Connection
from triptych.records import Judgement, Rubric
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


@pytest.mark.parametrize("other", ["explanation/conciseness", "conciseness", load_rubric("explanation/conciseness")])
def test_a_rubric_of_another_task_is_refused(spec: str, other: str | Rubric) -> None:
    for asked in ([other], ["fluency", other]):
        with pytest.raises(UsageError, match="conciseness is no rubric of the task opinion"):
            judge_sync(make_case(), asked, judge=spec)


@pytest.mark.parametrize(
    ("asked", "metrics"),
    [
        (["relevance", "coherence", "fluency"], ["relevance", "coherence", "fluency"]),
        (
            [load_rubric("opinion/relevance"), "coherence", load_rubric("opinion/fluency")],
            ["relevance", "coherence", "fluency"],
        ),
        (["relevance", "fluency", "opinion/relevance"], ["relevance", "fluency"]),
        ("relevance", ["relevance"]),
        (load_rubric("opinion/relevance"), ["relevance"]),
    ],
)
def test_judgements_come_in_the_order_asked_for(
    spec: str, asked: str | Rubric | list[str | Rubric], metrics: list[str]
) -> None:
    assert [one.metric for one in judge_sync(make_case(), asked, judge=spec)] == metrics


def test_a_notebook_with_a_loop_of_its_own_can_judge_too(spec: str) -> None:
    async def in_a_cell() -> tuple[Judgement, ...]:
        return judge_sync(make_case(), "fluency", judge=spec)

    assert [one.score for one in asyncio.run(in_a_cell())] == [4]


def test_options_leave_address_and_key_to_the_environment(
    start_endpoint: Callable[..., Loopback], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    endpoint = start_endpoint(key="sk-of-the-environment")
    monkeypatch.setenv("OPENAI_BASE_URL", endpoint.url)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-the-environment")
    options = JudgeOptions(asking=Asking(samples=2))
    (judgement,) = judge_sync(make_case(), "fluency", judge="openai:tiny", options=options)
    assert len(judgement.samples) == 2
    others = JudgeOptions(connection=Connection(api_key=SecretStr("sk-of-the-options")))
    with pytest.raises(EndpointError, match="401"):
        judge_sync(make_case(), "fluency", judge="openai:tiny", options=others)
