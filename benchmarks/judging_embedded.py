"""How many cases a second the embedded judge takes, on one core and through the local engine, and what memory it holds.

    python benchmarks/judging_embedded.py                     rates on one core
    python benchmarks/judging_embedded.py --workers 2         the same opinions through the engine, 1 to 2 workers
    python benchmarks/judging_embedded.py --memory 100000     memory over so many cases, each a new product and text
    python benchmarks/judging_embedded.py --quick             a few cases of each, to see that it works

Opinions are of 8 reviews of about 50 words, on all eight metrics: with a product's reading shared by 13 cases, and with
a new product for each case. Comparisons are the bundled ones, on all twelve metrics, with readings shared.
"""

import argparse
import asyncio
import gc
import json
import multiprocessing
import os
import random
import resource
import time
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from pathlib import Path

from anchors import ROOT, make_case
from triptych.catalog import read_shortlists
from triptych.engines import Work
from triptych.engines.local import LocalEngine
from triptych.judges.embedded import connect
from triptych.records import Case, Judgement, Product, Review, Rubric, Task
from triptych.rubrics import find_rubrics
from triptych.samples import sample_files

WORDS = 50
REVIEWS = 8
SHARED_BY = 13
STEPS = 10
STARTED = 16
"""Cases that each worker has had when the clock begins."""


def sample_reviews() -> list[str]:
    """The bundled reviews that are more than a cry."""
    shortlists = [next(iter(read_shortlists(path))) for path in sample_files()]
    return [r.text for s in shortlists for p in s.products for r in p.reviews if len(r.text.split()) > 8]


def opinions(count: int, shared_by: int) -> list[Case]:
    """Cases of cut sample reviews; each product's text differs, so that nothing is known from the one before."""
    reviews = sample_reviews()
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


def small_opinions() -> Iterator[Case]:
    """Short cases without end, each of a new product, with words that no case before had."""
    chance = random.Random(6)
    sentences = [part for text in sample_reviews() for part in text.split(". ") if 4 <= len(part.split()) <= 14]
    number = 0
    while True:
        new = "".join(chance.choice("bdfgklmnprst") + chance.choice("aeiou") for _ in range(4))
        given = (f"{chance.choice(sentences)} by {new}." for _ in range(2))
        reviews = tuple(Review(id=str(k), text=text) for k, text in enumerate(given))
        source = Product(id=str(number), title=f"{new.title()} {number}", reviews=reviews)
        text = f"{chance.choice(sentences)}. The {new} was seen {number} times."
        yield Case.model_validate({"id": str(number), "task": "opinion", "products": [source], "text": text})
        number += 1


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


@cache
def rubrics_of(task: Task) -> tuple[Rubric, ...]:
    """All rubrics of a task, read once."""
    return tuple(find_rubrics(task=task))


def judge_case(case: Case) -> tuple[Judgement, ...]:
    """All judgements of one case; a function that other processes can be given."""
    return connect().judge_all(case, rubrics_of(case.task))


def product_of(case: Case) -> str:
    """What cases share that go to one worker."""
    return case.products[0].id


def prepare() -> None:
    """Load all lists and tables, so that no rate counts them."""
    judge_case(opinions(1, 1)[0])


def rate(cases: Sequence[Case]) -> float:
    """Cases a second of processor time, on this core."""
    start = time.process_time()
    for case in cases:
        judge_case(case)
    return len(cases) / (time.process_time() - start)


def print_rates(count: int) -> None:
    """The rates on one core."""
    prepare()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; rates by processor time of one core")
    print(f"opinions, 8 metrics, reading shared by {SHARED_BY}: {rate(opinions(count, SHARED_BY)):7.1f} cases/s")
    print(f"opinions, 8 metrics, a product each:        {rate(opinions(count // 2, 1)):7.1f} cases/s")
    compared = comparisons(count // 3)
    for case in compared:
        judge_case(case)
    print(f"comparisons, 12 metrics, readings shared:   {rate(compared):7.1f} cases/s")


async def rate_through_engine(cases: Sequence[Case], workers: int) -> float:
    """Cases a second of the clock through the local engine, once all workers are started and busy."""
    work = Work(compute=judge_case, alike=product_of)
    done, start = 0, 0.0
    async for _ in LocalEngine(workers=workers).run(work, cases):
        done += 1
        if done == STARTED * workers:
            start = time.perf_counter()
    return (done - STARTED * workers) / (time.perf_counter() - start)


def print_workers(count: int, most: int) -> None:
    """The rates through the engine, with one worker and with more."""
    cases = opinions(count, SHARED_BY)
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; rates by the clock, reading shared by {SHARED_BY}")
    for workers in range(1, most + 1):
        reached = asyncio.run(rate_through_engine(cases, workers))
        print(f"opinions, 8 metrics, {workers} worker{'s' if workers > 1 else ' '}: {reached:7.1f} cases/s")


def resident_megabytes() -> float:
    """The memory this process holds now; where the system does not tell, the most it ever held."""
    try:
        return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * resource.getpagesize() / 2**20
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10


def print_memory(count: int) -> None:
    """The memory after each tenth of the cases."""
    prepare()
    cases = small_opinions()
    print(f"memory before: {resident_megabytes():6.1f} MB")
    start = time.process_time()
    for step in range(1, STEPS + 1):
        for case in islice(cases, count // STEPS):
            judge_case(case)
        gc.collect()
        spent = time.process_time() - start
        print(f"after {step * (count // STEPS):7} cases: {resident_megabytes():6.1f} MB, {spent:5.0f} s", flush=True)


def main() -> None:
    """Print the rates, or the memory."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--cases", type=int, default=390)
    options.add_argument("--workers", type=int, metavar="MOST")
    options.add_argument("--memory", type=int, metavar="CASES")
    options.add_argument("--quick", action="store_true")
    given = options.parse_args()
    if given.quick or not (given.workers or given.memory):
        print_rates(26 if given.quick else given.cases)
    if given.quick or given.workers:
        print_workers(78 if given.quick else given.cases, given.workers or 2)
    if given.quick or given.memory:
        print_memory(200 if given.quick else given.memory)


if __name__ == "__main__":
    multiprocessing.freeze_support()
    main()
