"""The local engine: one event loop for what waits, worker processes for what computes."""

import asyncio
import gc
import os
import signal
import threading
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from itertools import chain, islice
from multiprocessing import get_context, parent_process
from typing import TypeAlias

from triptych.engines._engine import In, Out, Outcome, Work
from triptych.errors import TransientError

# Starting worker processes takes about as long as computing this many inputs.
_FEW = 64
# Inputs handed to a worker process at a time: enough to hide the hand-over, few enough to share evenly.
_CHUNK = 8
# Inputs that are alike and stay together: enough for what they share to be made once, few enough to share evenly.
_MOST_ALIKE = 4 * _CHUNK

_Computed: TypeAlias = tuple[Out | None, Exception | None]


@dataclass(frozen=True, slots=True)
class LocalEngine:
    """This machine."""

    workers: int | None = None
    """Worker processes; all cores when None. With one, work is done in this process."""
    concurrency: int = 32
    """Pieces of waiting work under way at once."""

    def run(self, work: Work[In, Out], inputs: Iterable[In]) -> AsyncGenerator[Outcome[In, Out]]:
        """Outcomes of all inputs, as they come."""
        if work.wait:
            return self._wait(work.wait, iter(inputs))
        assert work.compute is not None
        return self._compute(work, work.compute, iter(inputs))

    async def _wait(
        self, wait: Callable[[In], Awaitable[Out]], inputs: Iterator[In]
    ) -> AsyncGenerator[Outcome[In, Out]]:
        finished: asyncio.Queue[Outcome[In, Out] | None] = asyncio.Queue(maxsize=self.concurrency)
        failures: list[BaseException] = []
        beginning = asyncio.Lock()

        async def draw_and_wait() -> None:
            # One after another: what the first have drawn is under way before the last have drawn anything.
            async with beginning:
                await asyncio.sleep(0)
            try:
                for given in inputs:
                    try:
                        outcome: Outcome[In, Out] = Outcome(given, await wait(given))
                    except Exception as error:
                        outcome = Outcome(given, None, error)
                    await finished.put(outcome)
            except Exception as error:
                failures.append(error)
            await finished.put(None)

        tasks = [asyncio.create_task(draw_and_wait()) for _ in range(self.concurrency)]
        usual = gc.get_threshold()
        # What waits for a call outlives young generations, and the old one would be searched again and again.
        gc.freeze()
        gc.set_threshold(100_000, 20, 20)
        try:
            running = len(tasks)
            while running:
                outcome = await finished.get()
                if outcome is None:
                    running -= 1
                else:
                    yield outcome
            if failures:
                raise failures[0]
        finally:
            gc.set_threshold(*usual)
            gc.unfreeze()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _compute(
        self, work: Work[In, Out], compute: Callable[[In], Out], inputs: Iterator[In]
    ) -> AsyncGenerator[Outcome[In, Out]]:
        workers = self.workers or os.cpu_count() or 1
        first = list(islice(inputs, _FEW + 1))
        if workers == 1 or len(first) <= _FEW:
            for given in chain(first, inputs):
                yield Outcome(given, *_computed(compute, given))
                await asyncio.sleep(0)
            return
        loop, pool = asyncio.get_running_loop(), make_pool(workers)
        chunks = _chunks(chain(first, inputs), work.alike)
        under_way: dict[asyncio.Future[list[_Computed[Out]]], list[In]] = {}
        try:
            while True:
                # No more chunks are handed out than keep every worker busy.
                while len(under_way) < 2 * workers and (chunk := next(chunks, [])):
                    under_way[loop.run_in_executor(pool, _compute_chunk, compute, chunk)] = chunk
                if not under_way:
                    return
                done, _ = await asyncio.wait(under_way, return_when=asyncio.FIRST_COMPLETED)
                for future in done:
                    for given, (result, error) in zip(under_way.pop(future), future.result(), strict=True):
                        yield Outcome(given, result, error)
        except BrokenProcessPool:
            raise TransientError(
                "a worker process died, perhaps for want of memory; what was done is kept: run the same command "
                "again, with fewer --workers if it dies again"
            ) from None
        finally:
            for future in under_way:
                # Of what nobody will ask for any more, nothing is to be said.
                if not future.cancel() and not future.cancelled():
                    future.exception()
            pool.shutdown(wait=True, cancel_futures=True)


@dataclass(frozen=True, slots=True)
class PoolEngine:
    """This machine with workers that stay: for a server that is asked for one thing at a time, again and again."""

    pool: Executor
    """Who computes."""

    async def run(self, work: Work[In, Out], inputs: Iterable[In]) -> AsyncGenerator[Outcome[In, Out]]:
        """Outcomes of all inputs, one after another."""
        loop = asyncio.get_running_loop()
        for given in inputs:
            if work.compute:
                computed = loop.run_in_executor(self.pool, _computed, work.compute, given)
                yield Outcome(given, *await computed)
            else:
                async for outcome in LocalEngine(concurrency=1).run(work, [given]):
                    yield outcome


def make_pool(workers: int | None = None, prepare: Callable[[], None] | None = None) -> ProcessPoolExecutor:
    """Worker processes (one a core for None) that leave Ctrl-C to their parent and end with it."""
    return ProcessPoolExecutor(workers or os.cpu_count() or 1, get_context("spawn"), _start_worker, (prepare,))


def _chunks(inputs: Iterator[In], alike: Callable[[In], object] | None) -> Iterator[list[In]]:
    """Inputs by the handful, in their order; those that are alike in one handful."""
    chunk: list[In] = []
    for given in inputs:
        if len(chunk) >= _CHUNK and (len(chunk) >= _MOST_ALIKE or not alike or alike(given) != alike(chunk[-1])):
            yield chunk
            chunk = []
        chunk.append(given)
    if chunk:
        yield chunk


def _compute_chunk(compute: Callable[[In], Out], chunk: list[In]) -> list[_Computed[Out]]:
    # The inputs stay behind: their owner has them, and they are often larger than what comes of them.
    return [_computed(compute, given) for given in chunk]


def _computed(compute: Callable[[In], Out], given: In) -> _Computed[Out]:
    try:
        return compute(given), None
    except Exception as error:
        return None, error


def _start_worker(prepare: Callable[[], None] | None) -> None:
    # Ctrl-C reaches the whole process group; only the parent decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if prepare:
        prepare()


def _end_with_parent() -> None:
    """A parent that was killed outright cannot stop its workers, and they would wait for it for ever."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
