"""How fast judging is: plain aiohttp (the floor), Triptych with everything on, and the openai SDK on one endpoint.

    python benchmarks/judging.py                     # 50 ms and 1 s latency, 2,000 cases, 128 in flight
    python benchmarks/judging.py --quotes 4          # only with replies of four remarks with evidence
    python benchmarks/judging.py --memory            # peak memory with 2,000 and with 200,000 cases

The endpoint (tests/endpoint.py) runs in a process of its own and answers after a fixed time. Each contestant runs in a
fresh process and in turn, several rounds over; the best round of each counts. The floor and the SDK post the very
bodies that Triptych sends. A case is a text of 800 characters and one product with eight reviews of 400, cut from the
sample catalogue's reviews. A reply is one sentence, the case word and the score line, and then, in a second table, four
remarks before them, each with an `Evidence:` line that copies 40 characters of a review: about 700 characters, as
talkative models give it, whose quotes Triptych looks up and keeps as evidence. Triptych reads the cases from
their file, renders, calls, reads, keeps every reply and judgement in a store, and writes the judgements; imports and
making the store are not counted. The reader is the process that Triptych forks to read a long file and to render its
prompts; what its memory shows is for the most part that of the first, which it shares.
"""

import argparse
import asyncio
import itertools
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

METRIC = "opinion/faithfulness"
CHARACTERS = 4000
SDK = "openai>=2,<3"


def write_cases(path: Path, count: int, characters: int = CHARACTERS) -> None:
    """Opinion cases of so many characters, a fifth of them text, the rest eight reviews; no two are the same."""
    from triptych.calls.fence import has_forgery
    from triptych.catalog import read_shortlists
    from triptych.samples import sample_files

    reviews = [
        review.text
        for sample in sample_files()
        for shortlist in read_shortlists(sample)
        for product in shortlist.products
        for review in product.reviews
        if not has_forgery(review.text) and "score" not in review.text.casefold()
    ]
    draw = random.Random(1)

    def words(number: int, length: int) -> str:
        drawn = " ".join(draw.choices(reviews, k=2 + length // 40))
        return f"Of model {number}: {drawn}"[:length].strip()

    with path.open("w", encoding="utf-8") as file:
        for number in range(count):
            text = words(number, characters // 5)
            shown = [{"text": words(number, characters // 10), "stars": draw.randint(1, 5)} for _ in range(8)]
            product = {"id": f"p{number}", "title": f"Model {number} Earbuds", "average_rating": 4.1, "reviews": shown}
            case = {"id": f"case-{number}", "task": "opinion", "products": [product], "text": text}
            file.write(json.dumps(case, ensure_ascii=False) + "\n")


def write_bodies(cases: Path, bodies: Path) -> None:
    """The body of each request, as Triptych sends it."""
    from triptych.calls.fence import fence_case
    from triptych.catalog import read_cases
    from triptych.models import Request
    from triptych.models._chat import Dialect
    from triptych.rubrics import load_rubric, render_all
    from triptych.settings import JudgeOptions

    rubric, options = load_rubric(METRIC), JudgeOptions()
    with bodies.open("w", encoding="utf-8") as file:
        for case in read_cases(cases):
            [prompt] = render_all([rubric], case, fence_case(case, b"benchmark" * 4))
            request = Request(prompt.messages, options.degree, options.max_tokens)
            file.write(json.dumps(Dialect().body("tiny", request)) + "\n")


def run_floor(url: str, bodies: Path, concurrency: int) -> dict[str, float]:
    """Plain aiohttp: post, read, decode."""
    import aiohttp

    contents = [line.encode() for line in bodies.read_text(encoding="utf-8").splitlines()]

    async def post_all() -> None:
        gate = asyncio.Semaphore(concurrency)
        headers = {"Content-Type": "application/json"}
        connector = aiohttp.TCPConnector(limit=concurrency)
        async with aiohttp.ClientSession(connector=connector, headers=headers) as session:

            async def post(content: bytes) -> None:
                async with gate, session.post(f"{url}/chat/completions", data=content) as response:
                    assert json.loads(await response.read())["choices"]

            await asyncio.gather(*(post(content) for content in contents))

    return measure(lambda: asyncio.run(post_all()), len(contents))


def run_sdk(url: str, bodies: Path, concurrency: int) -> dict[str, float]:
    """The openai SDK's async client with a semaphore."""
    from openai import AsyncOpenAI

    contents = [json.loads(line) for line in bodies.read_text(encoding="utf-8").splitlines()]

    async def post_all() -> None:
        gate = asyncio.Semaphore(concurrency)
        async with AsyncOpenAI(base_url=url, api_key="none", max_retries=0, timeout=60) as client:
            create: Callable[..., Awaitable[Any]] = client.chat.completions.create

            async def post(content: dict[str, Any]) -> None:
                async with gate:
                    assert (await create(**content)).choices

            await asyncio.gather(*(post(content) for content in contents))

    return measure(lambda: asyncio.run(post_all()), len(contents))


def run_triptych(url: str, cases: Path, concurrency: int) -> dict[str, float]:
    """`triptych judge` with store, parsing, progress, summary and output."""
    import rich.console
    import rich.table

    import triptych.catalog.formats.jsonl
    import triptych.cli._judging
    import triptych.models.openai
    import triptych.pipeline
    from triptych.cli import main
    from triptych.stores import open_store

    with tempfile.TemporaryDirectory() as folder:
        open_store(f"{folder}/store.db").close()
        command = ["judge", str(cases), "--judge", f"openai:tiny@{url}", "--metric", METRIC, "--no-logprobs"]
        command += ["--concurrency", str(concurrency), "--store", f"{folder}/store.db", "-o", f"{folder}/out.jsonl"]

        def judge() -> None:
            try:
                main(command)
            except SystemExit as ended:
                assert not ended.code, ended.code

        measured = measure(judge, 0)
        with Path(folder, "out.jsonl").open(encoding="utf-8") as written:
            measured["calls"] = sum(json.loads(line)["score"] is not None for line in written)
    assert (
        triptych.cli._judging
        and triptych.pipeline
        and triptych.models.openai
        and triptych.catalog.formats.jsonl
        and rich.console
        and rich.table
    )
    return measured


CONTESTANTS: dict[str, Callable[[str, Path, int], dict[str, float]]] = {
    "floor": run_floor,
    "triptych": run_triptych,
    "sdk": run_sdk,
}


def measure(work: Callable[[], None], calls: int) -> dict[str, float]:
    """Seconds, CPU seconds and peak memory of some work, and those of the processes it starts."""
    before, started = time.process_time(), time.perf_counter()
    work()
    seconds, cpu = time.perf_counter() - started, time.process_time() - before
    own, others = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return {
        "calls": calls,
        "seconds": seconds,
        "cpu": cpu,
        "other_cpu": others.ru_utime + others.ru_stime,
        "megabytes": own.ru_maxrss / 1024,
        "other_megabytes": others.ru_maxrss / 1024,
    }


def run_apart(contestant: str, python: str, url: str, given: Path, concurrency: int) -> dict[str, float]:
    """A contestant in a fresh process."""
    command = [python, __file__, "--contestant", contestant, "--url", url, "--given", str(given)]
    done = subprocess.run(
        [*command, "--concurrency", str(concurrency)], stdout=subprocess.PIPE, text=True, check=False, cwd=given.parent
    )
    if done.returncode:
        raise SystemExit(f"{contestant} failed: {done.stdout}")
    measured: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return measured


def sdk_python(folder: Path) -> str:
    """A Python with the openai SDK, in a virtualenv that is kept for the next time."""
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
        subprocess.run([str(python), "-m", "pip", "install", "--quiet", SDK], check=True)
    return str(python)


def compare(options: argparse.Namespace) -> None:
    """Print calls a second of each contestant at each latency."""
    from endpoint import Loopback

    pythons = {"floor": sys.executable, "triptych": sys.executable, "sdk": sdk_python(options.sdk)}
    with tempfile.TemporaryDirectory() as folder:
        cases, bodies = Path(folder, "cases.jsonl"), Path(folder, "bodies.jsonl")
        write_cases(cases, options.cases)
        write_bodies(cases, bodies)
        for latency, quotes in itertools.product(options.latency, options.quotes):
            best: dict[str, dict[str, float]] = {}
            peak = 0
            for _ in range(options.rounds):
                for name, python in pythons.items():
                    with Loopback(latency=latency, logprobs=False, quotes=quotes) as endpoint:
                        given = cases if name == "triptych" else bodies
                        found = run_apart(name, python, endpoint.url, given, options.concurrency)
                        peak = max(peak, endpoint.stats()["peak"]) if name == "triptych" else peak
                    if name not in best or found["seconds"] < best[name]["seconds"]:
                        best[name] = found
            show(latency, quotes, best, peak, options)


def show(
    latency: float, quotes: int, best: dict[str, dict[str, float]], peak: int, options: argparse.Namespace
) -> None:
    """One table."""
    of_all = f"{options.cases} cases, {options.concurrency} in flight, {quotes} quotes a reply"
    print(f"\nlatency {latency * 1000:g} ms, {of_all}")
    print(f"{'':10} {'calls/s':>8} {'CPU ms/call':>12} {'+ reader':>9} {'peak MB':>8} {'+ reader':>9}")
    rates = {name: found["calls"] / found["seconds"] for name, found in best.items()}
    for name, found in best.items():
        own, other = (found[kind] / found["calls"] * 1000 for kind in ("cpu", "other_cpu"))
        print(f"{name:10} {rates[name]:8.0f} {own:12.2f} {other:9.2f}", end=" ")
        print(f"{found['megabytes']:8.0f} {found['other_megabytes']:9.0f}")
    ours = rates["triptych"]
    print(f"triptych: {ours / rates['floor']:.2f} of the floor, {ours / rates['sdk']:.1f} × the SDK")
    print(f"triptych: at most {peak} calls in flight at the endpoint")


def compare_memory(options: argparse.Namespace) -> None:
    """Print peak memory for few and for many cases."""
    from endpoint import Loopback

    for count in options.memory_cases:
        with tempfile.TemporaryDirectory() as folder, Loopback(logprobs=False, quotes=max(options.quotes)) as endpoint:
            cases = Path(folder, "cases.jsonl")
            write_cases(cases, count, 600)
            found = run_apart("triptych", sys.executable, endpoint.url, cases, options.concurrency)
            print(f"{count:8} cases: peak {found['megabytes']:.0f} MB", end=", ")
            print(f"the reader {found['other_megabytes']:.0f} MB, {found['calls'] / found['seconds']:.0f} calls/s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=2000)
    parser.add_argument("--latency", type=float, nargs="+", default=[0.05, 1.0])
    parser.add_argument("--concurrency", type=int, default=128)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--quotes", type=int, nargs="+", default=[0, 4], help="remarks with evidence in each reply")
    parser.add_argument("--sdk", type=Path, default=Path(tempfile.gettempdir(), "triptych-benchmark-sdk"))
    parser.add_argument("--quick", action="store_true", help="500 cases, 50 ms, one round")
    parser.add_argument("--memory", action="store_true")
    parser.add_argument("--memory-cases", type=int, nargs="+", default=[2000, 200_000])
    parser.add_argument("--contestant", choices=CONTESTANTS, help=argparse.SUPPRESS)
    parser.add_argument("--url", help=argparse.SUPPRESS)
    parser.add_argument("--given", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.quick:
        options.cases, options.latency, options.rounds = 500, [0.05], 1
    if options.contestant:
        print(json.dumps(CONTESTANTS[options.contestant](options.url, options.given, options.concurrency)))
    elif options.memory:
        compare_memory(options)
    else:
        compare(options)


if __name__ == "__main__":
    main()
