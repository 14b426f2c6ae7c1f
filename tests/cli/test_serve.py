"""The command that opens the web page: where it listens, and what it asks for first."""

import re
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from triptych.cli import main


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int | str | None, str]:
    with pytest.raises(SystemExit) as end:
        main(["serve", *arguments])
    return end.value.code, capsys.readouterr().err


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "example.org"])
def test_an_address_that_others_reach_needs_a_token(capsys: pytest.CaptureFixture[str], host: str) -> None:
    code, said = run(capsys, "--host", host)
    assert code == 2
    assert "TRIPTYCH_TOKEN" in said


def test_a_token_cannot_be_short(capsys: pytest.CaptureFixture[str]) -> None:
    code, said = run(capsys, "--token", "hunter2")
    assert code == 2
    assert "at least 16" in said
    assert "hunter2" not in said


def test_a_port_that_is_taken_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        code, said = run(capsys, "--port", str(taken.getsockname()[1]))
    assert code == 2
    assert "--port 0" in said


def test_without_its_extra_it_says_which(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    code, said = run(capsys)
    assert code == 2
    assert "triptych[web]" in said


def test_it_serves_until_it_is_stopped(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "triptych", "serve", "--port", "0", "--workers", "1"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=tmp_path) as process:
        assert process.stderr
        address = re.search(r"http://127\.0\.0\.1:\d+/", process.stderr.readline())
        assert address
        with urllib.request.urlopen(f"{address[0]}api/v1/health", timeout=30) as answer:
            assert answer.status == 200
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0
        assert "Traceback" not in process.stderr.read()
