"""PYTHON: the services in one call each, for a script, a notebook or a test."""

import asyncio
from collections.abc import Coroutine, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from itertools import groupby
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from triptych import stores
from triptych.catalog import case_of, record_of
from triptych.errors import TransientError, UsageError
from triptych.pipeline.judging import open_judging
from triptych.pipeline.runs import RunEnd, Watcher, input_of, unwatched
from triptych.pipeline.writing import open_writing
from triptych.records import TASKS, Case, Judgement, Product, Rubric, Shortlist, Task, first_repeated
from triptych.rubrics import check_task, find_rubrics
from triptych.settings import CallOptions, JudgeOptions, Settings, WriteOptions, load_settings

Result = TypeVar("Result")
Options = TypeVar("Options", bound=CallOptions)
Rubrics: TypeAlias = str | Rubric | Sequence[str | Rubric]
GivenCase: TypeAlias = Case | Mapping[str, Any]
GivenShortlist: TypeAlias = Shortlist | Product | Mapping[str, Any]


async def judge(
    case: GivenCase,
    rubrics: Rubrics = (),
    *,
    judge: str | Sequence[str] | None = None,
    store: str | None = None,
    options: JudgeOptions | None = None,
) -> tuple[Judgement, ...]:
    """A judgement of a case on each rubric, in their order.

    `case` is a Case or a mapping such as a line of cases.jsonl. `rubrics` are names (`comparison/clarity`, `clarity`)
    or Rubrics, all of the case's task for none. `judge` is a judge string, or several for a jury; without it the
    options name the judge, and without these the embedded judge measures. With a `store`, replies are kept there and
    not asked for twice. What `options` leave open about the endpoint (its address, its key) is taken from the
    environment and `triptych.toml`. BudgetReached and EndpointError are raised; any other failure is the judgement's.
    """
    settings = load_settings()
    read = case if isinstance(case, Case) else case_of(case)
    asked = _rubrics_for({read.task}, rubrics, settings.rubrics)
    chosen = _chosen(options or settings.judge, settings, judge=_named(judge))
    with stores.open_store(store) if store else nullcontext() as opened:
        async with open_judging(asked, chosen, opened) as judging:
            return tuple(one.judgement for one in await judging.judge(read))


def judge_sync(
    case: GivenCase | Iterable[GivenCase],
    rubrics: Rubrics = (),
    *,
    judge: str | Sequence[str] | None = None,
    store: str | None = None,
    options: JudgeOptions | None = None,
) -> tuple[Judgement, ...]:
    """The same as `judge`, for code that cannot await; a list of cases goes to `judge_many`."""
    if not isinstance(case, Case | Mapping):
        return tuple(judge_many(case, rubrics, judge=judge, store=store, options=options))
    return wait_for(_judge(case, rubrics, judge=judge, store=store, options=options))


_judge = judge


def judge_many(
    cases: Iterable[GivenCase],
    rubrics: Rubrics = (),
    *,
    judge: str | Sequence[str] | None = None,
    store: str | None = None,
    options: JudgeOptions | None = None,
    concurrency: int | None = None,
    workers: int | None = None,
    watch: Watcher = unwatched,
) -> Iterator[Judgement]:
    """The judgements of many cases, in the order of the cases and for each in the order of the rubrics.

    What `triptych judge` does for a file: calls go out together (`concurrency`), the embedded judge measures in
    `workers` processes, `watch` is given the Progress, and the run is kept in `store` (that of the settings, as a
    rule `.triptych/store.db`), so that the same call goes on where it stopped. A rubric judges the cases of its task.
    The judging is done when this returns; a budget that stopped it is raised after the last judgement.
    """
    settings = load_settings()
    given = _named_cases(cases)
    asked = _rubrics_for({case.task for case in given}, rubrics, settings.rubrics)
    chosen = _chosen(options or settings.judge, settings, judge=_named(judge), concurrency=concurrency)
    url = store or settings.store

    async def run() -> RunEnd:
        with stores.open_store(url) as opened:
            async with open_judging(asked, chosen, opened, workers=workers or settings.workers) as judging:
                return await judging.judge_run(input_of(given, f"{len(given)} cases from Python"), watch=watch)

    return _judgements_of(wait_for(run()), asked, url)


def write_many(
    shortlists: Iterable[GivenShortlist],
    tasks: Task | Sequence[Task] = TASKS,
    *,
    writer: str | None = None,
    store: str | None = None,
    options: WriteOptions | None = None,
    concurrency: int | None = None,
    workers: int | None = None,
    watch: Watcher = unwatched,
) -> Iterator[Case]:
    """The texts of many shortlists as cases, ready for `judge_many`; products alone get their opinion.

    A shortlist or product may be a mapping such as a line of its file. All else is as in `judge_many`; shortlists
    that could not be written are named in a TransientError after the last text.
    """
    settings = load_settings()
    given = [_shortlist(one, number) for number, one in enumerate(shortlists, start=1)]
    wanted = tuple(check_task(task) for task in ([tasks] if isinstance(tasks, str) else tasks))
    chosen = _chosen(options or settings.write, settings, writer=writer, concurrency=concurrency)
    url = store or settings.store

    async def run() -> RunEnd:
        with stores.open_store(url) as opened:
            async with open_writing(chosen, opened, workers=workers or settings.workers) as writing:
                return await writing.write_run(
                    input_of(given, f"{len(given)} shortlists from Python"), wanted, watch=watch
                )

    return _cases_of(wait_for(run()), url)


def wait_for(work: Coroutine[Any, Any, Result]) -> Result:
    """The outcome of a coroutine, also for a caller inside an event loop, such as a notebook's."""
    is_in_loop = True
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        # Here the work does not begin: its own errors would show this question as their context.
        is_in_loop = False
    if not is_in_loop:
        return asyncio.run(work)
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def _chosen(options: Options, settings: Settings, **said: object) -> Options:
    given = {name: value for name, value in said.items() if value is not None}
    return options.with_settings(settings).model_copy(update=given)


def _named(judge: str | Sequence[str] | None) -> tuple[str, ...] | None:
    return (judge,) if isinstance(judge, str) else None if judge is None else tuple(judge)


def _named_cases(cases: Iterable[GivenCase]) -> list[Case]:
    """The cases as records; UsageError where one is none, or two have the same id."""
    given = enumerate(cases, start=1)
    read = [case if isinstance(case, Case) else case_of(case, f"case {number}") for number, case in given]
    if not read:
        raise UsageError("there are no cases to judge")
    if (repeated := first_repeated([case.id for case in read])) is not None:
        raise UsageError(f"two cases have the id {repeated!r}; ids are unique")
    return read


def _shortlist(given: GivenShortlist, number: int) -> Shortlist | Product:
    made = given if isinstance(given, Shortlist | Product) else record_of(given, name=f"shortlist {number}")
    if not isinstance(made, Shortlist | Product):
        raise UsageError(f"shortlist {number} holds neither a query with its products nor a product")
    return made


def _judgements_of(end: RunEnd, rubrics: Sequence[Rubric], url: str) -> Iterator[Judgement]:
    order = {rubric.name: place for place, rubric in enumerate(rubrics)}
    with stores.open_store(url) as store:
        for _, judged in groupby(store.judgements(end.run.id), key=lambda one: one.case_id):
            yield from sorted(judged, key=lambda one: order.get(f"{one.task}/{one.metric}", len(order)))
    if end.stopped:
        raise end.stopped


def _cases_of(end: RunEnd, url: str) -> Iterator[Case]:
    with stores.open_store(url) as store:
        yield from store.cases(end.run.id)
    if end.stopped:
        raise end.stopped
    if end.failures:
        raise TransientError(f"{len(end.failures)} could not be written; the first: {end.failures[0]}")


def _rubrics_for(tasks: set[Task], asked: Rubrics, folder: Path | None) -> tuple[Rubric, ...]:
    """The rubrics in the order they were asked for, each once; UsageError where one is for none of the tasks."""
    if isinstance(asked, str | Rubric):
        asked = (asked,)
    if not asked:
        return tuple(rubric for task in TASKS if task in tasks for rubric in find_rubrics((), task, folder))
    found: dict[str, Rubric] = {}
    for one in asked:
        known = find_rubrics([one], None, folder) if isinstance(one, str) else (one,)
        rubrics = [rubric for rubric in known if rubric.task in tasks]
        if not rubrics:
            name = one if isinstance(one, str) else one.name
            kinds = " or ".join(sorted(tasks))
            raise UsageError(f"{name} is no rubric of the task {kinds}, which the case is of")
        found |= {rubric.name: rubric for rubric in rubrics}
    return tuple(found.values())
