"""The pages about a run with 100,000 judgements: how long each takes, first and again.

    python benchmarks/runs_page.py [--cases 10000] [--store FILE]

Ten metrics, three systems, and cases and judgements as large as the samples make them. With --store a store that this
made before is used again. Seconds of the processor are given beside those of the clock.
"""

import argparse
import datetime as dt
import random
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from fastapi.testclient import TestClient

from triptych.catalog import read_shortlists
from triptych.records import Case, Judgement, Product, Run
from triptych.samples import sample_files
from triptych.settings import Settings
from triptych.stores import KeptCase, KeptJudgement, Row, Store, open_store
from triptych.web.app import make_app
from triptych.web.state import WebOptions

RUN = "judge-benchmark"
METRICS = (
    *("faithfulness", "aspect_coverage", "sentiment_consistency", "specificity", "clarity"),
    *("fluency", "conciseness", "prevalence", "coherence", "relevance"),
)
PAGES = {
    "all runs": "/runs",
    "the run": f"/runs/{RUN}",
    "its last page": f"/runs/{RUN}?page=200",
    "sorted by a metric": f"/runs/{RUN}?metric=clarity&down=1",
    "filtered": f"/runs/{RUN}?metric=clarity&least=2&most=3&system=b&words=9",
    "a case": f"/runs/{RUN}/case?id=case-00042",
    "to rate": f"/rate/{RUN}",
    "a text to rate": f"/rate/{RUN}/text?rater=ann&rubric=opinion/faithfulness",
}


def main() -> None:
    """Fill, ask, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--store")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = given.store or f"{folder}/store.db"
        if not Path(path).exists():
            with open_store(path) as store:
                fill(store, given.cases)
        client = TestClient(make_app(WebOptions(Settings(store=path), workers=0)), base_url="http://127.0.0.1")
        client.get("/rate")
        for what, address in PAGES.items():
            first, again = ask(client, address), min(ask(client, address) for _ in range(3))
            print(f"{what}: {first[0]:.2f} s ({first[1]:.2f} of processor), again {again[0]:.2f} s ({again[1]:.2f})")


def fill(store: Store, cases: int) -> None:
    """One run of opinions."""
    store.start_run(Run(id=RUN, command="judge", source="cases.jsonl", started=dt.datetime.now(dt.UTC), total=cases))
    products = [product for file in sample_files() for one in read_shortlists(str(file)) for product in one.products]
    rows = judged(products, cases)
    while some := list(islice(rows, 5000)):
        store.save(some)
    store.finish_run(RUN, "done", dt.datetime.now(dt.UTC))


def judged(products: list[Product], cases: int) -> Iterator[Row]:
    """Cases and their judgements."""
    drawn = random.Random(1)
    for place in range(cases):
        product, system = products[place % len(products)], "abc"[place % 3]
        text = " ".join(review.text for review in product.reviews[:6])
        named = {"id": f"case-{place:05d}", "item": f"item-{place // 3}", "task": "opinion", "system": system}
        case = Case.model_validate({**named, "products": (product,), "text": text})
        yield KeptCase.of(RUN, place, "d", case)
        for metric in METRICS:
            score = drawn.randint(1, 5)
            said = {"metric": metric, "judge": "embedded", "score": score, "value": float(score), "explanation": text}
            about = {"case_id": case.id, "item": case.item, "task": "opinion", "system": system, "words": case.words}
            yield KeptJudgement(RUN, "d", Judgement.model_validate({**about, **said, "signature": "s"}))


def ask(client: TestClient, address: str) -> tuple[float, float]:
    """The time that a page takes, by the clock and by the processor."""
    clock, processor = time.perf_counter(), time.process_time()
    assert client.get(address).status_code == 200
    return time.perf_counter() - clock, time.process_time() - processor


if __name__ == "__main__":
    main()
