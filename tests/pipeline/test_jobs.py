"""Workers: what they do with a part, and what they say when something is wrong."""

from pathlib import Path

from clustered import HereEngine, cluster_input, write_cases
from triptych.calls.budget import Prices
from triptych.calls.caller import SharedCalls
from triptych.pipeline.blocks import Shards, find_blocks
from triptych.pipeline.jobs import BlockPart, BlockWorker, JudgeJob, OpenWorker
from triptych.records import Run
from triptych.rubrics import load_rubric
from triptych.settings import JudgeOptions

RUBRICS = (load_rubric("opinion/fluency"),)


def opening(tmp_path: Path, judge: str = "embedded", version: str | None = None) -> OpenWorker:
    """How a worker is made."""
    given = cluster_input(tmp_path / "x.jsonl", tmp_path / "out")
    given.shards.check()
    run = Run.model_validate({"id": "r", "command": "judge", "source": "x", "started": "2026-03-01T00:00:00Z"})
    shared = SharedCalls(HereEngine().share(dict), b"s" * 32, Prices())
    job = JudgeJob(RUBRICS, JudgeOptions(judge=(judge,)), run, shared)
    made = OpenWorker(job, "cases", given.reading, given.shards)
    return made if version is None else OpenWorker(job, "cases", given.reading, given.shards, version=version)


def one_part(tmp_path: Path, **given: object) -> BlockPart:
    """The only block of a small file."""
    [block] = find_blocks(str(write_cases(tmp_path / "x.jsonl", 4)))
    return BlockPart(block, "part-000000-x.parquet", 4)._replace(**given)  # type: ignore[arg-type]


def test_a_part_leaves_out_what_repeats_an_earlier_row(tmp_path: Path) -> None:
    part = one_part(tmp_path, size=2, repeated=frozenset({1}))
    worker = BlockWorker(opening(tmp_path))
    assert worker(part).error is None
    worker.close()
    rows = Shards(str(tmp_path / "out")).read(part.shard) or []
    assert [(row["case_id"], row["is_final"]) for row in rows] == [("case-0", True), ("case-2", True)]


def test_a_worker_of_another_release_says_so_and_does_nothing(tmp_path: Path) -> None:
    part = one_part(tmp_path)
    worker = BlockWorker(opening(tmp_path, version="0.0.1"))
    assert "who started the run 0.0.1" in str(worker(part).error)
    assert worker(part).error is not None
    worker.close()
    assert list((tmp_path / "out").iterdir()) == []


def test_what_a_worker_lacks_is_said_and_not_raised(tmp_path: Path) -> None:
    worker = BlockWorker(opening(tmp_path, judge=f"scripted:{tmp_path / 'not-on-this-node.txt'}"))
    assert "not-on-this-node.txt" in str(worker(one_part(tmp_path)).error)
    worker.close()
