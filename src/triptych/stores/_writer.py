"""Grouped writes: rows of many callers share a commit, and each caller goes on only after it.

A commit costs the same for one row as for hundreds, so rows that arrive within a few milliseconds, or while another
commit is under way, share the next one.
"""

import asyncio
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import islice
from types import TracebackType
from typing import NamedTuple, Self

from triptych.errors import TriptychError, UsageError
from triptych.stores._store import Row, Store

# Callers that go on in one round of the event loop. A commit frees them by the hundred: if all read their replies in
# one round, nothing would be sent or received until the last was through.
_AT_ONCE = 4


class _Save(NamedTuple):
    """The rows of one call, and what it waits for."""

    rows: Sequence[Row]
    waiter: "asyncio.Future[None]"


_Outcome = tuple[_Save, Exception | None]


class GroupedWriter:
    """Saves rows to a store from its own thread; for one event loop.

    One call's rows are committed together. A row that cannot be saved fails its own call and no other.
    """

    def __init__(self, store: Store, *, most_rows: int = 512, delay_seconds: float = 0.003) -> None:
        self._store = store
        self._most_rows = most_rows
        self._delay_seconds = delay_seconds
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="triptych-writer")
        self._pending: deque[_Save] = deque()
        self._pending_rows = 0
        # Set when there is no reason to wait for more rows.
        self._enough = asyncio.Event()
        self._draining: asyncio.Task[None] | None = None
        self._is_closed = False

    async def save(self, *rows: Row, is_last: bool = False) -> None:
        """Return once the rows are committed; `is_last` where it is known that none will come to share the commit."""
        if self._is_closed:
            raise UsageError("rows were saved through a writer that is closed; open another")
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._pending.append(_Save(rows, waiter))
        self._pending_rows += len(rows)
        if is_last or self._pending_rows >= self._most_rows:
            self._enough.set()
        if self._draining is None or self._draining.done():
            self._draining = asyncio.create_task(self._drain())
        await waiter

    async def close(self) -> None:
        """Commit what is waiting, tell its callers, and end the thread."""
        self._is_closed = True
        self._enough.set()
        if self._draining is not None:
            await asyncio.wait([self._draining])
        self._thread.shutdown()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def _drain(self) -> None:
        """Commit groups until nothing waits."""
        loop = asyncio.get_running_loop()
        while self._pending:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._delay_seconds):
                    await self._enough.wait()
            group = self._next_group()
            try:
                outcomes = await loop.run_in_executor(self._thread, self._commit, group)
            except Exception as defect:
                # Not one of our errors: a fault in a store. Nobody may be left waiting.
                self._is_closed = True
                outcomes = [(save, defect) for save in (*group, *self._pending)]
                self._pending.clear()
            _settle(iter(outcomes))

    def _next_group(self) -> list[_Save]:
        group: list[_Save] = []
        rows = 0
        while self._pending and rows < self._most_rows:
            group.append(self._pending.popleft())
            rows += len(group[-1].rows)
        self._pending_rows -= rows
        if self._pending_rows < self._most_rows and not self._is_closed:
            self._enough.clear()
        return group

    def _commit(self, group: list[_Save]) -> list[_Outcome]:
        try:
            self._store.save(row for save in group for row in save.rows)
        except UsageError as error:
            if len(group) == 1:
                return [(group[0], error)]
            # One bad row spoils a commit; halving finds it and saves the rest.
            middle = len(group) // 2
            return self._commit(group[:middle]) + self._commit(group[middle:])
        except TriptychError as error:
            return [(save, error) for save in group]
        return [(save, None) for save in group]


def _settle(outcomes: Iterator[_Outcome]) -> None:
    """Let some callers go on now, and the others in the next rounds of the loop."""
    some = list(islice(outcomes, _AT_ONCE))
    for (_, waiter), error in some:
        # A caller that was cancelled has gone; its rows are kept all the same.
        if waiter.done():
            continue
        if error is None:
            waiter.set_result(None)
        else:
            waiter.set_exception(error)
    if some:
        asyncio.get_running_loop().call_soon(_settle, outcomes)
