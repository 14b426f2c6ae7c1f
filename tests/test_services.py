"""The services of the tests: they work, and what is not there is said once and loudly."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).parent.parent

# Our own conftest, on a machine that has neither service.
WITHOUT_SERVICES = f"""
import importlib.util
spec = importlib.util.spec_from_file_location("services", {str(ROOT / "tests" / "conftest.py")!r})
services = importlib.util.module_from_spec(spec)
spec.loader.exec_module(services)
services.find_postgres = lambda: None
services.CHROMIUM_NAMES = ()
globals().update((name, value) for name, value in vars(services).items() if not name.startswith("__"))
"""
TESTS = """
def test_one(postgres_url): pass
def test_two(postgres_url): pass
def test_three(chromium): pass
def test_four(): pass
"""


def run_without_services(folder: Path, *options: str, ci: str) -> subprocess.CompletedProcess[str]:
    (folder / "conftest.py").write_text(WITHOUT_SERVICES)
    (folder / "test_it.py").write_text(TESTS)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options, "--rootdir", str(folder)]
    environ = {**os.environ, "CI": ci, "PYTHONPATH": str(ROOT / "tests")}
    return subprocess.run([*command, str(folder)], capture_output=True, text=True, env=environ, cwd=folder, check=False)


@pytest.mark.parametrize("options", [(), ("-n", "2")])
def test_what_is_not_there_is_skipped_and_said_in_one_line(tmp_path: Path, options: tuple[str, ...]) -> None:
    done = run_without_services(tmp_path, *options, ci="")
    loud = [line for line in done.stdout.splitlines() if line.startswith("NOT TESTED")]
    assert done.returncode == 0, done.stdout
    assert len(loud) == 2
    assert any("PostgreSQL" in line and line.endswith(": 2 tests") for line in loud)
    assert any("Chromium" in line and line.endswith(": 1 test") for line in loud)
    assert "1 passed, 3 skipped" in done.stdout


def test_what_is_not_there_is_a_failure_under_ci(tmp_path: Path) -> None:
    done = run_without_services(tmp_path, ci="true")
    assert done.returncode == 1
    assert "NOT TESTED, not available here: PostgreSQL" in done.stdout
    assert "1 passed, 3 errors" in done.stdout


@pytest.mark.browser
def test_the_browser_shows_a_page(browser: "Browser") -> None:
    page = browser.new_page()
    page.set_content("<title>Three products</title><button>Buy</button>")
    assert (page.title(), page.get_by_role("button").inner_text()) == ("Three products", "Buy")
    page.close()


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A folder of programs that is the whole PATH: no Chromium, and an `apt-get` that a test writes."""
    folder = tmp_path / "programs"
    folder.mkdir()
    for name in ("id", "env", "chmod", "sh"):
        found = shutil.which(name)
        assert found
        (folder / name).symlink_to(found)
    write_program(folder / "initdb", "exit 0")
    write_program(folder / "sudo", 'shift; exec "$@"')
    return folder


def write_program(path: Path, lines: str) -> None:
    path.write_text(f"#!/bin/sh\n{lines}\n")
    path.chmod(0o755)


INSTALLING = (
    "services: installing system packages once, with apt-get: chromium (make test SERVICES=none leaves them out)\n"
)


def call_services(programs: Path, services: str = "") -> subprocess.CompletedProcess[str]:
    environ = {"PATH": str(programs), "FOLDER": str(programs), "SERVICES": services}
    return subprocess.run([ROOT / "scripts" / "services"], capture_output=True, text=True, env=environ, check=False)


def test_services_that_are_there_are_left_alone(programs: Path) -> None:
    write_program(programs / "chromium", "exit 0")
    write_program(programs / "apt-get", 'echo used > "$FOLDER/used"')
    done = call_services(programs)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert not (programs / "used").exists()


def test_a_service_that_is_not_there_is_installed(programs: Path) -> None:
    write_program(programs / "apt-get", 'echo "#!/bin/sh" > "$FOLDER/chromium"; chmod +x "$FOLDER/chromium"')
    done = call_services(programs)
    assert (done.returncode, done.stdout, done.stderr) == (0, INSTALLING, "")


def test_nothing_is_installed_where_that_is_not_wanted(programs: Path) -> None:
    write_program(programs / "apt-get", 'echo used > "$FOLDER/used"')
    done = call_services(programs, "none")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "services: without chromium, as asked; their tests are skipped and counted at the end\n"
    assert not (programs / "used").exists()


def test_make_test_says_how_to_do_without() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert 'SERVICES="$(SERVICES)" sh scripts/services' in makefile
    assert "SERVICES=none" in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("apt_get", [None, "exit 100"])
def test_a_service_that_cannot_be_had_is_said_and_no_failure(programs: Path, apt_get: str | None) -> None:
    if apt_get:
        write_program(programs / "apt-get", apt_get)
    done = call_services(programs)
    assert done.returncode == 0
    assert done.stderr.startswith("services: NOT AVAILABLE")
    assert "chromium" in done.stderr and "postgresql" not in done.stderr
    assert len(done.stderr.splitlines()) == 1
