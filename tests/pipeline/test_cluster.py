"""A run over blocks and shards: the same results as on one machine, each once, whatever stops it."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import fsspec
import pytest

from clustered import HereEngine, cluster_input, judge_here, without_seconds, write_cases, write_here
from endpoint import Loopback
from object_store import serve_objects
from triptych.aspects import read_product
from triptych.catalog import ReadOptions, read_any
from triptych.errors import BudgetReached, TransientError, UsageError
from triptych.pipeline import Progress, read_products
from triptych.pipeline.blocks import Shards
from triptych.pipeline.cluster import ClusterEnd, ClusterInput, judge_on_cluster, read_on_cluster, write_on_cluster
from triptych.records import Product, Shortlist
from triptych.rubrics import load_rubric
from triptych.samples import sample_files
from triptych.settings import JudgeOptions, WriteOptions
from triptych.stores import open_store

RUBRICS = (load_rubric("opinion/fluency"), load_rubric("opinion/coherence"))


@pytest.fixture
def spec(tmp_path: Path) -> str:
    """A judge that always says 4."""
    replies = tmp_path / "replies.txt"
    replies.write_text('"All of it can be found among the reviews given.\\nScore- <score>4</score>"\n')
    return f"scripted:{replies}"


def judge_there(engine: HereEngine, source: Path, tmp_path: Path, judge: str, **options: Any) -> ClusterEnd:
    """The same on a cluster."""
    with open_store(str(tmp_path / "driver.db")) as store:
        chosen = JudgeOptions.model_validate({"judge": judge, **options})
        given = cluster_input(source, tmp_path / "out")
        return judge_on_cluster(engine, given, RUBRICS, chosen, store, str(tmp_path / "driver.db"))


@pytest.mark.parametrize("judge", ["embedded", "model"])
def test_judgements_are_those_of_one_machine(judge: str, spec: str, tmp_path: Path) -> None:
    source = write_cases(tmp_path / "cases.jsonl", 23)
    name = spec if judge == "model" else judge
    end = judge_there(HereEngine(), source, tmp_path, name)
    assert len(end.names) > 2
    there = [without_seconds(line) for line in end.contents()]
    assert there == [without_seconds(line) for line in judge_here(source, RUBRICS, name, tmp_path)]


def test_texts_are_those_of_one_machine_and_an_opinion_is_written_once(tmp_path: Path) -> None:
    shortlists = [json.loads(path.read_text()) for path in sample_files()[:2]]
    # A third that shares a product with each of the others.
    mixed = {"id": "mixed", "query": "a gift", "products": [one["products"][0] for one in shortlists]}
    source = tmp_path / "shortlists.jsonl"
    source.write_text("".join(json.dumps(one) + "\n" for one in (*shortlists, mixed)))
    with open_store(str(tmp_path / "driver.db")) as store:
        given = cluster_input(source, tmp_path / "out")
        end = write_on_cluster(
            HereEngine(), given, ("opinion", "explanation", "comparison"), WriteOptions(), store, "unshared"
        )
        assert len(end.names) == 3
        assert list(end.contents()) == write_here(source, store)


def test_readings_are_those_of_one_machine_and_each_product_is_read_once(tmp_path: Path) -> None:
    shortlists = [json.loads(path.read_text()) for path in sample_files()[:2]]
    source = tmp_path / "shortlists.jsonl"
    source.write_text(
        "".join(json.dumps({**one, "id": name}) + "\n" for one in shortlists for name in (one["id"], "b" + one["id"]))
    )

    async def here() -> list[str]:
        products = {p.digest(): p for s in read_any(str(source)) if isinstance(s, Shortlist) for p in s.products}
        return [reading.to_json() async for _, reading in read_products(products.values(), workers=1)]

    end = read_on_cluster(HereEngine(), cluster_input(source, tmp_path / "out"))
    assert list(end.contents()) == asyncio.run(here())


def test_a_product_with_very_many_reviews_is_read_by_several_workers_and_merged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("triptych.pipeline.jobs._MOST_REVIEWS", 7)
    words = (
        "The strap broke after {} weeks.",
        "Zip feels smooth, {} times a day.",
        "Strap tore, zip is fine after {}.",
    )
    reviews = [words[one % 3].format(one + 2) for one in range(40)]
    large = {"id": "large", "title": "Bag", "reviews": reviews}
    small = [{"id": name, "title": "Bag", "reviews": reviews[:3]} for name in ("one", "two", "three")]
    # The large product comes twice, and its second row is left out.
    rows = [small[0], large, small[1], {**small[2], "id": "one"}, large, {**large, "id": "other"}, small[2]]
    source = tmp_path / "products.jsonl"
    source.write_text("".join(json.dumps(row) + "\n" for row in rows))
    given = cluster_input(source, tmp_path / "out", 1 << 20, limit=4)
    with pytest.raises(KeyboardInterrupt):
        read_on_cluster(HereEngine(dies_after=8), given)
    assert len(list((tmp_path / "out").iterdir())) == 8
    engine = HereEngine()
    end = read_on_cluster(engine, given)
    # Twice six slices of which eight were there, and the part that merges them.
    assert engine.done == 4 + 1
    assert [path.name for path in (tmp_path / "out").iterdir()] == list(end.names)
    products = [one for one in read_any(str(source), given.reading) if isinstance(one, Product)]
    assert [one.id for one in products] == ["one", "large", "two", "other"]
    assert list(end.contents()) == [read_product(one).to_json() for one in products]


def test_texts_of_a_cluster_are_judged_by_one(tmp_path: Path, spec: str) -> None:
    source = tmp_path / "shortlists.jsonl"
    source.write_text(json.dumps(json.loads(sample_files()[0].read_text())) + "\n")
    with open_store(str(tmp_path / "driver.db")) as store:
        given = cluster_input(source, tmp_path / "texts")
        written = write_on_cluster(HereEngine(), given, ("opinion",), WriteOptions(), store, "")
    end = judge_there(HereEngine(), tmp_path / "texts", tmp_path, spec)
    assert len(list(end.contents())) == 2 * len(list(written.contents()))


def test_another_start_does_only_what_is_missing(tmp_path: Path) -> None:
    source = write_cases(tmp_path / "cases.jsonl", 33)
    first = HereEngine(dies_after=3)
    with pytest.raises(KeyboardInterrupt):
        judge_there(first, source, tmp_path, "embedded")
    kept = {path: path.stat().st_mtime_ns for path in (tmp_path / "out").iterdir()}
    assert len(kept) == 3
    second = HereEngine()
    end = judge_there(second, source, tmp_path, "embedded")
    assert second.done == len(end.names) - 3
    assert all(path.stat().st_mtime_ns == when for path, when in kept.items())
    assert len(list(end.contents())) == 66
    third = HereEngine()
    judge_there(third, source, tmp_path, "embedded")
    assert third.done == 0


def test_shards_of_another_content_or_judge_go(tmp_path: Path, spec: str) -> None:
    source = write_cases(tmp_path / "cases.jsonl", 8)
    first = judge_there(HereEngine(), source, tmp_path, "embedded")
    second = judge_there(HereEngine(), source, tmp_path, spec)
    assert not set(first.names) & set(second.names)
    assert {path.name for path in (tmp_path / "out").iterdir()} == set(second.names)


def test_a_budget_stops_all_and_the_next_start_goes_on(tmp_path: Path, start_endpoint: Callable[..., Loopback]) -> None:
    endpoint = start_endpoint()
    source = write_cases(tmp_path / "cases.jsonl", 20)
    first = judge_there(HereEngine(), source, tmp_path, endpoint.judge, budget_tokens=15_000, concurrency=2)
    assert isinstance(first.stopped, BudgetReached)
    begun = len([one for one in first.contents() if json.loads(one)["score"]])
    assert 0 < begun < 40
    second = judge_there(HereEngine(), source, tmp_path, endpoint.judge)
    assert second.stopped is None
    assert len([one for one in second.contents() if json.loads(one)["score"]]) == 40
    assert endpoint.stats()["requests"] == 40
    assert not list((tmp_path / "out").glob("*-open*"))


def test_wrong_and_repeated_rows_are_reported_with_their_lines(tmp_path: Path) -> None:
    source = write_cases(tmp_path / "cases.jsonl", 12)
    lines = source.read_text().splitlines()
    lines[9] = "{broken"
    lines.append(lines[2])
    source.write_text("\n".join(lines) + "\n")
    end = judge_there(HereEngine(), source, tmp_path, "embedded")
    assert (end.report.good, end.report.skipped, end.report.rows) == (11, 2, 13)
    assert str(end.report.problems[0]).startswith(f"{source}:10: not JSON")
    assert "1 row repeats the id of an earlier one" in str(end.report.problems[1])
    assert len(list(end.contents())) == 22
    with pytest.raises(UsageError, match=":10: not JSON"), open_store(str(tmp_path / "driver.db")) as store:
        given = cluster_input(source, tmp_path / "strict", strict=True)
        judge_on_cluster(HereEngine(), given, RUBRICS, JudgeOptions(), store, "")


def test_a_limit_counts_good_rows_of_the_whole(tmp_path: Path) -> None:
    source = write_cases(tmp_path / "cases.jsonl", 12)
    with open_store(str(tmp_path / "driver.db")) as store:
        given = cluster_input(source, tmp_path / "out", limit=7)
        end = judge_on_cluster(HereEngine(), given, RUBRICS, JudgeOptions(), store, "")
    assert [json.loads(line)["case_id"] for line in end.contents()][::2] == [
        json.loads(line)["id"] for line in source.read_text().splitlines()[:7]
    ]


def test_progress_counts_records(tmp_path: Path) -> None:
    source = write_cases(tmp_path / "cases.jsonl", 12)
    seen: list[Progress] = []
    with open_store(str(tmp_path / "driver.db")) as store:
        given = cluster_input(source, tmp_path / "out")
        judge_on_cluster(HereEngine(), given, RUBRICS, JudgeOptions(), store, "", seen.append)
    assert (seen[0].done, seen[-1].done, seen[-1].total) == (0, 12, 12)


def test_a_file_without_a_usable_row_is_said(tmp_path: Path) -> None:
    (tmp_path / "cases.jsonl").write_text('{"task": "opinion"}\n')
    with pytest.raises(UsageError, match=r"no usable row; the first problem: .*cases\.jsonl:1"):
        judge_there(HereEngine(), tmp_path / "cases.jsonl", tmp_path, "embedded")
    (tmp_path / "products.jsonl").write_text("[1, 2]\n")
    with pytest.raises(UsageError, match=rf"^{tmp_path}/products\.jsonl has no usable row; .*line 1"):
        read_on_cluster(HereEngine(), cluster_input(tmp_path / "products.jsonl", tmp_path / "p"))
    with pytest.raises(UsageError, match="holds cases; `triptych read` takes products or shortlists"):
        read_on_cluster(HereEngine(), cluster_input(write_cases(tmp_path / "c.jsonl", 1), tmp_path / "o"))


@pytest.mark.postgres
def test_a_shared_store_has_it_all_too(tmp_path: Path, postgres_url: str) -> None:
    source = write_cases(tmp_path / "cases.jsonl", 12)
    with open_store(postgres_url) as store:
        given = cluster_input(source, tmp_path / "out")
        end = judge_on_cluster(HereEngine(), given, RUBRICS, JudgeOptions(), store, postgres_url)
        assert [one.to_json() for one in store.judgements(end.run.id)] == list(end.contents())
        assert store.run(end.run.id).status == "done"
        # A shard that was lost is made of the store, and nothing is judged again.
        (tmp_path / "out" / end.names[1]).unlink()
        again = judge_on_cluster(HereEngine(), given, RUBRICS, JudgeOptions(), store, postgres_url)
        assert list(again.contents()) == list(end.contents())


@pytest.mark.slow
# Its client leaves sockets to the end of the process.
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_object_store_that_speaks_s3_gives_the_input_and_takes_the_shards(tmp_path: Path) -> None:
    here = write_cases(tmp_path / "cases.jsonl", 23)
    with serve_objects() as server, open_store(str(tmp_path / "driver.db")) as store:
        system = fsspec.filesystem("s3", use_listings_cache=False)
        system.mkdir("shop")
        system.pipe_file("shop/in/cases.jsonl", here.read_bytes())
        given = ClusterInput("s3://shop/in", Shards("s3://shop/out"), ReadOptions(), 4000)
        with pytest.raises(KeyboardInterrupt):
            judge_on_cluster(HereEngine(dies_after=2), given, RUBRICS, JudgeOptions(), store, "")
        begun = set(system.ls("shop/out"))
        engine = HereEngine()
        end = judge_on_cluster(engine, given, RUBRICS, JudgeOptions(), store, "")
        assert engine.done == len(end.names) - 2 and begun < set(system.ls("shop/out"))
        assert list(end.contents()) == judge_here(here, RUBRICS, "embedded", tmp_path)
        with pytest.raises(UsageError, match="s3://shop/gone does not exist"):
            read_on_cluster(engine, given._replace(source="s3://shop/gone"))
        server.kill()
        server.wait()
        with pytest.raises(TransientError, match="s3://shop/out cannot be read or written now"):
            judge_on_cluster(engine, given, RUBRICS, JudgeOptions(), store, "")
