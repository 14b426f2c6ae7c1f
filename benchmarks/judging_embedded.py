"""How many cases a second the embedded judge takes, on one core and through the local engine on all.

    python benchmarks/judging_embedded.py [--cases 400]

Opinions are of 8 reviews of about 50 words, on all eight metrics: with a product's reading shared by 13 cases, and with
a new product for each case. Comparisons are the bundled ones, on all twelve metrics, with readings shared.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import resource
import time
from collections.abc import Sequence
from pathlib import Path

from anchors import ROOT, make_case
from triptych.catalog import read_shortlists
from triptych.engines import Work
from triptych.engines.local import LocalEngine
from triptych.judges.embedded import connect
from triptych.records import Case, Judgement, Product, Review
from triptych.rubrics import list_rubrics
from triptych.samples import sample_files

WORDS = 50
REVIEWS = 8
SHARED_BY = 13


def opinions(count: int, shared_by: int) -> list[Case]:
    """Cases of cut sample reviews; each product's text differs, so that nothing is known from the one before."""
    shortlists = [next(iter(read_shortlists(path))) for path in sample_files()]
    reviews = [r.text for s in shortlists for p in s.products for r in p.reviews if len(r.text.split()) > 8]
    rows = [json.loads(line) for line in (ROOT / "anchors/opinion/fluency.jsonl").read_text("utf-8").splitlines()]
    texts = [row["text"] for row in rows if row["expect"] >= 3]
    found = []
    for number in range(count):
        product = number // shared_by
        words = " ".join(reviews[(product * 7 + k) % len(reviews)] for k in range(2 * REVIEWS)).split()
        cut = [" ".join(words[k * WORDS : (k + 1) * WORDS]) + f" {product}." for k in range(REVIEWS)]
        given = tuple(Review(id=str(k), text=text) for k, text in enumerate(cut) if text)
        source = Product(id=f"p{product}", title=f"Product {product}", reviews=given)
        text = f"{texts[number % len(texts)]} It was seen {number} times."
        found.append(Case.model_validate({"id": str(number), "task": "opinion", "products": [source], "text": text}))
    return found


def comparisons(count: int) -> list[Case]:
    """The bundled comparisons, over and over."""
    shortlists = {path.stem: next(iter(read_shortlists(path))) for path in sample_files()}
    rows = [
        json.loads(line)
        for path in sorted(Path(ROOT / "anchors/comparison").glob("*.jsonl"))
        for line in path.read_text("utf-8").splitlines()
    ]
    cases = [make_case("comparison", row, shortlists[row["sample"]]) for row in rows if row["expect"] >= 4]
    return [cases[number % len(cases)] for number in range(count)]


def judge_case(case: Case) -> tuple[Judgement, ...]:
    """All judgements of one case; a function that other processes can be given."""
    return connect().judge_all(case, list_rubrics(task=case.task))


def rate(cases: Sequence[Case]) -> float:
    """Cases a second of processor time, on this core."""
    judge, rubrics = connect(), list_rubrics(task=cases[0].task)
    start = time.process_time()
    for case in cases:
        judge.judge_all(case, rubrics)
    return len(cases) / (time.process_time() - start)


async def rate_on_all_cores(cases: Sequence[Case]) -> float:
    """Cases a second of the clock, through the local engine."""
    start = time.perf_counter()
    async for _ in LocalEngine().run(Work(compute=judge_case), cases):
        pass
    return len(cases) / (time.perf_counter() - start)


def main() -> None:
    """Print the rates and the memory."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--cases", type=int, default=390)
    options.add_argument("--all-cores", action="store_true")
    given = options.parse_args()
    count = given.cases
    connect().judge_all(opinions(1, 1)[0], list_rubrics(task="opinion"))
    print(f"{os.cpu_count()} cores; rates by processor time of one core")
    print(f"opinions, 8 metrics, reading shared by {SHARED_BY}: {rate(opinions(count, SHARED_BY)):7.1f} cases/s")
    print(f"opinions, 8 metrics, a product each:        {rate(opinions(count // 2, 1)):7.1f} cases/s")
    compared = comparisons(count // 3)
    for case in compared:
        judge_case(case)
    print(f"comparisons, 12 metrics, readings shared:   {rate(compared):7.1f} cases/s")
    if given.all_cores:
        everywhere = asyncio.run(rate_on_all_cores(opinions(count, SHARED_BY)))
        print(f"opinions on all cores, local engine:        {everywhere:7.1f} cases/s")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for case in opinions(count, 1):
        judge_case(case)
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"memory: {before / 1024:.0f} MB, after {count} more products {after / 1024:.0f} MB")


if __name__ == "__main__":
    multiprocessing.freeze_support()
    main()
