"""JUDGE: cases on rubrics, in a run that the store keeps or one case alone; what it would take; AUDIT: the judge."""

import time
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from triptych.audits import MAX_SHIFT, AuditReport, Bench, run_audits
from triptych.calls.budget import Forecast
from triptych.calls.caller import Limits, Say, SharedCalls, request_key
from triptych.catalog import made_ahead
from triptych.engines import Engine, Outcome, Work
from triptych.engines.local import LocalEngine
from triptych.errors import EndpointError, UsageError
from triptych.judges import CaseToJudge, Judge, Judged, OpenJudge, judging_work, make_ready, open_judge, unscored
from triptych.models import Request
from triptych.pipeline.runs import Progress, RunEnd, RunInput, Watcher, carry_out_run, make_run, unwatched
from triptych.records import Case, Judgement, Rubric, Usage
from triptych.settings import JudgeOptions, WriteOptions
from triptych.stores import JudgementKey, KeptCase, KeptJudgement, Row, Store
from triptych.writers import open_writer

# Cases that a forecast looks at together.
_BATCH = 64


@dataclass(frozen=True, slots=True)
class JudgingService:
    """A judge at work on some rubrics. `open_judging` makes it."""

    opened: OpenJudge
    rubrics: Sequence[Rubric]
    options: JudgeOptions
    store: Store | None = None
    """Where runs and replies are kept; None keeps nothing."""
    engine: Engine = field(default_factory=LocalEngine)

    async def judge(self, case: Case) -> tuple[Judged, ...]:
        """One case on the rubrics of its task, with no run."""
        work = judging_work(self.opened.judge)
        async with aclosing(self.engine.run(work, make_ready([case], self.rubrics))) as outcomes:
            return await anext((outcome.unwrap() async for outcome in outcomes), ())

    async def judge_run(self, given: RunInput[Case], *, limit: int | None = None, watch: Watcher = unwatched) -> RunEnd:
        """Judge what a run lacks; EndpointError where nobody answered anything."""
        store, opened, options = self.store, self.opened, self.options
        if store is None:
            raise ValueError("a run needs a store")
        run = store.start_run(make_run("judge", given, self.identity(limit)))
        done = store.tally(run.id).cases
        # Of a run that has nothing yet, nothing needs to be looked up, unless others work on it as well.
        is_fresh = options.fresh or not (done or store.is_shared)
        stage = JudgingStage(store, run.id, opened.judge, options.retry_unscored, is_fresh)
        show = opened.show if opened.llms else None
        reread = None if options.fresh else given.again
        again = (lambda: make_ready(reread(), self.rubrics, show)) if reread else None
        ready = make_ready(given.records, self.rubrics, show, done=done)
        with made_ahead(given.name, ready, given.report) as cases:
            # While the first cases are made ready.
            await opened.learn_contexts()
            stopped = await carry_out_run(stage, cases, self.engine, run, again=again, watch=watch)
        tally = store.tally(run.id)
        if opened.llms and tally.unreached == tally.judgements and not stopped:
            check_answered(store.judgements(run.id))
        return RunEnd(run, tally, stopped)

    def identity(self, limit: int | None) -> dict[str, object]:
        """What tells a run from another over the same cases."""
        names = ("samples", "stop_at_stderr", "temperature", "seed", "logprobs", "context_tokens")
        identity = {name: getattr(self.options, name) for name in names}
        if self.options.model_option:
            identity["model_options"] = self.options.model_dump_json(include={"model_option"})
        metrics = " ".join(rubric.name for rubric in self.rubrics)
        return identity | {"limit": limit, "judge": self.opened.judge.name, "metrics": metrics}


@asynccontextmanager
async def open_judging(
    rubrics: Sequence[Rubric],
    options: JudgeOptions,
    store: Store | None = None,
    *,
    engine: Engine | None = None,
    workers: int | None = None,
    say: Say | None = None,
    shared: SharedCalls | None = None,
) -> AsyncIterator[JudgingService]:
    """The judge that the options name, ready to judge; `say` hears of an endpoint that does not answer.

    Without an engine, the work runs here in `workers` processes (None: one a core). `shared` is what a cluster shares.
    """
    fewest = min(Counter(rubric.task for rubric in rubrics).values(), default=1)
    # Calls for twice as many cases as are in flight: while some wait for the store, others keep the model busy.
    concurrency = -(-2 * (options.concurrency or LocalEngine().concurrency) // fewest)
    async with open_judge(options, store, say=say, shared=shared) as opened:
        yield JudgingService(opened, rubrics, options, store, engine or LocalEngine(workers, concurrency))


def check_answered(judgements: Iterable[Judgement]) -> None:
    """EndpointError where none of these, which all await another start, has a score: nobody was reached at all."""
    failures: list[str] = []
    for judgement in judgements:
        if judgement.failure is None:
            return
        failures.append(f"{judgement.case_id}: {judgement.failure}")
    if failures:
        raise EndpointError(f"no answer to any of {len(failures)} judgements asked for; the first: {failures[0]}")


@dataclass(frozen=True)
class JudgingStage:
    """Judges cases and keeps cases and judgements together."""

    store: Store
    run_id: str
    judge: Judge
    retry_unscored: bool = False
    """Ask again where a reply had no score."""
    is_fresh: bool = False
    """Ask again whatever is there."""

    @cached_property
    def work(self) -> Work[CaseToJudge, tuple[Judged, ...]]:
        """Waiting for the judge, or computing what it says."""
        return judging_work(self.judge)

    def missing(self, inputs: Sequence[CaseToJudge]) -> Sequence[CaseToJudge]:
        """The cases that lack a judgement, each with the rubrics that lack it."""
        if self.is_fresh:
            return inputs
        ids = [given.case.id for given in inputs]
        held = self.store.held_judgements(self.run_id, ids, retry_unscored=self.retry_unscored)
        lacking = [tuple(one for one in given.rubrics if self._key(given, one) not in held) for given in inputs]
        return [given._replace(rubrics=some) for given, some in zip(inputs, lacking, strict=True) if some]

    def keep(self, outcomes: Sequence[Outcome[CaseToJudge, tuple[Judged, ...]]]) -> None:
        """Commit judgements with their cases."""
        rows: list[Row] = []
        for outcome in outcomes:
            given, judged = outcome.given, outcome.result
            if judged is None:
                why = str(outcome.error or "no result")
                failed = (unscored(given.case, rubric, self.judge, "failed", why) for rubric in given.rubrics)
                judged = tuple(Judged(one, is_final=False) for one in failed)
            rows.append(KeptCase(self.run_id, given.position, given.digest, given.case.id, given.content))
            rows += (KeptJudgement(self.run_id, given.digest, one.judgement, one.is_final) for one in judged)
        self.store.save(rows)

    def name_of(self, given: CaseToJudge) -> str:
        """What a case is claimed by."""
        return given.case.id

    def _key(self, given: CaseToJudge, rubric: Rubric) -> JudgementKey:
        return JudgementKey(given.case.id, given.digest, rubric.metric, self.judge.name, self.judge.signature(rubric))


class Expected(NamedTuple):
    """What judging would take."""

    cases: int = 0
    judgements: int = 0
    """Cases times rubrics."""
    from_store: int = 0
    """Replies that are there already."""
    too_long: int = 0
    """Cases that do not fit the model's context."""
    usage: Usage = Usage()
    """Calls, tokens and cost of the rest."""


def forecast(cases: Iterable[Case], rubrics: Sequence[Rubric], opened: OpenJudge, store: Store | None) -> Expected:
    """What judging these cases would take if every reply had a score and every judge were asked."""
    source, guess, usage = make_ready(cases, rubrics), Forecast(), Usage()
    counted = Counter(cases=0)
    while batch := list(islice(source, _BATCH)):
        counted.update(cases=len(batch), judgements=sum(len(given.rubrics) for given in batch))
        for llm in opened.llms:
            requests: list[Request] = []
            for given in batch:
                try:
                    requests += map(llm.request, llm.prompts(given.case, given.rubrics))
                except UsageError:
                    counted["too_long"] += 1
            asked = [(request_key(llm.name, one, sample), one) for one in requests for sample in range(llm.samples)]
            found = store.find_replies({key for key, _ in asked}) if store else {}
            counted["from_store"] += len(found)
            expected = (guess.expect(request, llm.caller.price) for key, request in asked if key not in found)
            usage = sum(expected, usage)
    return Expected(**counted, usage=usage)


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
