"""The Ray engine on a real local cluster of two nodes: the local results, whoever dies."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from clustered import cluster_input
from triptych.engines.ray import RayEngine
from triptych.errors import TransientError
from triptych.pipeline.cluster import judge_on_cluster
from triptych.rubrics import load_rubric
from triptych.settings import JudgeOptions
from triptych.stores import open_store

pytestmark = [
    pytest.mark.slow,
    pytest.mark.xdist_group("ray"),
    # Ray leaves sockets and files to the end of the process.
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning"),
]
RUBRICS = (load_rubric("opinion/fluency"), load_rubric("opinion/coherence"))
TINY: dict[str, Any] = {"num_cpus": 1, "object_store_memory": 90_000_000}


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Two nodes of one core each; the second may be killed."""
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.setenv("RAY_ENABLE_UV_RUN_RUNTIME_ENV", "0")
    tests, source = Path(__file__).parent.parent, Path(__file__).parent.parent.parent / "src"
    monkeypatch.setenv("PYTHONPATH", f"{source}:{tests}")
    from ray.cluster_utils import Cluster

    nodes: Any = Cluster(initialize_head=True, head_node_args={**TINY, "include_dashboard": False})
    nodes.second = nodes.add_node(**TINY)
    try:
        yield nodes
    finally:
        nodes.shutdown()


def judged(engine: RayEngine, source: Path, folder: Path, store: str, judge: str, **options: Any) -> list[str]:
    """Judgements made on the cluster, from small blocks."""
    with open_store(store) as opened:
        chosen = JudgeOptions.model_validate({"judge": judge, **options})
        given = cluster_input(source, folder, 2000)
        return list(judge_on_cluster(engine, given, RUBRICS, chosen, opened, store).contents())


class Slow:
    """Does a block slowly, and writes down who did it."""

    def __init__(self, log: Path, dies_at: int | None = None) -> None:
        self.log, self.dies_at = log, dies_at

    def __call__(self) -> Callable[[int], tuple[int, int]]:
        return self.do

    def do(self, number: int) -> tuple[int, int]:
        """The number, and the process."""
        time.sleep(0.2)
        if number == self.dies_at:
            os.kill(os.getpid(), signal.SIGKILL)
        return number, os.getpid()


def test_a_killed_worker_and_a_killed_node_lose_and_double_nothing(cluster: Any, tmp_path: Path) -> None:
    with RayEngine(cluster.address) as engine:
        done: list[int] = []
        for number, process in engine.run_blocks(Slow(tmp_path), range(30)):
            done.append(number)
            if len(done) == 5:
                os.kill(process, signal.SIGKILL)
            if len(done) == 12:
                cluster.remove_node(cluster.second, allow_graceful=False)
        assert sorted(done) == list(range(30))


def test_a_block_that_kills_its_worker_ends_the_run_and_not_the_patience(cluster: Any, tmp_path: Path) -> None:
    with RayEngine(cluster.address) as engine, pytest.raises(TransientError, match="workers died 4 times"):
        list(engine.run_blocks(Slow(tmp_path, dies_at=3), range(6)))
