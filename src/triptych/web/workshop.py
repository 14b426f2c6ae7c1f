"""Heavy work off the event loop: worker processes that stay, jobs to poll, and a shelf of recent results."""

import asyncio
import os
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, Literal, TypeVar

from triptych.engines.local import PoolEngine, make_pool
from triptych.errors import TransientError

Result = TypeVar("Result")
Held = TypeVar("Held")
JobStatus = Literal["running", "done", "failed"]

_MOST_JOBS = 32
"""How many may be under way at once."""
_MOST_KEPT = 200


class Shelf(Generic[Held]):
    """The last results by name."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.held: OrderedDict[str, Held] = OrderedDict()
        self.making: dict[str, asyncio.Future[Held]] = {}

    def get(self, name: str) -> Held | None:
        """The result, which thereby stays longer."""
        if name in self.held:
            self.held.move_to_end(name)
        return self.held.get(name)

    async def find(self, name: str, make: Callable[[], Awaitable[Held]]) -> Held:
        """The result, made first where it is not there; those who ask meanwhile wait for the same making."""
        found = self.get(name)
        if found is not None:
            return found
        if name not in self.making:
            self.making[name] = asyncio.ensure_future(make())
            self.making[name].add_done_callback(lambda _: self.making.pop(name, None))
        return self.put(name, await asyncio.shield(self.making[name]))

    def put(self, name: str, value: Held) -> Held:
        """Keep a result; the one not asked for the longest goes."""
        self.held[name] = value
        self.held.move_to_end(name)
        while len(self.held) > self.most:
            self.held.popitem(last=False)
        return value


@dataclass
class Job:
    """Work under way, or what came of it."""

    id: str
    """Cannot be guessed."""
    what: str
    task: "asyncio.Task[str]"
    """Ends with where the result is, or with the result itself."""

    @property
    def status(self) -> JobStatus:
        if not self.task.done():
            return "running"
        return "failed" if self.task.cancelled() or self.task.exception() else "done"

    @property
    def error(self) -> BaseException | None:
        """What went wrong, to be raised where the result is asked for."""
        if self.task.cancelled():
            return TransientError("this was stopped; try it again")
        return self.task.exception() if self.task.done() else None


@dataclass
class Workshop:
    """Where the web page works."""

    workers: int | None = None
    jobs: Shelf[Job] = field(default_factory=lambda: Shelf(_MOST_KEPT))

    @cached_property
    def pool(self) -> Executor:
        return ThreadPoolExecutor(1) if self.workers == 0 else make_pool(self.workers, _step_back)

    @property
    def engine(self) -> PoolEngine:
        """What services are given, so that they compute there."""
        return PoolEngine(self.pool)

    async def run(self, work: Callable[[], Coroutine[Any, Any, Result]]) -> Result:
        """What a service gives, run in a thread with a loop of its own: it may wait for a store or a model."""
        return await asyncio.to_thread(lambda: asyncio.run(work()))

    async def compute(self, function: Callable[..., Result], *arguments: object) -> Result:
        """What a function gives, computed by a worker process."""
        return await asyncio.get_running_loop().run_in_executor(self.pool, function, *arguments)

    def start(self, what: str, work: Coroutine[Any, Any, str]) -> Job:
        """A job that goes on by itself; TransientError where too many do already."""
        if sum(job.status == "running" for job in self.jobs.held.values()) >= _MOST_JOBS:
            work.close()
            raise TransientError("too much is under way; try again in a moment")
        job = Job(secrets.token_urlsafe(12), what, asyncio.create_task(work))
        return self.jobs.put(job.id, job)

    def warm(self) -> None:
        """Let the worker processes load what they need before the first visitor comes."""
        if self.workers != 0:
            for _ in range(2):
                self.pool.submit(_load)

    def close(self) -> None:
        if "pool" in vars(self):
            self.pool.shutdown(wait=False, cancel_futures=True)


def _step_back() -> None:
    """Let pages go before work where the processor is short."""
    os.nice(5)


def _load() -> None:
    from triptych.catalog import read_shortlists
    from triptych.samples import sample_files
    from triptych.writers import write_comparison

    for shortlist in read_shortlists(str(sample_files()[0])):
        write_comparison(shortlist)


async def finished(job: Job, seconds: float) -> bool:
    """True where a job ends within so many seconds."""
    await asyncio.wait({job.task}, timeout=seconds)
    return job.task.done()
