"""A report of 10,000 judgements: how large the page is, how long it takes to make, and to open in Chromium.

    python benchmarks/report.py [--judgements 10000]

Opening is timed from navigation to the load event, and to when a frame has been painted after it.
"""

import argparse
import random
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from triptych.audits import bundled_cases
from triptych.records import Case, Evidence, Judgement, Usage
from triptych.reports import JudgedRun, make_contents, write_report
from triptych.rubrics import find_rubrics

SYSTEMS = ("baseline", "candidate", "candidate-tuned")
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def main() -> None:
    """Make the report, then open it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--judgements", type=int, default=10_000)
    wanted: int = parser.parse_args().judgements
    run = make_run(wanted)
    started = time.perf_counter()
    page = write_report(make_contents([run]), "html")
    first = time.perf_counter() - started
    started = time.perf_counter()
    write_report(make_contents([run]), "html")
    again = time.perf_counter() - started
    print(f"{len(run.judgements):,} judgements of {len(run.cases):,} texts: {len(page.encode()) / 1e6:.2f} MB")
    print(f"made in {first:.1f} s, and in {again:.1f} s with the chart library loaded")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "report.html"
        path.write_text(page, encoding="utf-8")
        open_page(path)


def make_run(wanted: int) -> JudgedRun:
    """Judgements with explanations and evidence of the usual length, of ever new cases."""
    judgements: list[Judgement] = []
    cases: dict[str, Case] = {}
    for case, some in _judged(random.Random(7)):
        cases[case.id] = case
        judgements += some
        if len(judgements) >= wanted:
            break
    return JudgedRun(f"{wanted:,} judgements", judgements[:wanted], cases)


def _judged(draw: random.Random) -> Iterator[tuple[Case, list[Judgement]]]:
    rubrics = find_rubrics(())
    number = 0
    while True:
        number += 1
        for given in bundled_cases():
            system = draw.choice(SYSTEMS)
            names = {"id": f"{number:04}/{given.id}", "item": f"{number:04}/{given.item}"}
            case = given.model_copy(update={**names, "system": system})
            level = 3.2 + 0.4 * SYSTEMS.index(system)
            metrics = [rubric.metric for rubric in rubrics if rubric.task == case.task]
            yield case, [_judgement(case, metric, draw.gauss(level, 0.7), draw) for metric in metrics]


def _judgement(case: Case, metric: str, value: float, draw: random.Random) -> Judgement:
    value = min(5.0, max(1.0, round(value, 3)))
    product = draw.choice(case.products)
    reviews = draw.sample(product.reviews, 3)
    spans = [
        Evidence(
            product_id=product.id, source="review", source_id=r.id, start=0, end=len(r.text[:60]), text=r.text[:60]
        )
        for r in reviews
    ]
    is_scored = draw.random() > 0.01
    return Judgement(
        case_id=case.id,
        item=case.item,
        task=case.task,
        metric=metric,
        system=case.system,
        judge="openai:example-model",
        score=int(value + 0.5) if is_scored else None,
        value=value if is_scored else None,
        failure=None if is_scored else "several scores: 3 and 4",
        method="samples" if is_scored else None,
        explanation="\n".join(f"{n}. {review.text}" for n, review in enumerate(reviews, 1)),
        evidence=tuple(spans),
        words=len(case.text.split()),
        usage=Usage(calls=1, prompt_tokens=2100, completion_tokens=260, cached_tokens=1700, seconds=1.4),
        signature=f"llm|openai:example-model|{case.task}/{metric}.1|0123456789abcdef|1|0|0",
    )


def open_page(path: Path) -> None:
    """Time five openings."""
    chromium = shutil.which("chromium")
    if chromium is None:
        print("not opened: no Chromium on the PATH")
        return
    from playwright.sync_api import sync_playwright

    loads: list[float] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(ARGUMENTS))
        for _ in range(5):
            page = browser.new_page()
            started = time.perf_counter()
            page.goto(path.as_uri())
            page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
            loads.append(time.perf_counter() - started)
            page.close()
        browser.close()
    print(f"opened and painted in {median(loads):.2f} s, the median of {len(loads)} (slowest {max(loads):.2f} s)")


if __name__ == "__main__":
    main()
