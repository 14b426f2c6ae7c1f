"""AUDIT: a judge, and if asked a writer, put on the bench of the audits."""

import time
from collections.abc import Sequence
from contextlib import AsyncExitStack

from triptych.audits import MAX_SHIFT, AuditReport, Bench, run_audits
from triptych.calls.caller import Limits
from triptych.judges import open_judge
from triptych.pipeline.runs import Progress, Watcher, unwatched
from triptych.records import Case, Rubric
from triptych.settings import JudgeOptions, WriteOptions
from triptych.stores import Store
from triptych.writers import open_writer


async def audit_judge(
    options: JudgeOptions,
    rubrics: Sequence[Rubric],
    cases: Sequence[Case],
    audits: Sequence[str] = (),
    *,
    writer: WriteOptions | None = None,
    repeats: int = 3,
    max_shift: float = MAX_SHIFT,
    store: Store | None = None,
    watch: Watcher = unwatched,
) -> AuditReport:
    """What audits (all for none) find about the judge that the options name, and the order audit about a writer."""
    started = time.monotonic()
    async with AsyncExitStack() as stack:
        opened = await stack.enter_async_context(open_judge(options, store))
        bench = Bench(
            judge=opened.judge,
            rubrics=tuple(rubrics),
            cases=tuple(cases),
            repeats=repeats,
            fresh_judge=opened.without_memory(options),
            writer=await stack.enter_async_context(open_writer(writer, store)) if writer else None,
            concurrency=options.concurrency or Limits().concurrency,
            watch=lambda done: watch(Progress(done, 0, None, done, time.monotonic() - started)),
        )
        return await run_audits(bench, audits, max_shift)
