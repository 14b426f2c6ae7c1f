"""What the pages and the API share: options, the store, this start's form key, and the workshop.

Heavy work is done off the event loop: by worker processes that stay, in jobs to poll, with a shelf of recent results.
"""

import asyncio
import os
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, Generic, Literal, TypeVar

from fastapi import Depends, Request

from triptych.catalog import Tables, read_products
from triptych.engines.local import PoolEngine, make_pool
from triptych.errors import TransientError, UsageError
from triptych.records import Run
from triptych.settings import JudgeOptions, Settings, WriteOptions
from triptych.stores import Store, open_store
from triptych.web.intake import Catalogue
from triptych.web.rendering import Refused

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
            self.making[name].add_done_callback(lambda made: self._forget(name, made))
        return self.put(name, await asyncio.shield(self.making[name]))

    def _forget(self, name: str, made: "asyncio.Future[Held]") -> None:
        """Drop a making that is over; what it raised is for those who still wait for it, if any do."""
        del self.making[name]
        if not made.cancelled():
            made.exception()

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

    def close(self) -> None:
        if "pool" in vars(self):
            self.pool.shutdown(wait=False, cancel_futures=True)


def _step_back() -> None:
    """Let pages go before work where the processor is short."""
    os.nice(5)


async def finished(job: Job, seconds: float) -> bool:
    """True where a job ends within so many seconds."""
    await asyncio.wait({job.task}, timeout=seconds)
    return job.task.done()


_GUESSES_PER_MINUTE = 20
_MOST_ADDRESSES = 10_000


@dataclass(frozen=True, slots=True)
class WebOptions:
    """How the web page is served."""

    settings: Settings = field(default_factory=Settings)
    """Store, rubrics, endpoint and its key."""
    token: str | None = None
    """What every page and call needs; None for anybody on this machine."""
    host_names: frozenset[str] = frozenset()
    """Names besides `localhost` and plain addresses under which it may be asked for."""
    writers: tuple[str, ...] = ("embedded",)
    """The writers that are offered; a visitor cannot name another."""
    judges: tuple[str, ...] = ("embedded",)
    workers: int | None = None
    """Worker processes; all cores when None, and with 0 a thread of this process."""
    body_bytes: int = 20 << 20
    """The longest body of a request."""
    posts_per_minute: int = 600
    """How many changes one address may ask for in a minute."""
    gets_per_minute: int = 6000
    """How many pages an address other than loopback may ask for in a minute."""
    tables: Tables | None = None
    """A catalogue to choose products from."""

    def write_options(self, writer: str) -> WriteOptions:
        """How one of the writers that are offered writes."""
        return self.settings.write.with_settings(self.settings).model_copy(update={"writer": writer})

    def judge_options(self, judge: str) -> JudgeOptions:
        """How one of the judges that are offered judges."""
        return self.settings.judge.with_settings(self.settings).model_copy(update={"judge": (judge,)})


@dataclass(slots=True)
class Rate:
    """How often each address may do something: so many a minute, and as many at once."""

    per_minute: int
    left: dict[str, tuple[float, float]] = field(default_factory=dict)
    """What each address has left, and since when."""

    def allows(self, address: str) -> bool:
        """Count one, if there is one left."""
        now = time.monotonic()
        left, since = self.left.get(address, (float(self.per_minute), now))
        left = min(float(self.per_minute), left + (now - since) * self.per_minute / 60)
        if len(self.left) >= _MOST_ADDRESSES:
            self.left.clear()
        self.left[address] = (left - 1 if left >= 1 else left, now)
        return left >= 1


@dataclass
class Site:
    """One running web page."""

    options: WebOptions
    form_key: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    """Proves that a form came from a page of ours: another site can send forms here but cannot read a page."""
    guesses: Rate = field(default_factory=lambda: Rate(_GUESSES_PER_MINUTE))
    """How often an address may try a token."""
    _shelves: dict[str, Shelf[Any]] = field(default_factory=dict)
    _opening: threading.Lock = field(default_factory=threading.Lock)

    @cached_property
    def workshop(self) -> Workshop:
        return Workshop(self.options.workers)

    @property
    def store(self) -> Store:
        """The store, opened when it is first needed; call it from a thread, it may wait for others."""
        with self._opening:
            return self._store

    @cached_property
    def _store(self) -> Store:
        return open_store(self.options.settings.store)

    def run(self, run_id: str) -> Run:
        """A run of the store; Refused where it has none of this id."""
        try:
            return self.store.run(run_id)
        except UsageError:
            raise Refused(404, "There is no such run.") from None

    def shelf(self, name: str, most: int = 64) -> Shelf[Any]:
        """The recent results of one kind, made when it is first asked for."""
        return self._shelves.setdefault(name, Shelf(most))

    @cached_property
    def catalogue(self) -> Catalogue | None:
        """The catalogue that was named at the start; UsageError where it cannot be read."""
        if self.options.tables is None:
            return None
        return Catalogue(tuple(read_products(self.options.tables)), "your catalogue")

    def close(self) -> None:
        """Let go of worker processes and the store."""
        if "workshop" in vars(self):
            self.workshop.close()
        if "_store" in vars(self):
            self._store.close()


async def _site_of(request: Request) -> Site:
    site: Site = request.app.state.site
    return site


CurrentSite = Annotated[Site, Depends(_site_of)]
"""A parameter of a page: the site it belongs to."""
