"""Runs: what goes into one, how a stage is carried out, and how a run ends.

A stage asks the store what is missing, hands the engine only that, and keeps what comes back. Whatever stops a
run (a budget, Ctrl-C, `kill -9`), the same command later finds what was kept and goes on with the rest.
"""

import asyncio
import hashlib
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import aclosing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import chain, islice
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from triptych.catalog import AnyRecord, Input, ReadOptions, Report, Stream, Tables, read_any
from triptych.engines import Engine, Outcome, Work
from triptych.errors import BudgetReached, EndpointError
from triptych.records import Run, RunStatus, digest_of
from triptych.stores import RunTally, Store

In = TypeVar("In")
Out = TypeVar("Out")
Held = TypeVar("Held", covariant=True)
Given = TypeVar("Given", bound=AnyRecord)

# How many inputs the store is asked about at a time: few, so that work goes on meanwhile, and fewer at first.
_FIRST_BATCH, _BATCH = 2, 16
# How many outcomes, or how many seconds, are kept back at most before they are committed together.
_GROUP = 128
_GROUP_SECONDS = 0.2
# How long a claim holds without being renewed, how often it is, and how often others' work is looked at.
_CLAIM_SECONDS, _RENEW_SECONDS, _LOOK_SECONDS = 60.0, 15.0, 2.0


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
    """One kind of work over many inputs whose results a store keeps."""

    @property
    def store(self) -> Store | None:
        """Where."""

    @property
    def run_id(self) -> str:
        """The run they belong to."""

    @property
    def work(self) -> Work[In, Out]:
        """What is done for each input."""

    def missing(self, inputs: Sequence[In]) -> Sequence[In]:
        """Those of the inputs the store has no result for."""

    def keep(self, outcomes: Sequence[Outcome[In, Out]]) -> None:
        """Commit these outcomes."""

    def name_of(self, given: In) -> str:
        """What an input is claimed by."""


Watcher = Callable[[Progress], None]


def unwatched(progress: Progress) -> None:
    """A watcher that does nothing."""


@dataclass(frozen=True, slots=True)
class RunInput(Generic[Held]):
    """What a run is given, and what tells it from another run."""

    name: str
    """What the run calls it: a file, or words of the caller's."""
    records: Iterable[Held]
    """Cases, shortlists or products."""
    digest: str
    """Of the content: other content makes another run."""
    total: int | None = None
    """How many records there are at most, where that is known."""
    report: Report = field(default_factory=Report)
    """What was skipped, cleaned and ignored while reading."""
    again: Callable[[], Iterable[Held]] | None = None
    """Gives the records once more, where they can be read twice."""


def input_of(records: Sequence[Given], name: str) -> RunInput[Given]:
    """Records that are there already."""
    digest = digest_of([record.digest() for record in records])
    return RunInput(name, records, digest, len(records), again=lambda: records)


def input_from(source: Input, stream: Stream[Given], options: ReadOptions) -> RunInput[Given]:
    """Records as they are read; UsageError where the first row is wrong already, so that no run is left behind."""
    records = chain([next(stream.records)], stream)
    if isinstance(source, Tables):
        # Tables are known by their names: a row that changed is done anew, case by case.
        name = " ".join((*source.products, *source.reviews, *source.queries))
        return RunInput(name, records, name, report=stream.report, again=lambda: read_any(source, options, stream.kind))
    name, path, total = str(source), Path(source), None
    again = None if name == "-" else lambda: read_any(source, options, stream.kind)
    if name == "-" or not path.is_file():
        # What comes through a pipe is never the same.
        return RunInput(name, records, uuid.uuid4().hex, report=stream.report, again=again)
    with path.open("rb") as file:
        # Of all hashes in Python the one that processors have instructions for.
        digest = hashlib.file_digest(file, "sha256").hexdigest()[:32]
        if path.suffix in (".jsonl", ".ndjson"):
            file.seek(0)
            total = sum(1 for _ in islice(file, options.limit))
    return RunInput(name, records, digest, total, stream.report, again)


def make_run(command: str, given: RunInput[In], options: Mapping[str, object]) -> Run:
    """The run of a command: the same command over the same content is the same run."""
    facts = {name: str(value) for name, value in options.items() if value is not None}
    name = digest_of([command, given.name, given.digest, facts])
    now = datetime.now(UTC)
    return Run(
        id=f"{command}-{name}", command=command, source=given.name, options=facts, started=now, total=given.total
    )


@dataclass(frozen=True, slots=True)
class RunEnd:
    """How a run ended. Its cases and judgements are in the store."""

    run: Run
    tally: RunTally
    stopped: BudgetReached | None = None
    """The budget that stopped it, if one did."""
    failures: tuple[str, ...] = ()
    """Inputs that could not be done, and why."""


async def carry_out_run(
    stage: Stage[In, Out],
    inputs: Iterable[In],
    engine: Engine,
    run: Run,
    *,
    again: Callable[[], Iterable[In]] | None = None,
    watch: Watcher = unwatched,
) -> BudgetReached | None:
    """Do what is missing of a run and note how it ended; returns the budget that stopped it."""
    assert stage.store is not None
    try:
        with noting_end(stage.store, run):
            await carry_out(stage, inputs, engine, again=again, total=run.total, watch=watch)
    except BudgetReached as error:
        return error
    return None


async def carry_out_part(
    stage: Stage[In, Out], inputs: Sequence[In], engine: Engine
) -> BudgetReached | EndpointError | None:
    """Do what is missing of a part of a run; returns what stopped it."""
    try:
        await carry_out(stage, inputs, engine, again=lambda: inputs)
    except (BudgetReached, EndpointError) as error:
        return error
    return None


@contextmanager
def noting_end(store: Store, run: Run) -> Iterator[None]:
    """Notes in the store how the block ended."""
    status: RunStatus = "failed"
    try:
        yield
        status = "done"
    except (BudgetReached, asyncio.CancelledError, KeyboardInterrupt):
        status = "stopped"
        raise
    finally:
        store.finish_run(run.id, status, datetime.now(UTC))


async def carry_out(
    stage: Stage[In, Out],
    inputs: Iterable[In],
    engine: Engine,
    *,
    again: Callable[[], Iterable[In]] | None = None,
    total: int | None = None,
    watch: Watcher = unwatched,
) -> Progress:
    """Do what is missing of a stage; returns how far it came.

    A budget that is used up or an endpoint that cannot be used ends the run with that error, after everything that
    was finished is kept. Any other error belongs to its input: the stage keeps it as such. In a store that several
    machines share, what another start has claimed is left to it; `again` gives all inputs once more, to do what it
    did not finish.
    """
    shared = stage.store if again and stage.store and stage.store.is_shared else None
    keeper = _Keeper(stage, total, watch, shared)
    # The store may fail while nothing comes back from the engine: whichever ends first ends the other.
    tasks = [asyncio.create_task(keeper.flush_regularly()), asyncio.create_task(keeper.take_all(engine, inputs, again))]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        ends = await asyncio.gather(*tasks, return_exceptions=True)
        await keeper.flush()
        watch(keeper.progress())
        if shared:
            shared.release(stage.run_id, keeper.holder)
    for end in ends:
        if isinstance(end, Exception):
            raise end
    return keeper.progress()


@dataclass(slots=True)
class _Keeper(Generic[In, Out]):
    """Gathers outcomes and commits them together."""

    stage: Stage[In, Out]
    total: int | None
    watch: Watcher
    shared: Store | None = None
    """Where this start claims what it works on, so that other starts do the rest."""
    holder: str = field(default_factory=lambda: uuid.uuid4().hex)
    """This start."""
    left_to_others: int = 0
    done: int = 0
    failed: int = 0
    fresh: int = 0
    started: float = field(default_factory=time.monotonic)
    pending: list[Outcome[In, Out]] = field(default_factory=list)
    busy: asyncio.Lock = field(default_factory=asyncio.Lock)

    def draw_missing(self, inputs: Iterable[In]) -> Iterator[In]:
        """The inputs that still need work, asked of the store a batch at a time."""
        source, size = iter(inputs), _FIRST_BATCH
        self.done = self.left_to_others = 0
        while batch := list(islice(source, size)):
            missing = self.stage.missing(batch)
            self.done += len(batch) - len(missing)
            if self.shared:
                names = [self.stage.name_of(given) for given in missing]
                ours = self.shared.claim(self.stage.run_id, self.holder, names, _CLAIM_SECONDS)
                mine = [given for given in missing if self.stage.name_of(given) in ours]
                self.left_to_others += len(missing) - len(mine)
                # Looked at once more: a claim may be free because its work is done.
                missing = self.stage.missing(mine)
                self.done += len(mine) - len(missing)
            yield from missing
            size = min(2 * size, _BATCH)

    async def take_all(self, engine: Engine, inputs: Iterable[In], again: Callable[[], Iterable[In]] | None) -> None:
        """Take the outcomes of all inputs, and then of those that others did not finish."""
        while True:
            async with aclosing(engine.run(self.stage.work, self.draw_missing(inputs))) as outcomes:
                async for outcome in outcomes:
                    if isinstance(outcome.error, (BudgetReached, EndpointError)):
                        raise outcome.error
                    self.pending.append(outcome)
                    if len(self.pending) >= _GROUP:
                        await self.flush()
            if not self.left_to_others or again is None:
                return
            await asyncio.sleep(_LOOK_SECONDS)
            await self.flush()
            inputs = again()

    async def flush(self) -> None:
        async with self.busy:
            outcomes, self.pending = self.pending, []
            if not outcomes:
                return
            saving = asyncio.create_task(asyncio.to_thread(self._keep, outcomes))
            try:
                await asyncio.shield(saving)
            finally:
                # A cancelled run waits here: a commit that a thread has begun must end before the store is closed.
                await saving
                self.done += len(outcomes)
                self.fresh += len(outcomes)
                self.failed += sum(outcome.error is not None for outcome in outcomes)
                self.watch(self.progress())

    async def flush_regularly(self) -> None:
        renewed = time.monotonic()
        while True:
            await asyncio.sleep(_GROUP_SECONDS)
            await self.flush()
            if self.shared and time.monotonic() - renewed >= _RENEW_SECONDS:
                renewed = time.monotonic()
                await asyncio.to_thread(self.shared.renew_claims, self.stage.run_id, self.holder, _CLAIM_SECONDS)

    def _keep(self, outcomes: Sequence[Outcome[In, Out]]) -> None:
        self.stage.keep(outcomes)
        if self.shared:
            names = [self.stage.name_of(outcome.given) for outcome in outcomes]
            self.shared.release(self.stage.run_id, self.holder, names)

    def progress(self) -> Progress:
        seconds = time.monotonic() - self.started
        return Progress(self.done, self.failed, self.total, self.fresh, seconds)
