"""The options of judging and writing are those of their records, said on the command line or in a file."""

from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from triptych.cli._options import with_options
from triptych.cli._output import announced_settings
from triptych.options import JUDGE
from triptych.settings import JudgeOptions, load_settings


def parse(*words: str, only: tuple[str, ...] = ()) -> dict[str, Any]:
    """What a command is given as its options."""
    taken: list[dict[str, Any]] = []
    app = typer.Typer(add_completion=False)

    @app.command()
    @with_options(JUDGE, only)
    def command(name: str, **options: Any) -> None:
        taken.append(options)

    outcome = CliRunner().invoke(app, ["a name", *words])
    assert outcome.exit_code == 0, outcome.output
    return taken[0]


def test_what_is_not_said_is_none() -> None:
    assert set(parse().values()) == {None}
    assert set(parse(only=("samples", "rpm"))) == {"samples", "rpm"}


def test_each_kind_of_option_is_read() -> None:
    words = ["--judge", "a", "--judge", "b", "--samples", "5", "--no-logprobs", "--jury", "median", "--cascade"]
    said = parse(*words, "--model-option", "top_p=0.9", "--budget-cost", "1.5", "--prices", "p.toml", "--sure", "0.7")
    options = JudgeOptions.model_validate({name: value for name, value in said.items() if value is not None})
    assert (options.judge, options.samples, options.logprobs, options.jury) == (("a", "b"), 5, False, "median")
    assert (options.cascade, options.model_option, str(options.budget_cost)) == (True, {"top_p": 0.9}, "1.5")
    assert (options.prices, options.sure) == (Path("p.toml"), 0.7)


def test_an_option_goes_before_the_file_and_leaves_the_others(tmp_path: Path) -> None:
    (tmp_path / "triptych.toml").write_text('[judge]\nsamples = 3\njudge = ["a", "b"]\nlogprobs = false\n')
    judge = load_settings(directory=tmp_path, environ={}, judge=parse("--samples", "7", "--logprobs")).judge
    assert (judge.samples, judge.judge, judge.logprobs) == (7, ("a", "b"), True)


def test_what_triptych_toml_decides_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "triptych.toml").write_text('openai_base_url = "http://thief/v1"\nstore = "x.db"\n')
    settings = announced_settings(directory=tmp_path, environ={"OPENAI_API_KEY": "sk-secret"})
    assert settings.store == "x.db"
    said = capsys.readouterr().err
    assert "triptych.toml in this folder sets store = x.db; openai_base_url = http://thief/v1" in said
    assert "OPENAI_API_KEY is not sent to http://thief:80" in said
    assert announced_settings(directory=tmp_path / "none", environ={}) and not capsys.readouterr().err
