"""The Ray engine: blocks of work on the nodes of a cluster. Nothing else imports `ray`.

Ray Data streams the blocks through a pool of actors, one a core, which load what they need once; it restarts those that
die with their node and gives their block to another. Nothing is told to Ray's makers.
"""

import asyncio
import logging
import os
import pickle
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Self

from triptych.engines._engine import In, Out
from triptych.errors import MissingExtra, TransientError, UsageError

# A block that its worker dies of is tried so often; Ray alone would try for ever.
_MOST_ATTEMPTS = 4
# Workers that may wait for the shared object at once.
_MOST_WAITING = 10_000
# Nothing goes to Ray's makers, and what it says of its own work stays in its log files.
_ENVIRONMENT = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_DATA_DISABLE_PROGRESS_BARS": "1",
    "RAY_BACKEND_LOG_LEVEL": "fatal",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
}


class Attempts(Counter[int]):
    """How often each block was begun."""

    def count(self, number: int) -> int:
        """How often, this time included."""
        self[number] += 1
        return self[number]


class RayEngine:
    """A Ray cluster, joined for as long as the engine is open."""

    def __init__(self, address: str | None = None, workers: int | None = None) -> None:
        """`address` None joins the cluster of this machine or, if there is none, starts Ray here for the while."""
        self._address = address
        self._workers = workers
        self._ray = _load()
        self._is_ours = False

    def __enter__(self) -> Self:
        if not self._ray.is_initialized():
            alone = {} if self._address else {"include_dashboard": False}
            try:
                with _silent_errors():
                    self._ray.init(self._address, log_to_driver=False, logging_level=logging.ERROR, **alone)
            except (ConnectionError, RuntimeError, ValueError, TimeoutError) as error:
                reason = str(error).partition("\n")[0]
                raise UsageError(f"no Ray cluster at {self._address or 'this machine'}: {reason}") from None
            self._is_ours = True
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_ours:
            self._ray.shutdown()

    def run_blocks(self, make_worker: Callable[[], Callable[[In], Out]], blocks: Sequence[In]) -> Iterator[Out]:
        """What workers return for each block, as it comes. Each worker is made where it runs and does many blocks."""
        ray = self._ray
        context = ray.data.DataContext.get_current()
        context.enable_progress_bars = False
        context.execution_options.preserve_order = False
        most = min(self._workers or max(1, int(ray.cluster_resources().get("CPU", 1))), len(blocks))
        rows = [{"number": number, "block": pickle.dumps(block)} for number, block in enumerate(blocks)]
        # A block in hand and one to go on with.
        pool = ray.data.ActorPoolStrategy(min_size=1, initial_size=most, max_size=most, max_tasks_in_flight_per_actor=2)
        done = ray.data.from_items(rows, override_num_blocks=len(rows)).map_batches(
            _Pooled,
            batch_size=1,
            fn_constructor_args=(ray.cloudpickle.dumps(make_worker), self.share(Attempts)),
            compute=pool,
            num_cpus=1,
        )
        given_up = 0
        try:
            for row in done.iter_rows():
                if row["done"]:
                    yield pickle.loads(row["done"])
                else:
                    given_up += 1
        except ray.exceptions.RayError as error:
            raise TransientError(
                f"a worker of the cluster failed for good ({_last_line(error)}); what was done is kept: "
                "run the same command again"
            ) from None
        if given_up:
            raise TransientError(
                f"workers died {_MOST_ATTEMPTS} times over one block, perhaps for want of memory; what was "
                "done is kept: run the same command again, on nodes with more memory if they die again"
            )

    def share(self, make: Callable[[], object]) -> "RemoteObject":
        """Calls a method, by its name, of the one object that all workers share; it can be handed to them."""
        ray = self._ray
        # Where the run is driven from: with that node the run ends anyway.
        here = ray.get_runtime_context().get_node_id()
        beside = ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy(here, soft=False)
        shared = ray.remote(num_cpus=0, max_concurrency=_MOST_WAITING, scheduling_strategy=beside)(_Shared)
        return RemoteObject(shared.remote(ray.cloudpickle.dumps(make)))


connect = RayEngine


class RemoteObject:
    """An object in a process of its own, whose methods are called by their names."""

    def __init__(self, actor: Any) -> None:
        self._actor = actor

    def call(self, method: str, *given: Any) -> Any:
        """What a method returns."""
        return _load().get(self._actor.call.remote(method, *given))

    async def __call__(self, method: str, *given: Any) -> Any:
        try:
            return await asyncio.wrap_future(self._actor.call.remote(method, *given).future())
        except _load().exceptions.RayError as error:
            raise TransientError(f"the cluster's shared limits are gone ({_last_line(error)})") from None


class _Shared:
    """The actor of a shared object."""

    def __init__(self, make: bytes) -> None:
        self._shared = pickle.loads(make)()

    async def call(self, method: str, *given: Any) -> Any:
        called = getattr(self._shared, method)(*given)
        return await called if isinstance(called, Awaitable) else called


class _Pooled:
    """The actor of a worker."""

    def __init__(self, make_worker: bytes, attempts: RemoteObject) -> None:
        self._worker = pickle.loads(make_worker)()
        self._attempts = attempts

    def __call__(self, batch: dict[str, Any]) -> dict[str, list[bytes]]:
        done = []
        for number, block in zip(batch["number"], batch["block"], strict=True):
            attempt = self._attempts.call("count", int(number))
            done.append(pickle.dumps(self._worker(pickle.loads(block))) if attempt <= _MOST_ATTEMPTS else b"")
        return {"done": done}

    def __del__(self) -> None:
        with suppress(Exception):
            self._worker.close()


@contextmanager
def _silent_errors() -> Iterator[None]:
    """Nothing on standard error: Ray's own library announces there how little it will say. Errors are raised."""
    sys.stderr.flush()
    kept = os.dup(2)
    try:
        with Path(os.devnull).open("wb") as nowhere:
            os.dup2(nowhere.fileno(), 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def _load() -> Any:
    """Ray, quiet and with everything that is used of it; it takes a second or two."""
    for name, value in _ENVIRONMENT.items():
        os.environ.setdefault(name, value)
    try:
        import ray
        import ray.data
        import ray.exceptions
        import ray.util.scheduling_strategies
    except ImportError:
        raise MissingExtra("a run on a cluster", "ray") from None
    logging.getLogger("ray").setLevel(logging.ERROR)
    logging.getLogger("ray.data").setLevel(logging.ERROR)
    return ray


def _last_line(error: BaseException) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1] if lines else type(error).__name__
