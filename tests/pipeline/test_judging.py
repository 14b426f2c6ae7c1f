"""Judging as a service: one case, or a run that stops, goes on and is watched."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable
from pathlib import Path
from typing import TypeVar

import pytest
from pydantic import SecretStr

from endpoint import Loopback
from judged_cases import make_case
from triptych.engines import Engine, Outcome, Work
from triptych.engines.local import LocalEngine
from triptych.errors import EndpointError, UsageError
from triptych.pipeline import Progress, RunEnd, input_of, judge, judge_sync, open_judging
from triptych.records import Judgement, Rubric
from triptych.rubrics import load_rubric
from triptych.settings import JudgeOptions
from triptych.stores import Store, open_store

RUBRICS = (load_rubric("opinion/fluency"), load_rubric("opinion/coherence"))


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
    options = JudgeOptions(samples=2)
    (judgement,) = judge_sync(make_case(), "fluency", judge="openai:tiny", options=options)
    assert len(judgement.samples) == 2
    others = JudgeOptions(api_key=SecretStr("sk-of-the-options"))
    with pytest.raises(EndpointError, match="401"):
        judge_sync(make_case(), "fluency", judge="openai:tiny", options=others)


def test_without_a_judge_the_embedded_one_or_that_of_the_settings_judges(spec: str, tmp_path: Path) -> None:
    assert judge_sync(make_case(), "fluency")[0].judge == "embedded"
    (tmp_path / "triptych.toml").write_text(f'[judge]\njudge = "{spec}"\nsamples = 2\n')
    (judgement,) = judge_sync(make_case(), "fluency")
    assert (judgement.judge, judgement.samples) == (spec, (4, 4))
    assert judge_sync(make_case(), "fluency", judge="embedded")[0].judge == "embedded"


def judge_run(store: Store | None, count: int, spec: str, engine: Engine | None = None, **options: object) -> RunEnd:
    """A run over so many cases."""
    made = JudgeOptions.model_validate({"judge": spec, **options})

    async def once() -> RunEnd:
        async with open_judging(RUBRICS, made, store, engine=engine) as judging:
            return await judging.judge_run(input_of([make_case(number) for number in range(count)], "cases"))

    return asyncio.run(once())


def test_a_run_that_a_budget_stopped_goes_on_with_what_is_missing(
    start_endpoint: Callable[..., Loopback], tmp_path: Path
) -> None:
    endpoint = start_endpoint()
    with open_store(str(tmp_path / "s.db")) as store:
        first = judge_run(store, 20, endpoint.judge, budget_tokens=15_000, concurrency=2)
        assert first.stopped is not None
        assert 0 < first.tally.judgements < 40
        second = judge_run(store, 20, endpoint.judge)
        assert (second.run.id, second.stopped, second.tally.judgements) == (first.run.id, None, 40)
        assert store.run(second.run.id).status == "done"
    assert endpoint.stats()["requests"] == 40


def test_other_options_or_other_cases_are_another_run(spec: str, tmp_path: Path) -> None:
    with open_store(str(tmp_path / "s.db")) as store:
        ends = [judge_run(store, 2, spec), judge_run(store, 2, spec, samples=2), judge_run(store, 3, spec)]
        again = judge_run(store, 2, spec, concurrency=7)
    assert len({end.run.id for end in ends}) == 3
    assert again.run.id == ends[0].run.id


def test_a_run_is_watched_as_it_is_kept(spec: str, tmp_path: Path) -> None:
    seen: list[Progress] = []

    async def once(store: Store) -> RunEnd:
        async with open_judging(RUBRICS, JudgeOptions(judge=(spec,)), store) as judging:
            given = input_of([make_case(number) for number in range(5)], "cases")
            return await judging.judge_run(given, watch=seen.append)

    with open_store(str(tmp_path / "s.db")) as store:
        asyncio.run(once(store))
    assert (seen[-1].done, seen[-1].total) == (5, 5)


def test_a_run_needs_a_store_and_one_case_does_not(spec: str) -> None:
    with pytest.raises(ValueError, match="needs a store"):
        judge_run(None, 1, spec)


In = TypeVar("In")
Out = TypeVar("Out")


class Elsewhere:
    """An engine that counts what it is given."""

    def __init__(self) -> None:
        self.given = 0

    async def run(self, work: Work[In, Out], inputs: Iterable[In]) -> AsyncGenerator[Outcome[In, Out]]:
        async for outcome in LocalEngine(1).run(work, inputs):
            self.given += 1
            yield outcome


@pytest.mark.parametrize("name", ["embedded", "model"])
def test_the_work_can_run_elsewhere(name: str, spec: str, tmp_path: Path) -> None:
    engine = Elsewhere()
    with open_store(str(tmp_path / "s.db")) as store:
        end = judge_run(store, 3, spec if name == "model" else name, engine)
    assert (engine.given, end.tally.judgements) == (3, 6)


def test_a_run_that_nobody_answers_is_an_error_of_the_endpoint(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "s.db")) as store, pytest.raises(EndpointError):
        judge_run(store, 1, "openai:m@http://127.0.0.1:9/v1", patience=0.1)
