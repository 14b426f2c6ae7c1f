"""The stages on one page: the only file that knows them all.

A stage asks the store what is missing, hands the engine only that, and keeps what comes back. Whatever stops a
run (a budget, Ctrl-C, `kill -9`), the same command later finds what was kept and goes on with the rest.
"""

import asyncio
import time
from collections import Counter, deque
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass, field
from itertools import islice
from typing import Generic, Protocol, TypeVar

from triptych.aspects import read_product
from triptych.engines import Engine, Outcome, Work
from triptych.engines.local import LocalEngine
from triptych.errors import BudgetReached, EndpointError
from triptych.judges import CaseToJudge, JudgingStage
from triptych.records import Product, Reading, Rubric, Shortlist, Task
from triptych.writers import WritingStage, assign

In = TypeVar("In")
Out = TypeVar("Out")

# How many inputs the store is asked about at a time: few, so that work goes on meanwhile, and fewer at first.
_FIRST_BATCH, _BATCH = 2, 16
# How many outcomes, or how many seconds, are kept back at most before they are committed together.
_GROUP = 128
_GROUP_SECONDS = 0.2


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run has come. Only what is committed counts as done."""

    done: int
    """Inputs finished in this run, earlier ones included."""
    failed: int
    """Of those, inputs that ended with an error."""
    total: int | None
    """All there are, where that is known."""
    fresh: int
    """Inputs finished since this start."""
    seconds: float
    """Time since this start."""

    @property
    def rate(self) -> float:
        """Inputs a second since this start."""
        return self.fresh / self.seconds if self.seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """An estimate, where the total is known and something has been done."""
        if self.total is None or not self.rate:
            return None
        return max(0, self.total - self.done) / self.rate


class Stage(Protocol[In, Out]):
    """One kind of work over many inputs whose results the store keeps."""

    @property
    def work(self) -> Work[In, Out]:
        """What is done for each input."""
        ...

    def missing(self, inputs: Sequence[In]) -> Sequence[In]:
        """Those of the inputs the store has no result for."""
        ...

    def keep(self, outcomes: Sequence[Outcome[In, Out]]) -> None:
        """Commit these outcomes."""
        ...


Watcher = Callable[[Progress], None]


async def carry_out(
    stage: Stage[In, Out],
    inputs: Iterable[In],
    engine: Engine,
    *,
    total: int | None = None,
    watch: Watcher = lambda progress: None,
) -> Progress:
    """Do what is missing of a stage; returns how far it came.

    A budget that is used up or an endpoint that cannot be used ends the run with that error, after everything that
    was finished is kept. Any other error belongs to its input: the stage keeps it as such.
    """
    keeper = _Keeper(stage, total, watch)
    flusher = asyncio.create_task(keeper.flush_regularly())
    try:
        async with aclosing(engine.run(stage.work, keeper.draw_missing(inputs))) as outcomes:
            async for outcome in outcomes:
                if isinstance(outcome.error, (BudgetReached, EndpointError)):
                    raise outcome.error
                await keeper.take(outcome)
    finally:
        flusher.cancel()
        with suppress(asyncio.CancelledError):
            await flusher
        keeper.flush_now()
    return keeper.progress()


async def read_reviews(
    products: Iterable[Product], engine: Engine, *, watch: Watcher = lambda progress: None
) -> AsyncGenerator[tuple[Product, Reading]]:
    """Each product with its reading, in the order of the products."""
    started = time.monotonic()
    order: deque[Product] = deque()
    early: dict[int, Reading] = {}
    done = 0

    def drawn() -> Iterator[Product]:
        for product in products:
            order.append(product)
            yield product

    async with aclosing(engine.run(Work(compute=read_product), drawn())) as outcomes:
        async for outcome in outcomes:
            early[id(outcome.given)] = outcome.unwrap()
            while order and id(order[0]) in early:
                yield order[0], early.pop(id(order.popleft()))
                done += 1
            watch(Progress(done, 0, None, done, time.monotonic() - started))


async def judge_cases(
    stage: JudgingStage,
    cases: Iterable[CaseToJudge],
    rubrics: Sequence[Rubric],
    *,
    concurrency: int,
    workers: int | None = None,
    total: int | None = None,
    watch: Watcher = lambda progress: None,
) -> Progress:
    """Judge what is missing of a run, with so many calls in flight; returns how far it came."""
    fewest = min(Counter(rubric.task for rubric in rubrics).values(), default=1)
    # Calls for twice as many cases as are in flight: while some wait for the store, others keep the model busy.
    engine = LocalEngine(workers, -(-2 * concurrency // fewest))
    return await carry_out(stage, cases, engine, total=total, watch=watch)


async def write_texts(
    stage: WritingStage,
    shortlists: Iterable[Shortlist],
    tasks: tuple[Task, ...],
    engine: Engine,
    *,
    total: int | None = None,
    watch: Watcher = lambda progress: None,
) -> Progress:
    """Write what is missing of a run; returns how many shortlists are done."""
    return await carry_out(stage, assign(shortlists, tasks), engine, total=total, watch=watch)


@dataclass(slots=True)
class _Keeper(Generic[In, Out]):
    """Gathers outcomes and commits them together."""

    stage: Stage[In, Out]
    total: int | None
    watch: Watcher
    done: int = 0
    failed: int = 0
    fresh: int = 0
    started: float = field(default_factory=time.monotonic)
    pending: list[Outcome[In, Out]] = field(default_factory=list)
    busy: asyncio.Lock = field(default_factory=asyncio.Lock)

    def draw_missing(self, inputs: Iterable[In]) -> Iterator[In]:
        """The inputs that still need work, asked of the store a batch at a time."""
        source, size = iter(inputs), _FIRST_BATCH
        while batch := list(islice(source, size)):
            missing = self.stage.missing(batch)
            self.done += len(batch) - len(missing)
            yield from missing
            size = min(2 * size, _BATCH)

    async def take(self, outcome: Outcome[In, Out]) -> None:
        self.pending.append(outcome)
        if len(self.pending) >= _GROUP:
            await self.flush()

    async def flush(self) -> None:
        async with self.busy:
            outcomes, self.pending = self.pending, []
            if not outcomes:
                return
            saving = asyncio.create_task(asyncio.to_thread(self.stage.keep, outcomes))
            try:
                await asyncio.shield(saving)
            finally:
                # Whoever cancels us waits: a commit that a thread has begun is not to be lost sight of.
                await saving
                self._count(outcomes)

    async def flush_regularly(self) -> None:
        while True:
            await asyncio.sleep(_GROUP_SECONDS)
            await self.flush()

    def flush_now(self) -> None:
        outcomes, self.pending = self.pending, []
        if outcomes:
            self.stage.keep(outcomes)
        self._count(outcomes)

    def _count(self, outcomes: Sequence[Outcome[In, Out]]) -> None:
        self.done += len(outcomes)
        self.fresh += len(outcomes)
        self.failed += sum(outcome.error is not None for outcome in outcomes)
        self.watch(self.progress())

    def progress(self) -> Progress:
        seconds = time.monotonic() - self.started
        return Progress(self.done, self.failed, self.total, self.fresh, seconds)
