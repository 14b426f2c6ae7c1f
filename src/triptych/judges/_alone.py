"""One case judged from Python."""

import asyncio
from collections.abc import Sequence
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
    rubrics: Sequence[str | Rubric] = (),
    *,
    judge: str | Sequence[str],
    store: str | None = None,
    options: JudgeOptions | None = None,
) -> tuple[Judgement, ...]:
    """A judgement of a case on each rubric, in their order.

    `rubrics` are names (`comparison/clarity`, `clarity`) or Rubrics, all of the case's task for none. `judge` is a
    judge string, or several for a jury. With a `store`, replies are kept there and not asked for twice. BudgetReached
    and EndpointError are raised; any other failure is the judgement's.
    """
    return await _judge(case, rubrics, judge, store, options)


def judge_sync(
    case: Case,
    rubrics: Sequence[str | Rubric] = (),
    *,
    judge: str | Sequence[str],
    store: str | None = None,
    options: JudgeOptions | None = None,
) -> tuple[Judgement, ...]:
    """The same as `judge`, for code without an event loop."""
    return asyncio.run(_judge(case, rubrics, judge, store, options))


async def _judge(
    case: Case,
    rubrics: Sequence[str | Rubric],
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


def _rubrics_for(case: Case, rubrics: Sequence[str | Rubric], folder: Path | None) -> tuple[Rubric, ...]:
    names = [rubric for rubric in rubrics if isinstance(rubric, str)]
    found = {rubric.name: rubric for rubric in find_rubrics(names, case.task, folder)} if names or not rubrics else {}
    found |= {rubric.name: rubric for rubric in rubrics if isinstance(rubric, Rubric)}
    if not found:
        raise UsageError(f"none of {', '.join(names)} is a rubric of the task {case.task}")
    return tuple(found.values())


def _with_settings(options: JudgeOptions | None, settings: Settings) -> JudgeOptions:
    """The options as given, or such as the settings make."""
    if options is not None:
        return options
    connection = Connection(settings.openai_base_url, settings.openai_api_key, settings.concurrency)
    made = JudgeOptions(connection=connection)
    return replace(made, limits=replace(made.limits, concurrency=settings.concurrency))
