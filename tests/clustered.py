"""A cluster of one process, for tests of what runs on a cluster without starting one."""

import asyncio
import json
import pickle
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from threading import Thread
from typing import Any, Self, TypeVar

from judged_cases import make_case
from triptych.catalog import ReadOptions, read_cases, read_shortlists
from triptych.pipeline import input_from, open_judging, open_writing
from triptych.pipeline.blocks import Shards
from triptych.pipeline.cluster import ClusterInput
from triptych.records import Rubric
from triptych.settings import JudgeOptions, WriteOptions
from triptych.stores import Store, open_store

In = TypeVar("In")
Out = TypeVar("Out")


class HereEngine:
    """Does blocks in this process, one after another; it may be told to die after some."""

    _loop: asyncio.AbstractEventLoop | None = None

    def __init__(self, dies_after: int | None = None) -> None:
        self.done = 0
        self._dies_after = dies_after

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def run_blocks(self, make_worker: Callable[[], Callable[[In], Out]], blocks: Sequence[In]) -> Iterator[Out]:
        """What the worker returns, which can be pickled."""
        worker = make_worker()
        try:
            for block in blocks:
                if self.done == self._dies_after:
                    raise KeyboardInterrupt
                self.done += 1
                yield pickle.loads(pickle.dumps(worker(pickle.loads(pickle.dumps(block)))))
        finally:
            if hasattr(worker, "close"):
                worker.close()

    def share(self, make: Callable[[], object]) -> Callable[..., Awaitable[Any]]:
        """The object, in a loop of its own as in a process of its own."""
        # One for all tests, which ends with them.
        loop = HereEngine._loop = HereEngine._loop or asyncio.new_event_loop()
        if not loop.is_running():
            Thread(target=loop.run_forever, daemon=True).start()
        shared = asyncio.run_coroutine_threadsafe(_made(make), loop).result()

        async def call(method: str, *given: Any) -> Any:
            working = asyncio.run_coroutine_threadsafe(getattr(shared, method)(*given), loop)
            return await asyncio.wrap_future(working)

        return call


async def _made(make: Callable[[], object]) -> object:
    return make()


def cluster_input(source: Path, folder: Path, block_bytes: int | None = 4000, **reading: Any) -> ClusterInput:
    """An input cut into small blocks."""
    return ClusterInput(str(source), Shards(str(folder)), ReadOptions(**reading), block_bytes)


def write_cases(path: Path, count: int) -> Path:
    """A file of opinions to judge."""
    path.write_text("".join(make_case(number).to_json() + "\n" for number in range(count)))
    return path


def without_seconds(line: str) -> dict[str, Any]:
    """A record without the time it took, which is never the same twice."""
    record: dict[str, Any] = json.loads(line)
    record.get("usage", {}).pop("seconds", None)
    return record


def judge_here(source: Path, rubrics: Sequence[Rubric], judge: str, folder: Path) -> list[str]:
    """The judgements as one machine makes them."""

    async def run() -> list[str]:
        with open_store(str(folder / "one.db")) as store:
            async with open_judging(rubrics, JudgeOptions(judge=(judge,)), store, workers=1) as judging:
                end = await judging.judge_run(input_from(str(source), read_cases(str(source)), ReadOptions()))
            return [one.to_json() for one in store.judgements(end.run.id)]

    return asyncio.run(run())


def write_here(source: Path, store: Store) -> list[str]:
    """The texts as one machine writes them."""

    async def run() -> list[str]:
        async with open_writing(WriteOptions(), store, workers=1) as writing:
            end = await writing.write_run(input_from(str(source), read_shortlists(str(source)), ReadOptions()))
        return [case.to_json() for case in store.cases(end.run.id)]

    return asyncio.run(run())
