"""`docs/quickstart.md` is done word for word: its files are written, its commands are run."""

import re
import shlex
from pathlib import Path

import pytest

from triptych.cli import main

PAGE = (Path(__file__).parent.parent / "docs" / "quickstart.md").read_text(encoding="utf-8")
COMMANDS = [line for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()]


def test_a_newcomer_gets_from_two_files_to_a_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("vl_convert")
    monkeypatch.chdir(tmp_path)
    for name, content in re.findall(r"```csv (\S+)\n(.*?)```", PAGE, re.DOTALL):
        Path(name).write_text(content, encoding="utf-8")
    said = ""
    for command in COMMANDS:
        program, *words = shlex.split(command, comments=True)
        assert program == "triptych"
        with pytest.raises(SystemExit) as ended:
            main(words)
        shown = capsys.readouterr()
        said += shown.out + shown.err
        assert not ended.value.code, said
    for remark in ("call for price", "empty reviews, left out: 1", "1 review is of products that are not", "'K9'"):
        assert remark in said
    opinions = Path("opinions.html").read_text(encoding="utf-8")
    assert all(name in opinions for name in ("Tarnhall", "Orrel", "Vesk"))
    assert "four or five stars" in opinions
    assert "quick kettle for a family" in Path("texts.html").read_text(encoding="utf-8")
    assert "faithfulness" in Path("report.html").read_text(encoding="utf-8")


def test_the_readme_leads_to_it() -> None:
    assert "docs/quickstart.md" in (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
