"""The scripts in `examples/` run as they are, and with a model of one's own."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from endpoint import Loopback

EXAMPLES = Path(__file__).parent.parent / "examples"


def run(folder: Path, name: str, *arguments: str) -> str:
    """What a script prints."""
    command = [sys.executable, "-W", "error", str(EXAMPLES / name), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_there_are_five_and_each_is_named_in_the_docs() -> None:
    names = {path.name for path in EXAMPLES.glob("*.py")}
    assert names == {"own_texts.py", "own_model.py", "own_rubric.py", "test_quality.py", "agreement.py"}
    page = (EXAMPLES.parent / "docs" / "judging.md").read_text(encoding="utf-8")
    assert all(f"examples/{name}" in page for name in names)


def test_own_texts(tmp_path: Path) -> None:
    scores = {(system, metric): int(score) for system, metric, score, _ in map(str.split, run_lines(tmp_path))}
    assert scores["ours", "faithfulness"] > scores["theirs", "faithfulness"]


def run_lines(folder: Path) -> list[str]:
    return run(folder, "own_texts.py").splitlines()


def test_own_model(tmp_path: Path, start_endpoint: Callable[..., Loopback]) -> None:
    endpoint = start_endpoint()
    assert "lamp-1/opinion" in run(tmp_path, "own_model.py", endpoint.judge, endpoint.judge)
    assert endpoint.stats()["requests"] >= 4
    assert len(run(tmp_path, "own_model.py").splitlines()) == 2


def test_own_rubric(tmp_path: Path, start_endpoint: Callable[..., Loopback]) -> None:
    endpoint = start_endpoint()
    assert run(tmp_path, "own_rubric.py", endpoint.judge)[0] in "12345"
    assert "kindly, without pushing" in str(endpoint.stats()["last"])
    assert run(tmp_path, "own_rubric.py")[0] in "12345"


def test_a_gate(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(EXAMPLES / "test_quality.py")]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert "1 passed" in done.stdout


def test_agreement(tmp_path: Path) -> None:
    pytest.importorskip("scipy")
    lines = run(tmp_path, "agreement.py").splitlines()
    assert any(line.startswith("faithfulness embedded: rho ") for line in lines)
