"""Input and answers of hostile sizes, each met by a process of its own with a limit on its memory.

    python benchmarks/attacks.py                 all of them: peak memory, time and exit code of each
    python benchmarks/attacks.py csv_endless     only these

An attack is withstood where the command ends in time with one of our exit codes (never 1, 70 or a signal) and no
traceback. The exit code is 1 where one is not.
"""

import argparse
import gzip
import json
import os
import resource
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

MEGABYTE = 1 << 20
MEMORY_BYTES = 4096 * MEGABYTE
"""The address space of a command; what it really uses is far less."""
CPU_SECONDS, SECONDS = 120.0, 300.0
"""What a command may compute, and how long it may take on a machine that has other work."""

Words = list[str]
ATTACKS: dict[str, Callable[[Path], Words]] = {}


@dataclass(frozen=True, slots=True)
class Result:
    """How a command met an attack."""

    seconds: float
    cpu_seconds: float
    peak_megabytes: float
    code: int
    words: str
    """The last line it said."""

    @property
    def is_withstood(self) -> bool:
        """True where the command ended by itself and in order."""
        return self.code in (0, 2, 3, 4) and self.cpu_seconds < CPU_SECONDS and "Traceback" not in self.words


def attack(make: Callable[[Path], Words]) -> Callable[[Path], Words]:
    """Register an attack: it makes its files in a folder and returns the words of the command."""
    ATTACKS[make.__name__] = make
    return make


def run(words: Words, folder: Path) -> Result:
    """Run a command under the limit."""
    started = time.monotonic()
    with (folder / "said").open("wb+") as said:
        child = subprocess.Popen(
            [sys.executable, "-m", "triptych", *words],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            env=os.environ | {"OPENAI_API_KEY": "sk-of-no-worth"},
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES)),
        )
        ending = threading.Timer(SECONDS, child.kill)
        ending.start()
        _, status, usage = os.wait4(child.pid, 0)
        ending.cancel()
        child.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        text = said.read().decode("utf-8", "replace")
    lines = [line for line in text.splitlines() if line.strip()] or [""]
    shown = next((line for line in lines if "Traceback" in line), lines[-1])
    seconds, cpu_seconds = time.monotonic() - started, usage.ru_utime + usage.ru_stime
    return Result(seconds, cpu_seconds, usage.ru_maxrss / 1024, child.returncode, shown)


def save(path: Path, rows: Iterable[object]) -> str:
    """Rows as JSON lines."""
    with path.open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)
    return path.name


def product(reviews: list[str], **more: object) -> dict[str, object]:
    """A product with reviews."""
    return {"id": "p1", "title": "Kettle", "reviews": reviews, **more}


@attack
def csv_endless(folder: Path) -> Words:
    """A record that never ends, 600 MB unpacked from 3 MB."""
    line = b'kettle no","' * 100 + b"\n"
    block = line * (MEGABYTE // len(line))
    with gzip.open(folder / "a.csv.gz", "wb", compresslevel=1) as file:
        file.write(b'id,title\np1,"')
        for _ in range(600):
            file.write(block)
    return ["check", "a.csv.gz"]


@attack
def csv_columns(folder: Path) -> Words:
    """80,000 columns."""
    names = ["id", "title", *(f"c{number % 40_000}" for number in range(80_000))]
    rows = [",".join([str(row), "Kettle", *["x"] * 80_000]) for row in range(5)]
    (folder / "a.csv").write_text("\n".join([",".join(names), *rows]) + "\n")
    return ["check", "a.csv"]


def _parquet(folder: Path, megabytes: int, rows: int) -> Words:
    import duckdb

    text = f"repeat('good kettle ', {megabytes * MEGABYTE // 12})"
    with duckdb.connect() as connection:
        connection.execute("SET threads = 1")
        connection.execute(
            f"COPY (SELECT 'p' || i AS id, 'Kettle' AS title, {text} || i AS description FROM range({rows}) t(i)) "
            f"TO '{folder / 'a.parquet'}' (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 2048)"
        )
    return ["check", "a.parquet"]


@attack
def parquet_4_megabytes(folder: Path) -> Words:
    """400 rows of 4 MB."""
    return _parquet(folder, 4, 400)


@attack
def parquet_100_megabytes(folder: Path) -> Words:
    """Twelve rows of 100 MB."""
    return _parquet(folder, 100, 12)


@attack
def parquet_reviews(folder: Path) -> Words:
    """Reviews of 4 MB, joined to their product."""
    _parquet(folder, 4, 200)
    (folder / "a.parquet").rename(folder / "r.parquet")
    save(folder / "p.jsonl", [{"id": "p1", "title": "Kettle"}])
    return [
        "check",
        "--products",
        "p.jsonl",
        "--reviews",
        "r.parquet",
        "--map",
        "product_id=id",
        "--map",
        "text=description",
    ]


@attack
def json_many_reviews(folder: Path) -> Words:
    """A line of 19 MB with a million reviews of one word."""
    (folder / "a.jsonl").write_text(json.dumps(product([f"word{number}" for number in range(1_200_000)])) + "\n")
    return ["check", "a.jsonl"]


@attack
def json_nested(folder: Path) -> Words:
    """Lists in lists, and millions of empty ones."""
    deep, wide = "[" * 9_000_000, ",".join(["[]"] * 6_000_000)
    good = json.dumps(product(["Boils fast."]))
    (folder / "a.jsonl").write_text(f'{good}\n{{"id": {deep}\n{{"id": "p2", "title": "x", "extra": [{wide}]}}\n')
    return ["check", "a.jsonl"]


@attack
def one_word(folder: Path) -> Words:
    """A hundred reviews of one word, repeated 16,000 times; a number in each, so that none is a copy of another."""
    words = ("battery ", "battery. ", "great battery ", "lid. ")
    reviews = [f"{number} " + words[number % 4] * (160_000 // len(words[number % 4])) for number in range(100)]
    return ["read", save(folder / "a.jsonl", [product(reviews)]), "-o", "o.jsonl"]


@attack
def one_sentence(folder: Path) -> Words:
    """A hundred reviews of one sentence, repeated 2,000 times."""
    reviews = ["The battery is great but the lid leaks. " * 2_000 + str(number) for number in range(100)]
    shortlist = {"query": "kettle", "products": [product(reviews), {"id": "p2", "title": "Other kettle"}]}
    return ["write", save(folder / "a.jsonl", [shortlist]), "-o", "o.jsonl"]


@attack
def digits_read(folder: Path) -> Words:
    """50,000 digits in a row in each source."""
    run_of = "7" * 50_000
    listing = product([run_of, f"Lasts {run_of} hours"], description=run_of, key_features=[f"{run_of} W"])
    shortlist = {"query": f"kettle under {run_of} rupees", "products": [listing, {**listing, "id": "p2"}]}
    return ["write", save(folder / "a.jsonl", [shortlist]), "-o", "o.jsonl"]


@attack
def digits_judged(folder: Path) -> Words:
    """50,000 digits in a row, and 25,000 numbers, in a text that is judged."""
    listing = product(["Boils fast, 5 minutes.", "7" * 50_000, "7 " * 25_000])
    texts = ("Boils in " + "7" * 50_000 + " minutes.", "Boils in " + "7, " * 25_000 + " minutes.", "7" * 50_000)
    cases = [{"id": f"c{n}", "task": "opinion", "products": [listing], "text": text} for n, text in enumerate(texts)]
    return ["judge", save(folder / "a.jsonl", cases), "-o", "j.jsonl"]


def _server(parts: Callable[[], Iterator[bytes]]) -> str:
    """A server that answers each request with the parts, for as long as anybody listens."""
    listening = socket.create_server(("127.0.0.1", 0))

    def answer(talk: socket.socket) -> None:
        with closing(talk):
            try:
                talk.recv(65_536)
                for part in parts():
                    talk.sendall(part)
            except OSError:
                return

    def serve() -> None:
        while True:
            talk, _ = listening.accept()
            threading.Thread(target=answer, args=(talk,), daemon=True).start()

    threading.Thread(target=serve, daemon=True).start()
    return f"openai:m@http://127.0.0.1:{listening.getsockname()[1]}/v1"


def _judge(folder: Path, parts: Callable[[], Iterator[bytes]]) -> Words:
    case = {"id": "c", "task": "opinion", "products": [product(["Boils fast."])], "text": "It boils fast."}
    options = ["--metric", "opinion/fluency", "--timeout", "10", "--patience", "5"]
    return ["judge", save(folder / "a.jsonl", [case]), "--judge", _server(parts), *options]


_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"


@attack
def server_endless_body(folder: Path) -> Words:
    """Chunks without end."""

    def parts() -> Iterator[bytes]:
        yield _HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
        while True:
            yield b"100000\r\n" + b"A" * MEGABYTE + b"\r\n"

    return _judge(folder, parts)


@attack
def server_endless_head(folder: Path) -> Words:
    """Headers without end."""

    def parts() -> Iterator[bytes]:
        yield _HEAD
        while True:
            yield b"X-More: " + b"A" * 60_000 + b"\r\n"

    return _judge(folder, parts)


@attack
def server_packed(folder: Path) -> Words:
    """4 GB of one letter, packed."""
    packed = gzip.compress(b"A" * 64 * MEGABYTE) * 64

    def parts() -> Iterator[bytes]:
        yield _HEAD + f"Content-Encoding: gzip\r\nContent-Length: {len(packed)}\r\n\r\n".encode() + packed

    return _judge(folder, parts)


@attack
def server_nested(folder: Path) -> Words:
    """An answer of a million lists in lists."""
    body = b"[" * 1_000_000

    def parts() -> Iterator[bytes]:
        yield _HEAD + f"Content-Length: {len(body)}\r\n\r\n".encode() + body

    return _judge(folder, parts)


@attack
def server_slow(folder: Path) -> Words:
    """A byte a second."""

    def parts() -> Iterator[bytes]:
        yield _HEAD + b"Content-Length: 100000\r\n\r\n"
        while True:
            time.sleep(1)
            yield b" "

    return _judge(folder, parts)


@attack
def rubric_nested(folder: Path) -> Words:
    """A rubric file with lists 40,000 deep."""
    (folder / "rubrics/opinion").mkdir(parents=True)
    (folder / "rubrics/opinion/deep.yaml").write_text("definition: " + "[" * 40_000 + "\n")
    return ["rubrics", "list", "--rubrics", "rubrics"]


def main() -> None:
    """Run the attacks that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="ATTACK", help=", ".join(ATTACKS))
    names = parser.parse_args().names or list(ATTACKS)
    failed = 0
    print(f"limits: {MEMORY_BYTES // MEGABYTE} MB of address space, {CPU_SECONDS:.0f} s of CPU, {SECONDS:.0f} s")
    print(f"{'attack':24}{'seconds':>9}{'CPU':>8}{'MB':>8}{'exit':>6}  last words")
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            result = run(ATTACKS[name](Path(folder)), Path(folder))
        failed += not result.is_withstood
        mark = "" if result.is_withstood else "FAILED "
        figures = f"{result.seconds:9.1f}{result.cpu_seconds:8.1f}{result.peak_megabytes:8.0f}{result.code:6}"
        print(f"{name:24}{figures}  {mark}{result.words[:110]}", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
