"""What a cluster's workers do with a block: read, write or judge its records with the services of one machine."""

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, aclosing, asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar, NamedTuple

from pydantic import TypeAdapter

from triptych import __version__
from triptych.aspects import Tally, tally
from triptych.calls.caller import SharedCalls
from triptych.catalog import AnyRecord, Kind, ReadOptions, Report, read_any
from triptych.engines import Outcome
from triptych.errors import TransientError, TriptychError, UsageError
from triptych.judges import Judged, make_ready
from triptych.pipeline.blocks import CONTENT, Fetched, InputBlock, Shards, fetched
from triptych.pipeline.judging import JudgingService, JudgingStage, open_judging
from triptych.pipeline.reading import read_products
from triptych.pipeline.runs import carry_out_part
from triptych.pipeline.writing import WritingService, open_writing
from triptych.records import Case, Judgement, Product, Reading, Record, Rubric, Run, Shortlist, Task, group_by
from triptych.settings import JudgeOptions, WriteOptions
from triptych.stores import Store, open_store
from triptych.writers import WritingStage, assign

# A store that is being restarted is waited for as long as an administrator takes.
_STORE_PATIENCE_SECONDS = 600.0

# A product with more reviews than this is read by several workers.
_MOST_REVIEWS = 5000

ShardRow = dict[str, Any]
ShardRows = Sequence[ShardRow]
Records = Sequence[AnyRecord]
Thing = tuple[str, int]
"""What is done once in the whole input, with the first record that has it: its name, and in how many slices."""


class ReviewSlice(NamedTuple):
    """Some reviews of a product that has very many."""

    place: int
    """Of the product among those of its part."""
    number: int
    shard: str
    """Where their tally is put until all are there."""


class BlockPart(NamedTuple):
    """A block with what is known of it once all of the input was looked through."""

    block: InputBlock
    shard: str
    size: int
    """How many records are worked on."""
    first: int = 0
    """The place of the first of them in the whole."""
    repeated: frozenset[int] = frozenset()
    """Which of its good rows repeat the id of an earlier one."""
    fresh: bytes = b""
    """For each thing in its records a 1 where it is the first of its kind."""
    slices: tuple[ReviewSlice, ...] = ()
    """What is read of its products by several workers, before the part itself is done."""


class Done(NamedTuple):
    """What came of a part."""

    part: BlockPart
    failures: tuple[str, ...] = ()
    """Records that could not be done, and why."""
    error: TriptychError | None = None
    """What ended it, if something did."""
    rows: ShardRows = ()
    """For its shard; not sent home."""
    is_open: bool = False
    """True where something is still missing."""


@dataclass(frozen=True, slots=True)
class ReadJob:
    """`triptych read`."""

    shards: Shards
    columns: ClassVar[Mapping[str, str]] = {
        "product_id": "string",
        "reviewers": "int64",
        "kind": "string",
        CONTENT: "string",
    }
    looks_back: ClassVar[bool] = False

    def things_in(self, record: AnyRecord) -> list[Thing]:
        """Products, each by its content."""
        return [(product.digest(), -(-len(product.reviews) // _MOST_REVIEWS)) for product in _products_of(record)]

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Nothing is kept open."""
        yield

    async def do(self, service: None, part: BlockPart, records: Records, before: ShardRows) -> Done:
        """The readings of the products that come first here."""
        products = [product for record in records for product in _products_of(record)]
        first = [place for place, is_fresh in zip(range(len(products)), part.fresh, strict=False) if is_fresh]
        sliced = {one.place for one in part.slices}
        whole = read_products((products[place] for place in first if place not in sliced), workers=1)
        readings = []
        async with aclosing(whole):
            for place in first:
                product = products[place]
                readings.append(self._merged(part, place, product) if place in sliced else (await anext(whole))[1])
        return Done(part, rows=[_row(reading, self.columns) for reading in readings])

    def _merged(self, part: BlockPart, place: int, product: Product) -> Reading:
        """The reading of a product whose reviews several workers have tallied."""
        rows = [self.shards.read(one.shard) for one in part.slices if one.place == place]
        tallies = map(TypeAdapter(Tally).validate_json, (row[CONTENT] for found in rows for row in found or ()))
        return Tally().merge(*tallies).reading(product)


@dataclass(frozen=True, slots=True)
class TallyJob(ReadJob):
    """Slices of products with very many reviews, before `triptych read` merges them."""

    async def do(self, service: None, part: BlockPart, records: Records, before: ShardRows) -> Done:
        """The tally of one slice."""
        [one] = part.slices
        product = [product for record in records for product in _products_of(record)][one.place]
        start = one.number * _MOST_REVIEWS
        found = tally(product.reviews[start : start + _MOST_REVIEWS])
        return Done(part, rows=[{"product_id": product.id, CONTENT: TypeAdapter(Tally).dump_json(found).decode()}])


@dataclass(frozen=True, slots=True)
class WriteJob:
    """`triptych write`."""

    tasks: tuple[Task, ...]
    options: WriteOptions
    run: Run
    shared: SharedCalls
    """What its workers have in common."""
    store: str | None = None
    """A store that many machines share; None for none."""
    columns: ClassVar[Mapping[str, str]] = dict.fromkeys(
        ("id", "item", "task", "query", "system", "text", CONTENT), "string"
    )
    looks_back: ClassVar[bool] = False

    def things_in(self, record: AnyRecord) -> list[Thing]:
        """Products, whose opinions are written once."""
        return [(product.id, 1) for product in _products_of(record)]

    @asynccontextmanager
    async def open(self) -> AsyncIterator[WritingService]:
        with _working_store(self.store, self.run) as store:
            async with open_writing(self.options, store, workers=1, shared=self.shared) as writing:
                yield writing

    async def do(self, service: WritingService, part: BlockPart, records: Records, before: ShardRows) -> Done:
        given = [record for record in records if isinstance(record, Shortlist | Product)]
        fresh = iter(part.fresh)
        assignments = []
        for one in assign(given, self.tasks):
            opinions = tuple(product.id for product in one.shortlist.products if next(fresh))
            assignments.append(replace(one, position=part.first + one.position, opinions=opinions))
        store = service.store
        assert store is not None
        stage = WritingStage(store, self.run.id, service.writer, self.options.fresh)
        known = {case.id: case for case in (Case.model_validate_json(row[CONTENT]) for row in before)}
        whole = [given for given in assignments if all(name in known for name in given.case_ids)]
        stage.keep([Outcome(given, tuple(known[name] for name in given.case_ids)) for given in whole])
        stopped = await carry_out_part(stage, assignments, service.engine)
        names = [name for given in assignments for name in given.case_ids]
        rows = [_row(case, self.columns) for case in store.cases(self.run.id, names)]
        is_open = bool(replace(stage, is_fresh=False).missing(assignments))
        _forget(store, self.run)
        return Done(part, tuple(stage.failures), stopped, rows, is_open)


@dataclass(frozen=True, slots=True)
class JudgeJob:
    """`triptych judge`."""

    rubrics: tuple[Rubric, ...]
    options: JudgeOptions
    run: Run
    shared: SharedCalls
    store: str | None = None
    columns: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("case_id", "item", "task", "metric", "system", "judge"), "string"),
        "score": "int64",
        "value": "float64",
        "certainty": "float64",
        "failure": "string",
        "is_final": "bool_",
        CONTENT: "string",
    }

    @property
    def looks_back(self) -> bool:
        """True where replies without a score are asked for again."""
        return self.options.retry_unscored

    def things_in(self, record: AnyRecord) -> list[Thing]:
        """Nothing: every case is judged for itself."""
        return []

    @asynccontextmanager
    async def open(self) -> AsyncIterator[JudgingService]:
        with _working_store(self.store, self.run) as store:
            async with open_judging(self.rubrics, self.options, store, workers=1, shared=self.shared) as judging:
                await judging.opened.learn_contexts()
                yield judging

    async def do(self, service: JudgingService, part: BlockPart, records: Records, before: ShardRows) -> Done:
        store, opened, options = service.store, service.opened, self.options
        assert store is not None
        stage = JudgingStage(store, self.run.id, opened.judge, options.retry_unscored, options.fresh)
        cases = [record for record in records if isinstance(record, Case)]
        inputs = make_ready(cases, self.rubrics, opened.show if opened.llms else None)
        ready = [given._replace(position=part.first + given.position) for given in inputs]
        known = [Judged(Judgement.model_validate_json(row[CONTENT]), row["is_final"]) for row in before]
        by_case = group_by(known, lambda one: one.judgement.case_id)
        stage.keep([Outcome(given, tuple(by_case.get(given.case.id, ()))) for given in ready])
        stopped = await carry_out_part(stage, ready, service.engine)
        missing = replace(stage, retry_unscored=False, is_fresh=False).missing(ready)
        open_ones = {(given.case.id, rubric.metric) for given in missing for rubric in given.rubrics}
        kept = store.judgements(self.run.id, [given.case.id for given in ready])
        rows = [{**_row(one, self.columns), "is_final": (one.case_id, one.metric) not in open_ones} for one in kept]
        _forget(store, self.run)
        return Done(part, (), stopped, rows, is_open=stopped is not None or bool(open_ones))


ClusterJob = ReadJob | WriteJob | JudgeJob
"""One command over a large input: its shards' columns, whether it looks at complete ones again, and what it does."""


@dataclass(frozen=True, slots=True)
class OpenWorker:
    """Makes a worker where it is to run."""

    job: ClusterJob
    kind: Kind
    reading: ReadOptions
    shards: Shards
    is_fresh: bool = False
    """Do again what was begun."""
    version: str = __version__
    """Of who sent it."""

    def __call__(self) -> "BlockWorker":
        return BlockWorker(self)


class BlockWorker:
    """Does parts, one after another. Its event loop never pauses, so that what it holds of shared limits stays its."""

    def __init__(self, opening: OpenWorker) -> None:
        self._opening = opening
        # Not the policy's: Ray sets uvloop where it is installed, and results should not depend on that.
        self._loop = asyncio.SelectorEventLoop()
        self._opened = AsyncExitStack()
        self._service: list[Any] = []
        self._stopped: TriptychError | None = None
        # Slices of one product come one after another, and to read its block takes long.
        self._held: tuple[InputBlock | None, list[AnyRecord]] = (None, [])
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def __call__(self, part: BlockPart) -> Done:
        """Do a part, unless nothing more can be done; whatever of ours goes wrong is told and not raised."""
        if self._stopped is None:
            try:
                return asyncio.run_coroutine_threadsafe(self._do(part), self._loop).result()
            except UsageError as error:
                # Some kinds of it do not survive the journey.
                self._stopped = UsageError(str(error))
            except TriptychError as error:
                self._stopped = error
        return Done(part, error=self._stopped)

    def close(self) -> None:
        """Let go of the service."""
        asyncio.run_coroutine_threadsafe(self._opened.aclose(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _do(self, part: BlockPart) -> Done:
        opening = self._opening
        if not self._service:
            if opening.version != __version__:
                raise UsageError(f"this worker has Triptych {__version__}, who started the run {opening.version}")
            self._service = [await self._opened.enter_async_context(opening.job.open())]
        records = self._held[1]
        if self._held[0] != part.block:
            with fetched(part.block) as block:
                good, _ = records_in(block, opening.kind, opening.reading)
                records = [record for place, record in enumerate(good) if place not in part.repeated][: part.size]
        self._held = (part.block, records) if part.slices else (None, [])
        before = [] if opening.is_fresh else opening.shards.read(part.shard) or []
        done = await opening.job.do(self._service[0], part, records, before)
        opening.shards.write(part.shard, done.rows, opening.job.columns, is_open=done.is_open)
        self._stopped = done.error
        return done._replace(rows=())


def records_in(block: Fetched, kind: Kind, options: ReadOptions) -> tuple[Iterator[AnyRecord], Report]:
    """The good records of a block, and a report that fills as they are read."""
    if not block.rows:
        return iter(()), Report(options)
    stream = read_any(block.path, options, kind)

    def records() -> Iterator[AnyRecord]:
        try:
            yield from stream
        except UsageError:
            # A part of a file may well have none.
            if stream.report.good or options.strict:
                raise

    return records(), stream.report


@contextmanager
def _working_store(shared: str | None, run: Run) -> Iterator[Store]:
    """The store that all share, or one of this worker's own for the block at hand."""
    if shared is None:
        folder = tempfile.TemporaryDirectory(prefix="triptych-worker-")
        with folder as path, open_store(str(Path(path) / "store.db")) as own:
            own.start_run(run)
            yield own
        return
    with _open_patiently(shared) as store:
        yield store


def _open_patiently(url: str) -> Store:
    started = time.monotonic()
    while True:
        try:
            return open_store(url, patience_seconds=_STORE_PATIENCE_SECONDS)
        except TransientError:
            if time.monotonic() - started > _STORE_PATIENCE_SECONDS:
                raise
            time.sleep(1.0)


def _forget(store: Store, run: Run) -> None:
    """Empty a worker's own store: what it held is in the shard."""
    if not store.is_shared:
        store.delete_run(run.id)
        store.start_run(run)


def _products_of(record: AnyRecord) -> tuple[Product, ...]:
    if isinstance(record, Shortlist):
        return record.products
    return (record,) if isinstance(record, Product) else ()


def _row(record: Record, columns: Mapping[str, str]) -> ShardRow:
    return {**{name: getattr(record, name, None) for name in columns}, CONTENT: record.to_json()}
