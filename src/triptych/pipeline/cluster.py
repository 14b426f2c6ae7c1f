"""CLUSTER: the same stages over an input too large for one machine, block by block on many.

The input is looked through once, block by block, for its records' names, so that what repeats an earlier row is known
wherever it lies. Then workers do the blocks that have no shard yet, each with the very stage that one machine uses,
and put what comes of a block into a shard, and into the store where many machines share one.
"""

import asyncio
import hashlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from triptych import __version__
from triptych.calls.budget import Prices, read_prices
from triptych.calls.caller import Limits, SharedCalls
from triptych.calls.leases import Ledger
from triptych.catalog import Kind, ReadOptions, Report, RowProblem, read_any
from triptych.engines import BlockEngine
from triptych.errors import BudgetReached, TriptychError, UsageError
from triptych.judges import open_judge
from triptych.pipeline import jobs
from triptych.pipeline.blocks import CONTENT, InputBlock, Shards, fetched, find_blocks, shard_name
from triptych.pipeline.judging import JudgingService
from triptych.pipeline.runs import Progress, RunInput, Watcher, make_run, noting_end, unwatched
from triptych.records import Rubric, Run, Task, digest_of
from triptych.settings import CallOptions, JudgeOptions, WriteOptions
from triptych.stores import Store
from triptych.writers import open_writer

# A smaller input is looked through here: to start workers for it takes longer.
_FEW_BLOCKS = 8
_HASH_BYTES = 8
_SORTED_PARTS = 32


class ClusterInput(NamedTuple):
    """What a run on a cluster reads and where its shards go."""

    source: str
    """A file or folder, by path or URL."""
    shards: Shards
    reading: ReadOptions
    block_bytes: int | None = None
    """How large a block is; None for what fits the size of the input."""


class ClusterEnd(NamedTuple):
    """How a run on a cluster ended."""

    run: Run
    shards: Shards
    names: tuple[str, ...]
    """Its shards, in the order of the input."""
    report: Report
    stopped: BudgetReached | None = None
    """The budget that stopped it, if one did."""
    failures: tuple[str, ...] = ()
    """Records that could not be done, and why."""

    def contents(self) -> Iterator[str]:
        """Each result as a line of JSON, in the order of the input."""
        return (row[CONTENT] for name in self.names for row in self.shards.read(name) or ())


class Looked(NamedTuple):
    """What is known of a block before it is worked on."""

    block: InputBlock
    digest: str
    rows: int
    """Lines or rows, wrong ones included."""
    names: bytes
    """Hashes of the ids of its good records."""
    counts: bytes
    """How many things each of them has."""
    things: bytes
    """Hashes of these."""
    large: tuple[tuple[int, int], ...]
    """Places among these of such as several workers do, and into how many slices they are cut."""
    report: Report


class _Command(NamedTuple):
    """What is done on a cluster."""

    name: str
    """`read`, `write` or `judge`."""
    kinds: tuple[Kind, ...]
    """What the input may hold."""
    identity: Mapping[str, object]
    """What makes its results these and not others."""
    job: Callable[[Run], jobs.ClusterJob]
    """What workers do for a run."""
    store: Store | None = None
    """Where the run is noted, if many machines share it."""
    is_fresh: bool = False
    """Do again what is there."""


def read_on_cluster(engine: BlockEngine, given: ClusterInput, watch: Watcher = unwatched) -> ClusterEnd:
    """The readings of products, in shards."""
    job = jobs.ReadJob(given.shards)
    command = _Command("read", ("products", "shortlists"), {"version": __version__}, lambda run: job)
    return _carry_out(command, engine, given, watch)


def write_on_cluster(
    engine: BlockEngine,
    given: ClusterInput,
    tasks: tuple[Task, ...],
    options: WriteOptions,
    store: Store,
    url: str,
    watch: Watcher = unwatched,
) -> ClusterEnd:
    """The texts of shortlists, in shards and, where `url` names a store that many machines share, there too."""

    async def signature() -> str:
        async with open_writer(options, store) as writer:
            return writer.signature

    identity = {"writer": asyncio.run(signature()), "tasks": " ".join(tasks), "version": __version__}
    kinds: tuple[Kind, ...] = ("shortlists", "products") if tasks == ("opinion",) else ("shortlists",)
    there = url if store.is_shared else None
    job = partial(jobs.WriteJob, tasks, options, shared=_share(engine, options, store), store=there)
    return _carry_out(_Command("write", kinds, identity, job, store, options.fresh), engine, given, watch)


def judge_on_cluster(
    engine: BlockEngine,
    given: ClusterInput,
    rubrics: tuple[Rubric, ...],
    options: JudgeOptions,
    store: Store,
    url: str,
    watch: Watcher = unwatched,
) -> ClusterEnd:
    """The judgements of cases, in shards and, where `url` names a store that many machines share, there too."""

    async def identify() -> dict[str, object]:
        async with open_judge(options, store) as opened:
            signatures = digest_of([opened.judge.signature(rubric) for rubric in rubrics])
            return {**JudgingService(opened, rubrics, options).identity(None), "signatures": signatures}

    there = url if store.is_shared else None
    job = partial(jobs.JudgeJob, rubrics, options, shared=_share(engine, options, store), store=there)
    command = _Command("judge", ("cases",), asyncio.run(identify()), job, store, options.fresh)
    return _carry_out(command, engine, given, watch)


def _share(engine: BlockEngine, options: CallOptions, store: Store) -> SharedCalls:
    prices = read_prices(options.prices) if options.prices else Prices()
    ledger = engine.share(partial(Ledger, options, options.concurrency or Limits().concurrency))
    return SharedCalls(ledger, store.secret(), prices)


def _carry_out(command: _Command, engine: BlockEngine, given: ClusterInput, watch: Watcher) -> ClusterEnd:
    """Look through the input, do the blocks that have no shard, and leave the shards of this run and no others."""
    given.shards.check()
    blocks = find_blocks(given.source, given.block_bytes)
    kind = _kind_of(blocks[0], command, given)
    look = partial(_look_at, kind, given.reading, command.job(_NO_RUN))
    found = map(look, blocks) if len(blocks) <= _FEW_BLOCKS else engine.run_blocks(lambda: look, blocks)
    looked = sorted(found, key=lambda one: one.block.number)
    report = _reported(looked, given.reading)
    content = digest_of([one.digest for one in looked])
    identity = {**command.identity, "limit": given.reading.limit}
    run = make_run(command.name, RunInput(given.source, (), content), identity)
    parts = plan_parts(looked, given.reading.limit, report, digest_of([command.name, run.options]))
    names = tuple(part.shard for part in parts)
    store = command.store if command.store and command.store.is_shared else None
    job, stopped, failures = command.job(run), None, list[str]()
    opening = jobs.OpenWorker(job, kind, replace(given.reading, limit=None), given.shards, command.is_fresh)
    done = set() if command.is_fresh or job.looks_back else given.shards.done()
    try:
        if store:
            store.start_run(run)
        with noting_end(store, run) if store else nullcontext():
            _work(engine, opening, parts, done, failures, watch)
    except BudgetReached as error:
        stopped = error
    given.shards.keep_only(names)
    return ClusterEnd(run, given.shards, names, report, stopped, tuple(failures))


def _work(
    engine: BlockEngine,
    opening: jobs.OpenWorker,
    parts: Sequence[jobs.BlockPart],
    done: set[str],
    failures: list[str],
    watch: Watcher,
) -> None:
    """Have the parts done that are not, and note what could not be done; raises what stopped them."""
    started = time.monotonic()
    total = sum(part.size for part in parts)
    missing = [part for part in parts if part.shard not in done]
    earlier, fresh = total - sum(part.size for part in missing), 0
    watch(Progress(earlier, 0, total, 0, time.monotonic() - started))
    unread = [(part, one) for part in missing for one in part.slices if one.shard not in done]
    slices = [part._replace(shard=one.shard, slices=(one,)) for part, one in unread]
    for _ in _done_by(engine, replace(opening, job=jobs.TallyJob(opening.shards)), slices):
        watch(Progress(earlier, 0, total, 0, time.monotonic() - started))
    for one in _done_by(engine, opening, missing):
        failures += one.failures
        fresh += 0 if one.error else one.part.size
        watch(Progress(earlier + fresh, len(failures), total, fresh, time.monotonic() - started))


def _done_by(engine: BlockEngine, opening: jobs.OpenWorker, parts: Sequence[jobs.BlockPart]) -> Iterator[jobs.Done]:
    """What workers tell of parts; the first error is raised at the end."""
    error: TriptychError | None = None
    for one in engine.run_blocks(opening, parts) if parts else ():
        # Those that are under way put by what they have before they end, so all are waited for.
        error = error or one.error
        yield one
    if error is not None:
        raise error


def plan_parts(looked: Sequence[Looked], limit: int | None, report: Report, key: str) -> list[jobs.BlockPart]:
    """The parts of an input: rows that repeat an earlier id are left out and reported, things come first once."""
    names = [np.frombuffer(one.names, np.uint64) for one in looked]
    is_first = _first_of_each(names)
    counts = [np.frombuffer(one.counts, np.uint16) for one in looked]
    # A row that is left out brings nothing.
    is_kept = [np.repeat(first, count) for first, count in zip(is_first, counts, strict=True)]
    things = [np.frombuffer(one.things, np.uint64)[kept] for one, kept in zip(looked, is_kept, strict=True)]
    is_fresh = _first_of_each(things)
    parts: list[jobs.BlockPart] = []
    place = 0
    for one, first, fresh, kept, inside in zip(looked, is_first, is_fresh, is_kept, counts, strict=True):
        repeated = frozenset(np.flatnonzero(~first).tolist())
        if repeated:
            rows = "1 row repeats" if len(repeated) == 1 else f"{len(repeated)} rows repeat"
            problem = f"{rows} the id of an earlier one; ids are unique"
            report.good -= len(repeated)
            report.skip_row([RowProblem(one.block.path, None, "id", problem)])
            report.skipped += len(repeated) - 1
        count = int(first.sum())
        if limit is not None:
            count = max(0, min(count, limit - place))
        marks = fresh.astype(np.uint8).tobytes()
        content = [key, one.digest, sorted(repeated), count, marks.hex()]
        shard = shard_name(one.block.number, digest_of(content))
        within = fresh[: int(inside[first][:count].sum())]
        slices = tuple(_slices(one, kept, within, content))
        parts.append(jobs.BlockPart(one.block, shard, count, place, repeated, marks, slices))
        place += count
    return [part for part in parts if part.size]


def _slices(
    one: Looked, is_kept: NDArray[np.bool_], is_fresh: NDArray[np.bool_], content: list[object]
) -> Iterator[jobs.ReviewSlice]:
    """Those of large things that come first here, among what is kept of a block."""
    for place, slices in one.large:
        at = int(is_kept[:place].sum())
        if is_kept[place] and at < len(is_fresh) and is_fresh[at]:
            for number in range(slices):
                yield jobs.ReviewSlice(at, number, shard_name(one.block.number, digest_of([*content, at, number])))


def _first_of_each(hashes: Sequence[NDArray[np.uint64]]) -> list[NDArray[np.bool_]]:
    """For each hash, block by block, True where no earlier one is the same."""
    joined = np.concatenate(hashes) if hashes else np.empty(0, np.uint64)
    is_first = np.zeros(len(joined), np.bool_)
    # A part of them at a time, told by their first bits: of a hundred million products this spares gigabytes.
    bits = joined.view(np.uint8)[::_HASH_BYTES] % _SORTED_PARTS
    for part in range(_SORTED_PARTS):
        places = np.flatnonzero(bits == part)
        is_first[places[np.unique(joined[places], return_index=True)[1]]] = True
    return np.split(is_first, np.cumsum([len(one) for one in hashes])[:-1])


def _look_at(kind: Kind, reading: ReadOptions, job: jobs.ClusterJob, block: InputBlock) -> Looked:
    """What is known of a block before it is worked on."""
    names, counts, things = bytearray(), list[int](), bytearray()
    large: list[tuple[int, int]] = []
    with fetched(block) as found:
        records, report = jobs.records_in(found, kind, replace(reading, strict=False, limit=None))
        for record in records:
            names += _hash(getattr(record, "id", ""))
            inside = job.things_in(record)
            counts.append(len(inside))
            for name, slices in inside:
                if slices > 1:
                    large.append((len(things) // _HASH_BYTES, slices))
                things += _hash(name)
        rows, digest = found.rows, found.digest
    counted = np.array(counts, np.uint16).tobytes()
    return Looked(block, digest, rows, bytes(names), counted, bytes(things), tuple(large), report)


def _hash(name: str) -> bytes:
    return hashlib.blake2b(name.encode("utf-8", "surrogatepass"), digest_size=_HASH_BYTES).digest()


def _kind_of(first: InputBlock, command: _Command, given: ClusterInput) -> Kind:
    if len(command.kinds) == 1:
        return command.kinds[0]
    with fetched(first) as block:
        try:
            kind = read_any(block.path, given.reading).kind
        except UsageError as error:
            raise UsageError(str(error).replace(str(block.path), first.path)) from None
    if kind not in command.kinds:
        raise UsageError(f"{given.source} holds {kind}; `triptych {command.name}` takes {' or '.join(command.kinds)}")
    return kind


def _reported(looked: Sequence[Looked], reading: ReadOptions) -> Report:
    """What all blocks say about their rows, with the lines of the whole files; the first problem ends a strict run."""
    whole, lines = Report(reading), dict[str, int]()
    for one in looked:
        path, found = one.block.path, one.report
        before = lines.get(path, 0)
        lines[path] = before + one.rows
        whole.add(found, path, before)
    if not whole.good:
        first = f"; the first problem: {whole.problems[0]}" if whole.problems else ""
        raise UsageError(f"{looked[0].block.path} and what is beside it has no usable row{first}")
    return whole


_NO_RUN = Run(id="none", command="none", source="none", started=datetime(2000, 1, 1, tzinfo=UTC))
