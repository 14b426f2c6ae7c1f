"""What many callers ask of a store at about the same time, done for all of them together in a thread of its own."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Generic, TypeVar

from triptych.errors import TriptychError, UsageError
from triptych.stores._rows import Row

if TYPE_CHECKING:
    from triptych.stores._store import Store

Asked = TypeVar("Asked")
Got = TypeVar("Got")
GroupWork = Callable[[list[Asked]], Sequence[Got | Exception]]

# Callers that go on in one round of the event loop. A commit frees them by the hundred: if all read their replies in
# one round, nothing would be sent or received until the last was through.
_AT_ONCE = 8


class GroupedCalls(Generic[Asked, Got]):
    """Does `work` for all callers that come together; for one event loop. It returns a result or an error for each."""

    def __init__(
        self, work: "GroupWork[Asked, Got]", *, most: int = 512, many: int = 4, delay_seconds: float = 0.02
    ) -> None:
        """`most` callers make a group. Where `many` came together, the next wait `delay_seconds` for others."""
        self._work = work
        self._most, self._many = most, many
        self._delay_seconds = delay_seconds
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="triptych-store")
        # What each caller asks for, and what the caller waits for.
        self._pending: deque[tuple[Asked, asyncio.Future[Got]]] = deque()
        self._came_together = 0
        # Set when there is no reason to wait for more.
        self._enough = asyncio.Event()
        self._draining: asyncio.Task[None] | None = None
        self.is_closed = False

    async def ask(self, asked: Asked, *, is_last: bool = False) -> Got:
        """What came of it; `is_last` where it is known that nobody will come to share the work."""
        waiter: asyncio.Future[Got] = asyncio.get_running_loop().create_future()
        self._pending.append((asked, waiter))
        if is_last or len(self._pending) >= self._most:
            self._enough.set()
        if self._draining is None or self._draining.done():
            self._draining = asyncio.create_task(self._drain())
        return await waiter

    async def aclose(self) -> None:
        """Do what is waiting, tell its callers, and end the thread."""
        self.is_closed = True
        self._enough.set()
        if self._draining is not None:
            await asyncio.wait([self._draining])
        self._thread.shutdown()

    async def _drain(self) -> None:
        loop = asyncio.get_running_loop()
        while self._pending:
            if self._came_together >= self._many:
                with suppress(TimeoutError):
                    async with asyncio.timeout(self._delay_seconds):
                        await self._enough.wait()
            group = [self._pending.popleft() for _ in range(min(self._most, len(self._pending)))]
            if len(self._pending) < self._most and not self.is_closed:
                self._enough.clear()
            self._came_together = len(group)
            waiters = [waiter for _, waiter in group]
            outcomes: Sequence[Got | Exception]
            try:
                outcomes = await loop.run_in_executor(self._thread, self._work, [asked for asked, _ in group])
            except TriptychError as error:
                outcomes = [error] * len(waiters)
            except Exception as defect:
                # Not one of our errors: a fault in a store. Nobody may be left waiting.
                self.is_closed = True
                waiters += [waiter for _, waiter in self._pending]
                self._pending.clear()
                outcomes = [defect] * len(waiters)
            _settle(zip(waiters, outcomes, strict=True))


def _settle(outcomes: "Iterator[tuple[asyncio.Future[Got], Got | Exception]]") -> None:
    """Let some callers go on now, and the others in the next rounds of the loop."""
    some = list(islice(outcomes, _AT_ONCE))
    for waiter, outcome in some:
        # A caller that was cancelled has gone; what it asked for is done all the same.
        if waiter.done():
            continue
        if isinstance(outcome, Exception):
            waiter.set_exception(outcome)
        else:
            waiter.set_result(outcome)
    if some:
        asyncio.get_running_loop().call_soon(_settle, outcomes)


class GroupedWriter(GroupedCalls[Sequence[Row], None]):
    """Saves rows to a store: one call's rows are committed together, and a wrong row fails its own call alone."""

    def __init__(self, store: "Store", *, most: int = 512, delay_seconds: float = 0.003) -> None:
        super().__init__(self._commit, most=most, many=0, delay_seconds=delay_seconds)
        self._store = store

    async def save(self, *rows: Row, is_last: bool = False) -> None:
        """Return once the rows are committed; `is_last` where it is known that none will come to share the commit."""
        if self.is_closed:
            raise UsageError("rows were saved through a writer that is closed; open another")
        await self.ask(rows, is_last=is_last)

    def _commit(self, group: list[Sequence[Row]]) -> list[Exception | None]:
        try:
            self._store.save(row for rows in group for row in rows)
        except UsageError as error:
            if len(group) == 1:
                return [error]
            # One bad row spoils a commit; halving finds it and saves the rest.
            middle = len(group) // 2
            return self._commit(group[:middle]) + self._commit(group[middle:])
        return [None] * len(group)
