"""Judging as a service: one case, or a run that stops, goes on and is watched."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

import pytest

from endpoint import Loopback
from judged_cases import make_case
from triptych.audits import bundled_cases
from triptych.engines import Engine, Outcome, Work
from triptych.engines.local import LocalEngine
from triptych.errors import EndpointError
from triptych.pipeline import Progress, audit_judge, forecast, input_of, open_judging
from triptych.pipeline.judging import Expected
from triptych.pipeline.runs import RunEnd
from triptych.rubrics import find_rubrics, load_rubric
from triptych.settings import JudgeOptions
from triptych.stores import Store, open_store

RUBRICS = (load_rubric("opinion/fluency"), load_rubric("opinion/coherence"))
MORE_RUBRICS = (*RUBRICS, load_rubric("comparison/clarity"))
CASES = [make_case(number) for number in range(4)]


@pytest.fixture
def spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A judge that always says 4."""
    monkeypatch.chdir(tmp_path)
    replies = tmp_path / "replies.jsonl"
    replies.write_text('"All of it can be found among the reviews given.\\nScore- <score>4</score>"\n')
    return f"scripted:{replies}"


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


@pytest.mark.postgres
def test_two_starts_at_once_divide_a_run(start_endpoint: Callable[..., Loopback], postgres_url: str) -> None:
    endpoint = start_endpoint(latency=0.05)

    def start(_: int) -> RunEnd:
        with open_store(postgres_url) as store:
            return judge_run(store, 40, endpoint.judge, concurrency=4)

    with ThreadPoolExecutor(2) as starts:
        first, second = starts.map(start, range(2))
    assert first.run.id == second.run.id
    assert first.tally.scored == second.tally.scored == 80
    assert endpoint.stats()["requests"] == 80
    with open_store(postgres_url) as store:
        assert store.claim(first.run.id, "nobody", ["case-1"], 1) == {"case-1"}


@pytest.mark.postgres
def test_what_a_dead_start_had_claimed_is_done_by_the_next(
    spec: str, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("triptych.pipeline.runs._LOOK_SECONDS", 0.3)
    cases = [make_case(number) for number in range(4)]
    with open_store(postgres_url) as store:
        end = judge_run(store, 4, spec)
        store.delete_run(end.run.id)
        store.start_run(end.run)
        store.claim(end.run.id, "dead", [cases[0].id, cases[2].id], 1.0)
        assert judge_run(store, 4, spec).tally.scored == 8


def test_replies_in_the_store_are_not_counted_as_calls(tmp_path: Path) -> None:
    replies = tmp_path / "replies.txt"
    replies.write_text("All of it is among the reviews.\\nScore- <score>4</score>\n")
    options = JudgeOptions(judge=(f"scripted:{replies}",), samples=2)

    async def expect_judge_expect() -> tuple[Expected, Expected]:
        with open_store(str(tmp_path / "s.db")) as store:
            async with open_judging(MORE_RUBRICS, options, store) as judging:
                before = forecast(CASES, MORE_RUBRICS, judging.opened, store)
                await judging.judge_run(input_of(CASES[:1], "one"))
            return before, forecast(CASES, MORE_RUBRICS, judging.opened, store)

    before, after = asyncio.run(expect_judge_expect())
    assert (before.cases, before.judgements, before.usage.calls, before.from_store) == (4, 8, 16, 0)
    assert (after.usage.calls, after.from_store) == (12, 4)
    assert before.usage.prompt_tokens > after.usage.prompt_tokens > 0


def test_a_case_that_does_not_fit_is_counted(tmp_path: Path) -> None:
    options = JudgeOptions(judge=("openai:m",), context_tokens=2000)

    async def expect() -> Expected:
        async with open_judging(MORE_RUBRICS, options) as judging:
            return forecast([make_case(text="word " * 5000)], MORE_RUBRICS, judging.opened, None)

    assert asyncio.run(expect()).too_long == 1


def test_the_embedded_judge_calls_nobody() -> None:
    async def expect() -> Expected:
        async with open_judging(MORE_RUBRICS, JudgeOptions()) as judging:
            return forecast(CASES, MORE_RUBRICS, judging.opened, None)

    assert asyncio.run(expect()) == Expected(cases=4, judgements=8)


def test_a_judge_is_judged_again_without_its_memory(tmp_path: Path) -> None:
    replies = tmp_path / "replies.txt"
    said = ["Score- <score>2</score>", "Score- <score>5</score>"]
    replies.write_text("".join(f"It was held against the sources one by one.\\n{one}\n" for one in said))
    seen: list[Progress] = []
    with open_store(str(tmp_path / "s.db")) as store:
        report = asyncio.run(
            audit_judge(
                JudgeOptions(judge=(f"scripted:{replies}",), concurrency=1),
                find_rubrics(["opinion/fluency"]),
                bundled_cases()[:1],
                ["stability"],
                repeats=2,
                store=store,
                watch=seen.append,
            )
        )
    assert report.judge == f"scripted:{replies}"
    assert report.failures, "it changes its mind each time it is asked, and is asked each time"
    assert [progress.done for progress in seen] == list(range(1, len(seen) + 1))


def test_all_options_are_optional() -> None:
    report = asyncio.run(
        audit_judge(JudgeOptions(), find_rubrics(["opinion/fluency"]), bundled_cases()[:1], ["stability"])
    )
    assert (report.judge, report.failures) == ("embedded", ())
