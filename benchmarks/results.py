"""Runs every benchmark and writes RESULTS.md: figures with their command, floor, peer or aim, the machine, a chart.

python benchmarks/results.py                     # all, quick where there is a quick form: `make bench`
python benchmarks/results.py --full              # all of each, hours
python benchmarks/results.py scale judging       # only these; the others keep what RESULTS.md has
python benchmarks/results.py --data ../shared    # where human and real data lie, for those that need them
"""

import argparse
import datetime as dt
import json
import os
import platform
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).resolve().parent
RESULTS, CHART, POINTS = FOLDER / "RESULTS.md", FOLDER / "RESULTS.svg", FOLDER / "RESULTS.json"
MOST_SECONDS = 3600 * 6


class Benchmark(NamedTuple):
    """One command, and what its figures are to be held against."""

    name: str
    against: str
    quick: tuple[str, ...] = ()
    full: tuple[str, ...] = ()
    data: tuple[str, ...] = ()
    """Further arguments where `--data` is given, with DATA for its folder."""
    needs_data: bool = False
    """True where there is no figure without."""


BENCHMARKS = (
    Benchmark("reading_tables", "DuckDB alone, which does the same join and drops the rows", ("--quick",)),
    Benchmark(
        "reading",
        "aims: 25,000 words/s; 500 MB for 10,000 reviews; SemEval terms F1 .55 / .70",
        data=("--semeval", "DATA/human/absa_semeval14_train.jsonl", "--real", "DATA/real"),
    ),
    Benchmark("writing", "aims: 5 shortlists/s with reading, 50 without; memory flat", ("--memory", "500")),
    Benchmark("judging", "floor: plain aiohttp; peer: the openai SDK; aim: 0.6 of the floor", ("--quick",)),
    Benchmark(
        "judging_embedded", "aims: 100 opinions/s with readings shared, 40 without; 30 comparisons", ("--quick",)
    ),
    Benchmark("judgement_trace", "aims: 50 files for a model's judgement, 80 for an embedded one"),
    Benchmark("anchors", "aims: 95 % within one anchor, 60 % exact"),
    Benchmark("damage", "aims: 90 % fall, 90 % stay"),
    Benchmark("games", "aim: at most 5 % succeed", ("--quick",)),
    Benchmark("attacks", "aim: all withstood in 120 s"),
    Benchmark("agreement_stats", "no peer: how long a bootstrap takes", ("--quick",)),
    Benchmark("report", "aim: under 5 MB for 10,000 judgements", ("--judgements", "2000")),
    Benchmark("runs_page", "no peer: seconds of the processor for each page of a long run", ("--cases", "1000")),
    Benchmark("web", "aims: p95 150 ms, none failed; 150 KB; first paint within 1 s", ("--quick",)),
    Benchmark(
        "scale",
        "floor: the local engine in one worker; aims: second worker ≥ 0.80, 95 % of a rate used, memory flat",
        ("--quick", "--json", str(POINTS)),
        ("--growth", "1000", "10000", "100000", "--json", str(POINTS)),
    ),
    Benchmark(
        "agreement",
        "aims: mean τ .27, ρ with length held .28; people among themselves beside it",
        data=("DATA/human",),
        needs_data=True,
    ),
    Benchmark(
        "model_writing",
        "aims: all good texts kept, 60 % of wrong statements gone",
        data=("DATA/real",),
        needs_data=True,
    ),
)


def main() -> None:
    """Run and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--data", type=Path)
    options = parser.parse_args()
    if unknown := set(options.names) - {one.name for one in BENCHMARKS}:
        sys.exit(f"unknown: {', '.join(sorted(unknown))}; known: {', '.join(one.name for one in BENCHMARKS)}")
    sections = read_sections()
    failed = []
    for one in BENCHMARKS:
        if options.names and one.name not in options.names:
            continue
        print(f"== {one.name}", flush=True)
        section, is_good = run(one, options.full, options.data)
        if is_good or one.name not in sections:
            sections[one.name] = section
        failed += [] if is_good else [one.name]
        write(sections)
    if failed:
        sys.exit(f"failed: {', '.join(failed)}")


def run(one: Benchmark, full: bool, data: Path | None) -> tuple[str, bool]:
    """The section of a benchmark, and whether it went well."""
    if one.needs_data and data is None:
        missing = f"Not run: it needs data that is not part of this repository (`--data FOLDER`: {one.data[0]})."
        return section_of(one, "", missing, 0), True
    arguments = [*(one.full if full else one.quick), *(one.data if data else ())]
    command = f"python benchmarks/{one.name}.py {' '.join(arguments)}".replace(f"{FOLDER.parent}/", "").strip()
    started, load = time.monotonic(), os.getloadavg()[0]
    done = subprocess.run(
        [sys.executable, str(FOLDER / f"{one.name}.py"), *(part.replace("DATA", str(data)) for part in arguments)],
        capture_output=True,
        text=True,
        timeout=MOST_SECONDS,
        check=False,
        cwd=FOLDER.parent,
    )
    said = (done.stdout if not done.returncode else f"{done.stdout}\n{done.stderr}"[-3000:]).strip()
    said = said.replace(str(FOLDER.parent), ".").replace(str(data or "DATA"), "DATA")
    print(said, flush=True)
    return section_of(one, command, f"```\n{said}\n```", time.monotonic() - started, load), not done.returncode


def section_of(one: Benchmark, command: str, body: str, seconds: float, load: float = 0.0) -> str:
    """A benchmark's part of the page."""
    lines = [f"## {one.name}", "", f"Held against: {one.against}.", ""]
    if command:
        when = f"{dt.datetime.now(dt.UTC):%Y-%m-%d}, {seconds:.0f} s, load {load:.1f} before"
        lines += [f"`{command}` ({when})", ""]
    return "\n".join([*lines, body, ""])


def read_sections() -> dict[str, str]:
    """The sections that the page has."""
    if not RESULTS.exists():
        return {}
    parts = re.split(r"^(?=## )", RESULTS.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    return {part[3:].partition("\n")[0].strip(): part.rstrip() + "\n" for part in parts}


def write(sections: dict[str, str]) -> None:
    """The page and its chart."""
    draw()
    order = [one.name for one in BENCHMARKS if one.name in sections]
    head = [
        "# Results",
        "",
        "Made by `make bench` (`python benchmarks/results.py`); what the figures mean is in [README.md](README.md).",
        f"Machine: {machine()}. A load above the number of cores means that others were at work, and rates are low.",
        "",
    ]
    if CHART.exists():
        head += ["![Cases a second by workers, and memory by cases](RESULTS.svg)", ""]
    RESULTS.write_text("\n".join([*head, "\n".join(sections[name] for name in order)]), encoding="utf-8")


def machine() -> str:
    """Processor, cores, memory and Python."""
    described = Path("/proc/cpuinfo")
    model = re.search(r"model name\s*:\s*(.+)", described.read_text() if described.exists() else "")
    gigabytes = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9
    name = model[1] if model else platform.processor() or platform.machine()
    return (
        f"{name}, {os.cpu_count()} cores, {gigabytes:.0f} GB, {platform.system()}, Python {platform.python_version()}"
    )


def draw() -> None:
    """The chart of the scale benchmark's figures."""
    if not POINTS.exists():
        return
    import altair as alt

    runs = json.loads(POINTS.read_text())["runs"]
    rows = [{**one, "who": f"{one['name']}, {one['workers']}"} for one in runs]
    table = alt.InlineData(values=rows)
    rate = (
        alt.Chart(table, title="Cases a second")
        .mark_bar()
        .encode(x=alt.X("rate:Q", title=None), y=alt.Y("who:N", title=None), color=alt.Color("who:N", legend=None))
    )
    memory = (
        alt.Chart(table, title="Memory of a worker, MB")
        .mark_line(point=True)
        .encode(
            x=alt.X("cases:Q", scale=alt.Scale(type="log"), title="cases"),
            y=alt.Y("worker_megabytes:Q", title=None, scale=alt.Scale(zero=True)),
            color=alt.Color("who:N", legend=None),
        )
    )
    alt.hconcat(rate.properties(width=260, height=120), memory.properties(width=260, height=120)).save(str(CHART))


if __name__ == "__main__":
    main()
