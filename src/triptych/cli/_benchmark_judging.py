"""Judging a benchmark's cases for `triptych agree`: one run for each judge, which goes on where it stopped."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from triptych.calls.caller import Limits
from triptych.cli._judging import Fingerprint, make_run, noting_end
from triptych.cli._progress import watch
from triptych.judges import JudgeOptions, JudgingStage, make_ready, open_judge
from triptych.models import Connection
from triptych.pipeline import judge_cases
from triptych.records import Case, Judgement, Rubric, digest_of
from triptych.rubrics import list_rubrics
from triptych.settings import Settings
from triptych.stores import Store, open_store


@dataclass(frozen=True, slots=True)
class _Plan:
    """What every judge of one invocation is given."""

    source: str
    cases: Sequence[Case]
    rubrics: Sequence[Rubric]
    settings: Settings
    quiet: bool


def judge_benchmark(
    source: str, cases: Sequence[Case], metrics: set[str], judges: Sequence[str], settings: Settings, *, quiet: bool
) -> list[Judgement]:
    """What each judge says of the cases on the metrics that people rated."""
    rubrics = [rubric for rubric in list_rubrics(settings.rubrics, "opinion") if rubric.metric in metrics]
    plan = _Plan(source, cases, rubrics, settings, quiet)
    with open_store(settings.store) as store:
        return [judgement for judge in judges for judgement in asyncio.run(_judge(store, judge, plan))]


async def _judge(store: Store, judge: str, plan: _Plan) -> list[Judgement]:
    settings = plan.settings
    options = JudgeOptions(
        limits=Limits(settings.concurrency),
        connection=Connection(settings.openai_base_url, settings.openai_api_key, settings.concurrency),
    )
    content = Fingerprint(digest_of([case.digest() for case in plan.cases]), len(plan.cases))
    async with open_judge([judge], options, store) as opened:
        run = store.start_run(make_run(plan.source, content, opened.judge.name, plan.rubrics, {}))
        stage = JudgingStage(store, run.id, opened.judge)
        with noting_end(store, run), watch(judge, quiet=plan.quiet) as watcher:
            concurrency, total = settings.concurrency, len(plan.cases)
            cases = make_ready(plan.cases, plan.rubrics)
            await judge_cases(stage, cases, plan.rubrics, concurrency=concurrency, total=total, watch=watcher)
    return list(store.judgements(run.id))
