"""WRITE: the texts of shortlists, or the opinions of products, in a run that the store keeps or one alone."""

from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field

from triptych.calls.caller import Say, SharedCalls
from triptych.engines import Engine
from triptych.engines.local import LocalEngine
from triptych.pipeline.runs import RunEnd, RunInput, Watcher, carry_out_run, make_run, unwatched
from triptych.records import TASKS, Case, Product, Shortlist, Task
from triptych.settings import WriteOptions
from triptych.stores import Store
from triptych.writers import Writer, WritingStage, assign, open_writer


@dataclass(frozen=True, slots=True)
class WritingService:
    """A writer at work. `open_writing` makes it."""

    writer: Writer
    options: WriteOptions
    store: Store | None = None
    """Where runs and replies are kept; None keeps nothing."""
    engine: Engine = field(default_factory=LocalEngine)

    async def write(self, shortlist: Shortlist | Product, tasks: tuple[Task, ...] = TASKS) -> tuple[Case, ...]:
        """The texts of one shortlist, with no run."""
        async with aclosing(self.engine.run(self.writer.work, assign([shortlist], tasks))) as outcomes:
            return (await anext(outcomes)).unwrap()

    async def write_run(
        self,
        given: RunInput[Shortlist | Product],
        tasks: tuple[Task, ...] = TASKS,
        *,
        identity: Mapping[str, object] | None = None,
        watch: Watcher = unwatched,
    ) -> RunEnd:
        """Write what a run lacks; `identity` holds further facts that make this run another."""
        store = self.store
        if store is None:
            raise ValueError("a run needs a store")
        made_by = {"writer": self.writer.signature, "tasks": " ".join(tasks)}
        run = store.start_run(make_run("write", given, {**made_by, **(identity or {})}))
        stage = WritingStage(store, run.id, self.writer, self.options.fresh)
        inputs = assign(given.records, tasks)
        reread = None if self.options.fresh else given.again
        again = (lambda: assign(reread(), tasks)) if reread else None
        stopped = await carry_out_run(stage, inputs, self.engine, run, again=again, watch=watch)
        return RunEnd(run, store.tally(run.id), stopped, tuple(stage.failures))


@asynccontextmanager
async def open_writing(
    options: WriteOptions,
    store: Store | None = None,
    *,
    engine: Engine | None = None,
    workers: int | None = None,
    say: Say | None = None,
    shared: SharedCalls | None = None,
) -> AsyncIterator[WritingService]:
    """The writer that the options name, ready to write; all else is as in `open_judging`."""
    here = LocalEngine(workers, options.concurrency or LocalEngine().concurrency)
    async with open_writer(options, store, say=say, shared=shared) as writer:
        yield WritingService(writer, options, store, engine or here)
