"""One case judged from Python."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

from triptych.errors import UsageError
from triptych.judges._open import JudgeOptions, open_judge
from triptych.models import Connection
from triptych.records import Case, Judgement, Rubric
from triptych.rubrics import find_rubrics
from triptych.settings import Settings, load_settings
from triptych.stores import open_store


async def judge(
    case: Case,
    rubrics: str | Rubric | Sequence[str | Rubric] = (),
    *,
    judge: str | Sequence[str],
    store: str | None = None,
    options: JudgeOptions | None = None,
) -> tuple[Judgement, ...]:
    """A judgement of a case on each rubric, in their order.

    `rubrics` are names (`comparison/clarity`, `clarity`) or Rubrics, all of the case's task for none. `judge` is a
    judge string, or several for a jury. With a `store`, replies are kept there and not asked for twice. What `options`
    leave open about the endpoint (its address, its key) is taken from the environment and `triptych.toml`.
    BudgetReached and EndpointError are raised; any other failure is the judgement's.
    """
    return await _judge(case, rubrics, judge, store, options)


def judge_sync(
    case: Case,
    rubrics: str | Rubric | Sequence[str | Rubric] = (),
    *,
    judge: str | Sequence[str],
    store: str | None = None,
    options: JudgeOptions | None = None,
) -> tuple[Judgement, ...]:
    """The same as `judge`, for code that cannot await."""
    judging = _judge(case, rubrics, judge, store, options)
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(judging)
    # A notebook runs a loop of its own, which nobody can run a second one in.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, judging).result()


async def _judge(
    case: Case,
    rubrics: str | Rubric | Sequence[str | Rubric],
    judge: str | Sequence[str],
    store: str | None,
    options: JudgeOptions | None,
) -> tuple[Judgement, ...]:
    settings = load_settings()
    asked = _rubrics_for(case, rubrics, settings.rubrics)
    specs = (judge,) if isinstance(judge, str) else tuple(judge)
    with open_store(store) if store else nullcontext() as opened:
        async with open_judge(specs, _with_settings(options, settings), opened) as judging:
            return tuple(one.judgement for one in await judging.judge.judge_case(case, asked))


def _rubrics_for(case: Case, asked: str | Rubric | Sequence[str | Rubric], folder: Path | None) -> tuple[Rubric, ...]:
    """The rubrics in the order they were asked for, each once; UsageError where one is for another task."""
    if isinstance(asked, str | Rubric):
        asked = (asked,)
    if not asked:
        return find_rubrics((), case.task, folder)
    found: dict[str, Rubric] = {}
    for one in asked:
        rubrics = find_rubrics([one], case.task, folder) if isinstance(one, str) else (one,)
        if not rubrics or any(rubric.task != case.task for rubric in rubrics):
            name = one if isinstance(one, str) else one.name
            raise UsageError(f"{name} is no rubric of the task {case.task}, which the case is of")
        found |= {rubric.name: rubric for rubric in rubrics}
    return tuple(found.values())


def _with_settings(options: JudgeOptions | None, settings: Settings) -> JudgeOptions:
    """The options as given; what they leave open about the endpoint is as the settings say."""
    if options is None:
        made = JudgeOptions()
        options = replace(made, limits=replace(made.limits, concurrency=settings.concurrency))
    given, usual = options.connection, Connection()
    connection = replace(
        given,
        base_url=settings.openai_base_url if given.base_url == usual.base_url else given.base_url,
        api_key=given.api_key or settings.openai_api_key,
    )
    return replace(options, connection=connection)
