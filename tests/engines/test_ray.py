"""The Ray engine on a real local cluster of two nodes: the local results, whoever dies."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import fsspec
import pytest

from clustered import cluster_input, judge_here, without_seconds, write_cases, write_here
from conftest import account_of, find_postgres, not_available, serve_postgres
from endpoint import Loopback
from judged_cases import make_case
from object_store import serve_objects
from triptych.aspects import read_product
from triptych.catalog import ReadOptions, read_products
from triptych.engines.ray import RayEngine
from triptych.errors import TransientError
from triptych.pipeline import Progress, Watcher
from triptych.pipeline.blocks import Shards
from triptych.pipeline.cluster import ClusterInput, judge_on_cluster, read_on_cluster, write_on_cluster
from triptych.pipeline.runs import unwatched
from triptych.records import TASKS
from triptych.rubrics import load_rubric
from triptych.samples import sample_files
from triptych.settings import JudgeOptions, WriteOptions
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


def workers_alive() -> list[int]:
    """The processes of workers that hold a judge."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if (folder / "cmdline").read_bytes().startswith(b"ray::MapWorker(MapBatches(_Pooled"):
                found.append(int(folder.name))
    return found


def judge_there(
    address: str, source: Path, folder: Path, store: str, judge: str, watch: Watcher = unwatched, **options: Any
) -> list[str]:
    """Judgements made on the cluster, from small blocks."""
    chosen = JudgeOptions.model_validate({"judge": judge, **options})
    with open_store(store) as opened, RayEngine(address) as engine:
        given = cluster_input(source, folder, 2500)
        return list(judge_on_cluster(engine, given, RUBRICS, chosen, opened, store, watch).contents())


def check_each_once(contents: list[str], cases: int) -> None:
    """Every case has one score for every metric."""
    judgements = [json.loads(content) for content in contents]
    assert {one["failure"] for one in judgements} == {None}
    found = [(one["case_id"], one["metric"]) for one in judgements]
    assert len(found) == len(set(found)) == cases * len(RUBRICS)


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


def test_results_are_those_of_one_machine(cluster: Any, tmp_path: Path) -> None:
    cases = write_cases(tmp_path / "cases.jsonl", 14)
    replies = tmp_path / "replies.txt"
    replies.write_text('"All of it can be found among the reviews given.\\nScore- <score>4</score>"\n')
    for name, judge in (("measured", "embedded"), ("scripted", f"scripted:{replies}")):
        there = judge_there(cluster.address, cases, tmp_path / name, str(tmp_path / "s.db"), judge)
        here = judge_here(cases, RUBRICS, judge, tmp_path)
        assert [without_seconds(line) for line in there] == [without_seconds(line) for line in here]
    shortlists = tmp_path / "shortlists.jsonl"
    shortlists.write_text("".join(json.dumps(json.loads(path.read_text())) + "\n" for path in sample_files()[:3]))
    with open_store(str(tmp_path / "s.db")) as store, RayEngine(cluster.address) as engine:
        given = cluster_input(shortlists, tmp_path / "texts", 20_000)
        end = write_on_cluster(engine, given, TASKS, WriteOptions(), store, "")
        assert len(end.names) == 3
        assert list(end.contents()) == write_here(shortlists, store)


def test_a_huge_product_in_an_object_store_is_read_by_both_nodes_and_merged(
    request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    reviews = [{"id": str(one), "text": f"Zip number {one} broke, {one % 7} straps hold."} for one in range(5_500)]
    rows = [{"id": name, "title": "Bag", "reviews": reviews[:most]} for name, most in (("a", 5), ("b", 5_500))]
    here = tmp_path / "products.jsonl"
    here.write_text("".join(json.dumps(row) + "\n" for row in rows))
    with serve_objects():
        cluster = request.getfixturevalue("cluster")
        system = fsspec.filesystem("s3", use_listings_cache=False)
        system.mkdir("shop")
        system.pipe_file("shop/in/products.jsonl", here.read_bytes())
        given = ClusterInput("s3://shop/in", Shards("s3://shop/out"), ReadOptions())
        with RayEngine(cluster.address) as engine:
            end = read_on_cluster(engine, given)
        assert list(end.contents()) == [read_product(one).to_json() for one in read_products(str(here))]
        assert [name.rpartition("/")[2] for name in system.ls("shop/out")] == list(end.names)


@pytest.mark.postgres
def test_a_worker_and_a_node_are_killed_while_they_judge(
    cluster: Any, tmp_path: Path, postgres_url: str, start_endpoint: Callable[..., Loopback]
) -> None:
    endpoint = start_endpoint(latency=0.2)
    cases, killed = write_cases(tmp_path / "cases.jsonl", 40), list[str]()

    def watch(progress: Progress) -> None:
        if progress.done > 4 and not killed:
            killed.append("worker")
            os.kill(workers_alive()[0], signal.SIGKILL)
        if progress.done > 14 and killed == ["worker"]:
            killed.append("node")
            cluster.remove_node(cluster.second, allow_graceful=False)

    contents = judge_there(cluster.address, cases, tmp_path / "out", postgres_url, endpoint.judge, watch, concurrency=4)
    assert killed == ["worker", "node"]
    check_each_once(contents, 40)
    # What was in flight when its worker died may go out a second time, and nothing else.
    assert 80 <= endpoint.stats()["requests"] <= 80 + 2 * 4


@pytest.mark.postgres
def test_the_database_is_killed_and_restarted_while_they_judge(
    cluster: Any, tmp_path: Path, start_endpoint: Callable[..., Loopback]
) -> None:
    programs = find_postgres()
    if programs is None:
        not_available("PostgreSQL (no `initdb` and `postgres` found)")
    endpoint = start_endpoint(latency=0.1)
    cases, restarted = write_cases(tmp_path / "cases.jsonl", 30), list[subprocess.Popen[bytes]]()
    with (
        tempfile.TemporaryDirectory(prefix="triptych-pg-", dir="/tmp") as name,
        serve_postgres(programs, Path(name)) as server,
    ):

        def watch(progress: Progress) -> None:
            if progress.done > 4 and not restarted:
                server.process.send_signal(signal.SIGQUIT)
                server.process.wait(30)
                time.sleep(2)
                restarted.append(subprocess.Popen(server.process.args, cwd=name, **account_of(Path(name))))

        url = server.url("postgres")
        try:
            contents = judge_there(cluster.address, cases, tmp_path / "out", url, endpoint.judge, watch, concurrency=4)
            check_each_once(contents, 30)
            with open_store(url) as store:
                assert store.tally(store.runs()[0].id).scored == 60
        finally:
            for process in restarted:
                process.send_signal(signal.SIGINT)
                process.wait(30)
    assert restarted
    # Two workers share four places, and neither has four of its own.
    assert 2 <= endpoint.stats()["peak"] <= 4


def test_a_killed_driver_is_followed_by_one_that_does_the_rest(cluster: Any, tmp_path: Path) -> None:
    folder = tmp_path / "cases"
    folder.mkdir()
    for number in range(16):
        (folder / f"{number:02}.jsonl").write_text(make_case(number).to_json() + "\n")
    command = [sys.executable, "-m", "triptych", "judge", str(folder), "--engine", "ray", "--address", cluster.address]
    command += ["--metric", "opinion/fluency", "--shards", str(tmp_path / "out"), "--store", str(tmp_path / "s.db")]
    driver = subprocess.Popen([*command, "-q"], cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while not (kept := {path: path.stat().st_mtime_ns for path in (tmp_path / "out").glob("part-*")}):
        assert driver.poll() is None
        time.sleep(0.1)
    driver.kill()
    driver.wait(30)
    done = subprocess.run(
        [*command, "-o", str(tmp_path / "all.jsonl")], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "core_worker" not in done.stderr and "Warning" not in done.stderr
    assert "16 of 16 done" in done.stderr and "in 16 shards" in done.stderr
    assert all(path.stat().st_mtime_ns == when for path, when in kept.items())
    lines = [json.loads(line) for line in (tmp_path / "all.jsonl").read_text().splitlines()]
    assert [line["case_id"] for line in lines] == [make_case(number).id for number in range(16)]
