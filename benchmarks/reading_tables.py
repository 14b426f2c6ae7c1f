"""How fast tables of products, reviews and queries become shortlists, and how much memory that takes.

Makes a catalogue (fixed seed) as Parquet and as CSV, reads it with Triptych (join, cleaning, checked records) and with
DuckDB alone (the same join, rows fetched and dropped), each in a process of its own, and prints both side by side.

    python benchmarks/reading_tables.py            100,000 reviews of 2,000 products, best of three
    python benchmarks/reading_tables.py --quick    a tenth of that, once
"""

import argparse
import csv
import json
import os
import platform
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

FORMATS = ("parquet", "csv")
READERS = ("triptych", "duckdb")
TABLES = ("products", "reviews", "queries")
PRODUCTS_A_QUERY = 3
ROWS_AT_ONCE = 2048

_SUBJECTS = (
    "battery",
    "sound",
    "strap",
    "screen",
    "camera",
    "build",
    "delivery",
    "fit",
    "charger",
    "mic",
    "hinge",
    "app",
)
_OPINIONS = ("great", "poor", "fine", "better than I hoped", "worse than the old one", "okay for the price", "loose")
_TAILS = ("after two weeks", "on the first day", "in the gym", "for my mother", "at night", "when it rains", "so far")


@dataclass(frozen=True, slots=True)
class Measure:
    """What one reading took."""

    rows: int
    """Reviews read."""
    seconds: float
    """From the first call to the last row."""
    peak_megabytes: float
    """Most memory the process held, imports included."""


def main() -> None:
    """Make the catalogue, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="10,000 reviews of 200 products, once")
    parser.add_argument("--reviews", type=int, default=100_000, help="how many reviews (default 100,000)")
    parser.add_argument("--products", type=int, default=2_000, help="how many products (default 2,000)")
    parser.add_argument("--repeat", type=int, default=3, help="how often; the best counts (default 3)")
    parser.add_argument("--step", nargs="+", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.step:
        run_step(options.step, options.reviews, options.products)
        return
    if options.quick:
        options.reviews, options.products, options.repeat = 10_000, 200, 1
    with tempfile.TemporaryDirectory() as folder:
        sizes = ["--reviews", str(options.reviews), "--products", str(options.products)]
        in_own_process([*sizes, "--step", "make", folder])
        print(f"{options.reviews:,} reviews of {options.products:,} products; best of {options.repeat}; "
              f"{os.cpu_count()} cores, Python {platform.python_version()}")  # fmt: skip
        print(f"{'format':8} {'reader':10} {'rows/s':>10} {'seconds':>8} {'peak MB':>8}")
        for kind in FORMATS:
            show({reader: best_of(options.repeat, reader, kind, folder) for reader in READERS}, kind)


def show(measures: dict[str, Measure], kind: str) -> None:
    """Print what the readers took for one format, and the ratio."""
    for reader, found in measures.items():
        speed = found.rows / found.seconds
        print(f"{kind:8} {reader:10} {speed:10,.0f} {found.seconds:8.2f} {found.peak_megabytes:8.0f}")
    ours, plain = measures["triptych"], measures["duckdb"]
    time_ratio, memory_ratio = ours.seconds / plain.seconds, ours.peak_megabytes / plain.peak_megabytes
    print(f"{kind:8} triptych takes {time_ratio:.2f} times as long and {memory_ratio:.2f} times the memory")


def best_of(repeat: int, reader: str, kind: str, folder: str) -> Measure:
    """The quickest of some readings, each in a fresh process."""
    found = [Measure(**json.loads(in_own_process(["--step", reader, kind, folder]))) for _ in range(repeat)]
    return min(found, key=lambda measure: measure.seconds)


def in_own_process(arguments: list[str]) -> str:
    """What this script prints when run with these arguments; nothing of ours counts in its memory."""
    command = [sys.executable, str(Path(__file__).resolve()), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def run_step(step: list[str], reviews: int, products: int) -> None:
    """Do one step in this process."""
    match step:
        case ["make", folder]:
            make_catalogue(Path(folder), reviews, products)
        case [reader, kind, folder]:
            readers: dict[str, Callable[[Path, str], Measure]] = {"triptych": read_ours, "duckdb": read_plain}
            found = readers[reader](Path(folder), kind)
            print(json.dumps({"rows": found.rows, "seconds": found.seconds, "peak_megabytes": found.peak_megabytes}))
        case _:
            sys.exit(f"unknown step {step}")


def read_ours(folder: Path, kind: str) -> Measure:
    """Shortlists through Triptych's reader."""
    import duckdb

    from triptych.catalog import Tables, read_shortlists

    duckdb.connect().close()  # both readers begin with DuckDB loaded
    start = time.perf_counter()
    tables = Tables(*((str(folder / f"{table}.{kind}"),) for table in TABLES))
    rows = sum(len(product.reviews) for shortlist in read_shortlists(tables) for product in shortlist.products)
    return Measure(rows, time.perf_counter() - start, peak_megabytes())


def read_plain(folder: Path, kind: str) -> Measure:
    """The same join by DuckDB alone, every row fetched."""
    import duckdb

    def table(name: str) -> str:
        reader = "read_csv" if kind == "csv" else "read_parquet"
        return f"{reader}('{folder / name}.{kind}'{', all_varchar = true' if kind == 'csv' else ''})"

    duckdb.connect().close()
    start = time.perf_counter()
    found = duckdb.connect().execute(
        f"SELECT q.*, p.*, r.* FROM {table('queries')} q JOIN {table('products')} p ON p.asin = q.product_id "
        f"LEFT JOIN {table('reviews')} r ON r.asin = p.asin ORDER BY q.query_id, q.rank"
    )
    rows = 0
    while fetched := found.fetchmany(ROWS_AT_ONCE):
        rows += len(fetched)
    return Measure(rows, time.perf_counter() - start, peak_megabytes())


def peak_megabytes() -> float:
    """The most memory this process has held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def make_catalogue(folder: Path, reviews: int, products: int) -> None:
    """Write the three tables, as CSV and as Parquet."""
    import duckdb

    chance = random.Random(7)
    ids = [f"P{number:05}" for number in range(products)]
    write_csv(folder / "products.csv", product_rows(ids, chance))
    write_csv(folder / "reviews.csv", review_rows(ids, reviews, chance))
    write_csv(folder / "queries.csv", query_rows(ids, chance))
    for table in TABLES:
        source, target = folder / f"{table}.csv", folder / f"{table}.parquet"
        duckdb.execute(f"COPY (FROM read_csv('{source}')) TO '{target}' (FORMAT parquet)")


def write_csv(path: Path, rows: list[list[object]]) -> None:
    """Write a table."""
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(rows)


def product_rows(ids: list[str], chance: random.Random) -> list[list[object]]:
    """A header and a row for each product."""
    header: list[object] = ["asin", "name", "description", "mrp", "price", "features", "specs", "rating", "ratings"]
    return [header] + [
        [name, sentence(2, chance), sentence(12, chance), "₹1,999", "₹1,299", f"{sentence(1, chance)}; Light",
         f"Weight: {chance.randrange(900)} g; Colour: black", round(chance.uniform(1, 5), 1), chance.randrange(5000)]
        for name in ids
    ]  # fmt: skip


def review_rows(ids: list[str], count: int, chance: random.Random) -> list[list[object]]:
    """A header and a row for each review; one in fifty has HTML, an emoji, line breaks or nothing in it."""
    header: list[object] = ["review_id", "asin", "rating", "headline", "review_text", "date", "verified", "helpful"]
    rows: list[list[object]] = [header]
    for number in range(count):
        text = sentence(chance.randint(1, 9), chance)
        if number % 50 == 0:
            text = chance.choice([f"<p>{text}</p>", f"{text} 👍🏽 it’s good", text.replace(". ", ".\n"), ""])
        day = f"2025-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}"
        rows.append([f"R{number}", chance.choice(ids), chance.randint(1, 5), sentence(1, chance), text, day,
                     chance.choice("YN"), chance.randrange(40)])  # fmt: skip
    return rows


def query_rows(ids: list[str], chance: random.Random) -> list[list[object]]:
    """A header and a row for each query and product, every product in one shortlist."""
    shuffled = chance.sample(ids, len(ids) - len(ids) % PRODUCTS_A_QUERY)
    rows: list[list[object]] = [["query_id", "query", "product_id", "rank"]]
    for place, name in enumerate(shuffled):
        number = place // PRODUCTS_A_QUERY
        rows.append([f"Q{number}", f"wish number {number}", name, place % PRODUCTS_A_QUERY + 1])
    return rows


def sentence(count: int, chance: random.Random) -> str:
    """So many sentences in one text."""
    parts = ((chance.choice(_SUBJECTS), chance.choice(_OPINIONS), chance.choice(_TAILS)) for _ in range(count))
    return " ".join(f"The {subject} is {opinion} {tail}." for subject, opinion, tail in parts)


if __name__ == "__main__":
    main()
