"""Grouped writes: rows of many callers become one commit, and each caller goes on only after it.

A commit costs the same for one row as for hundreds, so rows that arrive within a few milliseconds, or while another
commit is under way, share the next one.
"""

import asyncio
import threading
from collections import defaultdict, deque
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from types import TracebackType
from typing import NamedTuple, Self

from triptych.errors import TriptychError, UsageError
from triptych.stores._store import Row, Store


class _Entry(NamedTuple):
    """What one caller saves at once, and how it hears of it."""

    rows: Sequence[Row]
    waiter: "asyncio.Future[None] | Future[None]"


class GroupedWriter:
    """Saves rows to a store from its own thread; for one event loop, and for any number of threads.

    At most `most_waiting` calls of the loop and as many of threads wait for their commit; further ones wait to be let
    in. One call's rows are committed together. A row that cannot be saved fails its own call and no other.
    """

    def __init__(
        self, store: Store, *, most_rows: int = 512, most_waiting: int = 4096, delay_seconds: float = 0.003
    ) -> None:
        self._store = store
        self._most_rows = most_rows
        self._delay_seconds = delay_seconds
        self._loop_room = asyncio.Semaphore(most_waiting)
        self._thread_room = threading.Semaphore(most_waiting)
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="triptych-writer")
        self._lock = threading.Lock()
        # Guarded by the lock, as is the wish to close.
        self._pending: deque[_Entry] = deque()
        self._pending_rows = 0
        self._is_draining = False
        self._is_closed = False
        # Set when there is no reason to wait for more rows.
        self._enough = threading.Event()

    async def save(self, *rows: Row, is_last: bool = False) -> None:
        """Return once the rows are committed; `is_last` where it is known that none will come to share the commit."""
        async with self._loop_room:
            waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._add(_Entry(rows, waiter), is_last=is_last)
            await waiter

    def submit(self, *rows: Row) -> "Future[None]":
        """A future that is done once the rows are committed; for code without an event loop."""
        waiter: Future[None] = Future()
        self._thread_room.acquire()
        waiter.add_done_callback(lambda done: self._thread_room.release())
        try:
            self._add(_Entry(rows, waiter))
        except UsageError:
            waiter.cancel()
            raise
        return waiter

    def close(self) -> None:
        """Commit what is waiting, tell its callers, and end the thread."""
        with self._lock:
            self._is_closed = True
            self._enough.set()
        self._thread.shutdown()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await asyncio.to_thread(self.close)

    def _add(self, entry: _Entry, *, is_last: bool = False) -> None:
        with self._lock:
            if self._is_closed:
                raise UsageError("rows were saved through a writer that is closed; open another")
            self._pending.append(entry)
            self._pending_rows += len(entry.rows)
            if is_last or self._pending_rows >= self._most_rows:
                self._enough.set()
            if not self._is_draining:
                self._is_draining = True
                self._thread.submit(self._drain)

    def _drain(self) -> None:
        """Commit groups until nothing waits."""
        group: list[_Entry] = []
        try:
            while group := self._next_group():
                self._commit(group)
        except BaseException as defect:
            # Not one of our errors: a fault in a store. Nobody may be left waiting for a thread that has ended.
            with self._lock:
                self._is_closed = True
                group += self._pending
            _tell(group, defect)
            raise

    def _next_group(self) -> list[_Entry]:
        self._enough.wait(self._delay_seconds)
        group: list[_Entry] = []
        rows = 0
        with self._lock:
            while self._pending and rows < self._most_rows:
                group.append(self._pending.popleft())
                rows += len(group[-1].rows)
            self._pending_rows -= rows
            self._is_draining = bool(group)
            if self._pending_rows < self._most_rows and not self._is_closed:
                self._enough.clear()
        return group

    def _commit(self, group: Sequence[_Entry]) -> None:
        try:
            self._store.save(row for entry in group for row in entry.rows)
        except UsageError as error:
            if len(group) == 1:
                _tell(group, error)
                return
            # One bad row spoils a commit; halving finds it and saves the rest.
            middle = len(group) // 2
            self._commit(group[:middle])
            self._commit(group[middle:])
        except TriptychError as error:
            _tell(group, error)
        else:
            _tell(group, None)


def _tell(group: Sequence[_Entry], error: BaseException | None) -> None:
    """Let every caller of a group go on, with one call into each event loop."""
    loops: dict[asyncio.AbstractEventLoop, list[asyncio.Future[None]]] = defaultdict(list)
    for entry in group:
        if isinstance(entry.waiter, asyncio.Future):
            loops[entry.waiter.get_loop()].append(entry.waiter)
        elif not entry.waiter.done() and entry.waiter.set_running_or_notify_cancel():
            _settle(entry.waiter, error)
    for loop, waiters in loops.items():
        # A loop that has ended has nobody left to tell.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(_settle_all, waiters, error)


def _settle_all(waiters: Sequence["asyncio.Future[None]"], error: BaseException | None) -> None:
    for waiter in waiters:
        # A caller that was cancelled has gone; its rows are kept all the same.
        if not waiter.done():
            _settle(waiter, error)


def _settle(waiter: "asyncio.Future[None] | Future[None]", error: BaseException | None) -> None:
    if error is None:
        waiter.set_result(None)
    else:
        waiter.set_exception(error)
