"""What a cluster gives and costs: a second worker, the cost of a case, growth, and a thousand workers on one limit.

    python benchmarks/scale.py                       # 2,000 cases with 1 and 2 workers, and growth from 1,000 to 10,000
    python benchmarks/scale.py --growth 1000 10000 100000
    python benchmarks/scale.py --light --growth 1000 10000 100000   # growth alone, of cases that take little: minutes
    python benchmarks/scale.py --quick               # the thousand workers, and 200 cases: seconds
    python benchmarks/scale.py --json points.json    # the figures for the chart of RESULTS.md

Opinions of one product with three reviews, each another product and text, are measured by the embedded judge on all
eight rubrics. A rate is that between the first block that is done and the last, so that starting Ray and loading what
is needed, five to ten seconds once, does not count; it is shown apart. The local engine does the same cases in one
worker. Light cases are all of one product and judged on fluency alone, so that what the cluster itself takes and holds
shows. What a case takes of a processor says more than its rate where others use the machine. Memory is the most that
the driver, and any worker, held. The thousand workers are simulated: real callers and a real ledger on a clock that
jumps (tests/crowd.py), against a server that counts what it refuses as well.
"""

import argparse
import asyncio
import itertools
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))
os.environ["PYTHONPATH"] = os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests"), os.environ.get("PYTHONPATH", "")])

from crowd import CountingServer, simulate  # noqa: E402
from judged_cases import make_case  # noqa: E402
from triptych.catalog import ReadOptions, read_cases  # noqa: E402
from triptych.engines.ray import RayEngine  # noqa: E402
from triptych.pipeline import Progress, input_from, open_judging  # noqa: E402
from triptych.pipeline.blocks import Shards  # noqa: E402
from triptych.pipeline.cluster import ClusterInput, judge_on_cluster  # noqa: E402
from triptych.records import Rubric  # noqa: E402
from triptych.rubrics import find_rubrics  # noqa: E402
from triptych.settings import CallOptions, JudgeOptions  # noqa: E402
from triptych.stores import open_store  # noqa: E402

BLOCKS = 20
LARGEST_BLOCK = 500
"""Cases; with more than 20 blocks of this size there are more blocks, as in a real run, not larger ones."""


@dataclass(slots=True)
class Measured:
    """What one run came to."""

    name: str
    cases: int
    workers: int
    seconds: float = 0.0
    """All of it."""
    rate: float = 0.0
    """Cases a second once it runs."""
    cpu_milliseconds: float = 0.0
    """What a case takes of a processor, wherever it is judged."""
    beside_milliseconds: float = 0.0
    """What the driver and Ray itself take beside it."""
    driver_megabytes: float = 0.0
    worker_megabytes: float = 0.0

    def show(self) -> None:
        """One line."""
        print(
            f"{self.name:>6} {self.cases:>7,} cases, {self.workers} worker{'s' if self.workers > 1 else ' '}: "
            f"{self.rate:7.1f} cases/s, {self.cpu_milliseconds:.1f} ms of CPU each and {self.beside_milliseconds:.1f} "
            f"beside the workers, {self.seconds:6.1f} s in all; "
            f"memory {self.driver_megabytes:.0f} MB driver, {self.worker_megabytes:.0f} MB a worker"
        )


class Point(NamedTuple):
    """How far a run was at a moment."""

    seconds: float
    cases: int
    working: float
    """Seconds of the processor that workers have taken."""
    beside: float
    """And that the driver and Ray itself have taken."""


class Watch:
    """Notes when work was done, and the processor time and memory of those who do it."""

    def __init__(self) -> None:
        self.points: list[Point] = []
        self.worker_megabytes = 0.0

    def __call__(self, progress: Progress) -> None:
        working, beside = 0.0, time.process_time()
        for process in descendants():
            with suppress(OSError):
                fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
                taken = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
                if Path(f"/proc/{process}/cmdline").read_bytes().startswith(b"ray::MapWorker(MapBatches(_Pooled"):
                    self.worker_megabytes = max(self.worker_megabytes, resident(process))
                    working += taken
                else:
                    beside += taken
        if progress.fresh:
            self.points.append(Point(time.monotonic(), progress.fresh, working, beside))

    def measured(self, name: str, workers: int, seconds: float) -> "Measured":
        """What the run came to between the first cases that were done and the last."""
        start, end = self.points[0], self.points[-1]
        cases, memory = max(1, end.cases - start.cases), resident(os.getpid())
        working, beside = (1000 * (after - before) / cases for before, after in zip(start[2:], end[2:], strict=True))
        if name == "local":
            working, beside = beside, 0.0
        rate = cases / max(1e-9, end.seconds - start.seconds)
        return Measured(
            name, end.cases, workers, seconds, rate, working, beside, memory, self.worker_megabytes or memory
        )


def descendants() -> list[int]:
    """The processes that this one has started, and those that they have."""
    parents: dict[int, int] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
    found = {os.getpid()}
    while more := {process for process, parent in parents.items() if parent in found} - found:
        found |= more
    return sorted(found - {os.getpid()})


def resident(process: int) -> float:
    """Megabytes that a process holds."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def write_cases(path: Path, count: int, is_light: bool) -> Path:
    """So many opinions, each of another product unless they are to be light."""
    one = {"products": make_case().products} if is_light else {}
    with path.open("w") as file:
        file.writelines(make_case(number).model_copy(update=one).to_json() + "\n" for number in range(count))
    return path


def judge_on_ray(source: Path, folder: Path, rubrics: tuple[Rubric, ...], cases: int, workers: int) -> Measured:
    """The cases on a Ray of this machine."""
    watch, started = Watch(), time.monotonic()
    block = source.stat().st_size * min(cases // BLOCKS, LARGEST_BLOCK) // cases
    given = ClusterInput(str(source), Shards(str(folder / "out")), ReadOptions(), block)
    with open_store(str(folder / "s.db")) as store, ray_here(workers) as engine:
        judge_on_cluster(engine, given, rubrics, JudgeOptions(), store, "", watch)
    return watch.measured("ray", workers, time.monotonic() - started)


@contextmanager
def ray_here(workers: int) -> Iterator[RayEngine]:
    """A Ray of this machine with so many cores."""
    engine = RayEngine(workers=workers)
    engine._ray.init(
        "local",
        num_cpus=workers,
        include_dashboard=False,
        object_store_memory=90_000_000,
        log_to_driver=False,
        logging_level=40,
    )
    try:
        yield engine
    finally:
        engine._ray.shutdown()


def judge_locally(source: Path, folder: Path, rubrics: tuple[Rubric, ...]) -> Measured:
    """The cases on the local engine, in one worker."""
    watch, started = Watch(), time.monotonic()

    async def run() -> None:
        with open_store(str(folder / "local.db")) as store:
            async with open_judging(rubrics, JudgeOptions(), store, workers=1) as judging:
                given = input_from(str(source), read_cases(str(source)), ReadOptions())
                await judging.judge_run(given, watch=watch)

    asyncio.run(run())
    return watch.measured("local", 1, time.monotonic() - started)


def measure(name: str, cases: int, workers: int, is_light: bool) -> Measured:
    """One run in a fresh process."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "found.json"
        apart = ["--apart", name, str(cases), str(workers), str(out), *(["--light"] if is_light else [])]
        subprocess.run([sys.executable, __file__, *apart], check=True)
        found = Measured(**json.loads(out.read_text()))
    found.show()
    return found


def run_apart(name: str, cases: int, workers: int, out: Path, is_light: bool) -> None:
    """What `measure` starts."""
    rubrics = find_rubrics(["fluency"] if is_light else (), "opinion", None)
    source = write_cases(out.parent / "cases.jsonl", cases, is_light)
    if name == "ray":
        found = judge_on_ray(source, out.parent, rubrics, cases, workers)
    else:
        found = judge_locally(source, out.parent, rubrics)
    out.write_text(json.dumps(asdict(found)))


def show_crowds(quick: bool) -> dict[str, float]:
    """A thousand workers on one limit."""
    seconds = 150.0 if quick else 600.0
    found: dict[str, float] = {}
    for per_minute in (600, 6000) if not quick else (3000,):
        server = CountingServer(per_minute)
        crowd = simulate(server, CallOptions(rpm=per_minute, concurrency=2000), seconds=seconds)
        found[f"{per_minute} a minute"] = crowd.share_used()
        print(
            f"1,000 workers, {per_minute:,} calls a minute allowed: {crowd.share_used():.1%} used, at most "
            f"{server.busiest_minute():,} in any minute, {len(server.refused)} refused, "
            f"{crowd.messages / max(1, len(server.asked)):.1f} messages to the ledger a call"
        )
    server = CountingServer(10**9, most_at_once=64)
    crowd = simulate(server, CallOptions(concurrency=1000), seconds=seconds)
    most = seconds / server.seconds * 64
    late = sum(moment > 60 for moment in server.refused)
    print(
        f"1,000 workers, no limit known, a server that takes 64 at once: {crowd.answered / most:.0%} of what it can, "
        f"{late / max(1, crowd.answered):.1%} refused after the first minute"
    )
    return found


def show_second_worker(rounds: int, cases: int) -> list[Measured]:
    """What a second worker adds, and what a case costs on Ray; the best of some rounds counts."""
    measured = [
        [measure(name, cases, workers, is_light=False) for name, workers in (("local", 1), ("ray", 1), ("ray", 2))]
        for _ in range(rounds)
    ]
    local, one, two = (max(found, key=lambda one: one.rate) for found in zip(*measured, strict=True))
    print(f"a second worker: {two.rate / one.rate / 2:.2f} of twice one worker's rate (mark 0.80 where cores are free)")
    print(
        f"a case on Ray: {local.rate / one.rate:.2f} × the time it takes on the local engine, "
        f"{one.cpu_milliseconds / local.cpu_milliseconds:.2f} × the CPU"
    )
    return [local, one, two]


def main() -> None:
    """All of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=2000)
    parser.add_argument("--growth", type=int, nargs="*", default=[1000, 10_000])
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--light", action="store_true", help="growth alone, of cases that take little")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--apart", nargs=4, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.apart:
        name, cases, workers, out = options.apart
        run_apart(name, int(cases), int(workers), Path(out), options.light)
        return
    if options.quick:
        options.cases, options.growth, options.rounds = 200, [], 1
    print(f"load before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    shares = show_crowds(options.quick)
    runs = [] if options.light else show_second_worker(options.rounds, options.cases)
    growth = [measure("ray", cases, 2, options.light) for cases in options.growth]
    for before, after in itertools.pairwise(growth):
        print(
            f"{before.cases:,} to {after.cases:,} cases: {after.rate / before.rate:.2f} × the rate, "
            f"{after.cpu_milliseconds / before.cpu_milliseconds:.2f} × the CPU of a case, "
            f"{after.worker_megabytes - before.worker_megabytes:+.0f} MB a worker, "
            f"{after.driver_megabytes - before.driver_megabytes:+.0f} MB driver"
        )
    print(f"load after: {os.getloadavg()[0]:.1f}")
    if options.json:
        figures = {"shares": shares, "runs": [asdict(one) for one in (*runs, *growth)]}
        options.json.write_text(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
