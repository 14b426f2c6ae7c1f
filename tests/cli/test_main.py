"""The program: help, version, unknown commands and our errors, as a user meets them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from triptych import __version__
from triptych.cli import _main
from triptych.cli._main import command_names


def run(*arguments: str, cwd: Path | None = None, **environ: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "triptych", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, check=False, env={**os.environ, **environ})


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


def fail(loaded: str | None) -> None:
    raise TypeError("no such\nthing")


def test_a_fault_of_ours_is_one_sentence_and_never_the_code_of_a_gate(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(_main, "build_app", fail)
    monkeypatch.delenv("TRIPTYCH_DEBUG", raising=False)
    with pytest.raises(SystemExit) as ended:
        _main.main(["judge"])
    assert ended.value.code == 70
    told = " ".join(capsys.readouterr().err.split())
    assert told.startswith("error: this is a fault of Triptych")
    assert "TypeError in cli/test_main.py" in told and "report" in told and "Traceback" not in told
    monkeypatch.setenv("TRIPTYCH_DEBUG", "1")
    with pytest.raises(TypeError):
        _main.main(["judge"])


def test_a_terminal_that_knows_few_characters_is_shown_the_others_as_escapes() -> None:
    done = run("rubrics", "show", "comparison/clarity", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert run("runs", "show", "“run”", "--store", "none.db", PYTHONIOENCODING="latin-1").returncode == 2


def test_rubrics_nested_too_deep_are_refused(tmp_path: Path) -> None:
    (tmp_path / "opinion").mkdir()
    for text in ("[" * 40_000, "{a: " * 40_000, "- " * 40_000):
        (tmp_path / "opinion/deep.yaml").write_text(f"definition: {text}\n" if text[0] != "-" else text)
        done = run("rubrics", "list", "--rubrics", str(tmp_path))
        assert done.returncode == 2, done
        assert "nested too deep" in " ".join(done.stderr.split())
