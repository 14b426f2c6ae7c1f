"""The web page under load: fifty readers at once on loopback, the size of the first page, and a slow phone.

    python benchmarks/web.py [--readers 50] [--requests 5000] [--quick]

Every reader asks for the comparison page of a sample as soon as it has the last answer. The second figure is the same
while another visitor has shortlists written all the time. The phone has a network of 1.6 Mbit/s with 150 ms there and
back and a processor four times slower; its figure is the first contentful paint.
"""

import argparse
import asyncio
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from triptych.samples import sample_files

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PAGE = "/compare/office_chairs"
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync")
MOST_MILLISECONDS, MOST_BYTES, MOST_PAINT = 150, 150_000, 1000


@dataclass
class Load:
    """What the readers saw."""

    seconds: list[float] = field(default_factory=list)
    failed: int = 0

    def percentile(self, share: float) -> float:
        """Milliseconds that so many requests took at most."""
        ranked = sorted(self.seconds)
        return 1000 * ranked[min(len(ranked) - 1, int(share * len(ranked)))]


def main() -> None:
    """Serve, load, look."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--readers", type=int, default=50)
    parser.add_argument("--requests", type=int, default=5000)
    parser.add_argument("--quick", action="store_true", help="a fifth of the requests")
    given = parser.parse_args()
    requests = given.requests // 5 if given.quick else given.requests
    with serving() as (address, process_id):
        # What the server prepares after its start is not part of what is measured.
        for sample in sample_files():
            fetch(f"{address}/compare/{sample.stem}")
        for with_writing in (False, True):
            before = processor_seconds(process_id)
            load = asyncio.run(put_load(address, given.readers, requests, with_writing))
            what = "while shortlists are written" if with_writing else "alone"
            each = 1000 * (processor_seconds(process_id) - before) / requests
            rate = len(load.seconds) / max(sum(load.seconds) / given.readers, 1e-9)
            print(
                f"{given.readers} readers of {PAGE} {what}: p50 {load.percentile(0.5):.0f} ms, "
                f"p95 {load.percentile(0.95):.0f} ms (mark {MOST_MILLISECONDS}), p99 {load.percentile(0.99):.0f} ms, "
                f"{rate:,.0f} a second, {each:.2f} ms of processor each, {load.failed} of {requests} failed"
            )
        for path in ("/", PAGE):
            show_size(address, path)
        show_paint(address)


@contextmanager
def serving() -> Iterator[tuple[str, int]]:
    """The address of a server of this benchmark's own, and its process."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "triptych", "serve", "--port", "0", "--store", "store.db"]
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=folder)
        assert process.stderr
        found = re.search(r"http://[\d.:]+", process.stderr.readline())
        assert found, "the server did not start"
        try:
            yield found[0], process.pid
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(30)


def processor_seconds(process_id: int) -> float:
    """The time that a process has had of a processor; on a busy machine this says more than the clock."""
    fields = Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def fetch(address: str, body: bytes | None = None) -> bytes:
    """What an address answers."""
    request = urllib.request.Request(address, body, {"Content-Type": "application/json"} if body else {})
    with urllib.request.urlopen(request, timeout=120) as answer:
        content: bytes = answer.read()
        return content


async def put_load(address: str, readers: int, requests: int, with_writing: bool) -> Load:
    """What so many readers at once saw in so many requests together."""
    load, left = Load(), iter(range(requests))
    writing = asyncio.create_task(_write_on(address)) if with_writing else None
    await asyncio.gather(*(_read_on(address, load, left) for _ in range(readers)))
    if writing:
        writing.cancel()
    return load


async def _write_on(address: str) -> None:
    """Have the samples written again and again."""
    shortlists = [json.loads(path.read_text(encoding="utf-8")) for path in sample_files()]
    while True:
        for shortlist in shortlists:
            body = json.dumps({"shortlist": shortlist}).encode()
            await asyncio.to_thread(fetch, f"{address}/api/v1/write?wait=60", body)


async def _read_on(address: str, load: Load, left: Iterator[int]) -> None:
    """Ask over one connection that stays, as a browser does, until enough were asked for."""
    parts = urlsplit(address)
    asking = f"GET {PAGE} HTTP/1.1\r\nHost: {parts.netloc}\r\nAccept-Encoding: gzip\r\n\r\n".encode()
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    for _ in left:
        started = time.perf_counter()
        writer.write(asking)
        head = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
        await reader.readexactly(int(length[1]) if length else 0)
        if head.startswith(b"HTTP/1.1 200"):
            load.seconds.append(time.perf_counter() - started)
        else:
            load.failed += 1
    writer.close()


def show_size(address: str, path: str) -> None:
    """How many bytes a page is with its style sheet and its script, unpacked."""
    page = fetch(address + path)
    assets = re.findall(rb'(?:src|href)="(/static/[^"]+)"', page)
    sizes = [len(page), *(len(fetch(address + asset.decode())) for asset in assets)]
    print(f"{path}: {len(sizes)} files, {sum(sizes) / 1000:.0f} KB together (mark {MOST_BYTES // 1000}), not packed")


def show_paint(address: str) -> None:
    """When a slow phone shows something."""
    from playwright.sync_api import sync_playwright

    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None:
        print("no Chromium here: not painted")
        return
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=list(ARGUMENTS))
        for path in ("/", PAGE):
            paints = sorted(_paint(browser, playwright.devices["Pixel 5"], address + path) for _ in range(3))
            print(f"{path} on a slow phone: first paint after {paints[1]:.0f} ms (mark {MOST_PAINT}), median of 3")
        browser.close()


def _paint(browser: "Browser", device: dict[str, Any], address: str) -> float:
    page = browser.new_context(**device).new_page()
    slow = page.context.new_cdp_session(page)
    slow.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    network = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 94_000}
    slow.send("Network.emulateNetworkConditions", network)
    page.goto(address)
    found = "performance.getEntriesByName('first-contentful-paint')"
    page.wait_for_function(f"{found}.length")
    milliseconds: float = page.evaluate(f"{found}[0].startTime")
    page.context.close()
    return milliseconds


if __name__ == "__main__":
    main()
