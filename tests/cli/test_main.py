"""The program: help, version, unknown commands and our errors, as a user meets them."""

import subprocess
import sys
from pathlib import Path

import pytest

from triptych import __version__
from triptych.cli._main import command_names


def run(*arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "triptych", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, check=False)


def test_version() -> None:
    assert run("--version").stdout == f"triptych {__version__}\n"


def test_help_lists_every_command() -> None:
    done = run("--help")
    assert done.returncode == 0
    assert all(name in done.stdout for name in command_names())


@pytest.mark.parametrize("name", command_names())
def test_every_command_has_help_with_an_example(name: str) -> None:
    done = run(name, "--help")
    assert done.returncode == 0, done.stderr
    assert f"triptych {name}" in done.stdout


def test_an_unknown_command_is_wrong_input() -> None:
    done = run("jugde")
    assert done.returncode == 2
    assert "jugde" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_wrong_settings_file_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "triptych.toml").write_text("[triptych]\nstroe = 1\n")
    done = run("runs", "list", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("error: ")
    assert "unknown setting 'stroe'" in done.stderr
    assert "Traceback" not in done.stderr
