"""README, docs and `--help` agree: every option is documented, and every option in the docs is there."""

import re
from pathlib import Path

import pytest
from typer.main import get_command

from triptych.cli._main import build_app, command_names

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*[a-z]")
# Options of other programs that our pages name.
OF_OTHERS = {"--build-arg", "--enable-prefix-caching", "--memory", "--unseen"}


def options_of(name: str) -> set[str]:
    """The long options of a command and its subcommands."""
    waiting = [get_command(build_app(name)).commands[name]]  # type: ignore[attr-defined]
    found: set[str] = set()
    while waiting:
        command = waiting.pop()
        found |= {word for one in command.params for word in (*one.opts, *one.secondary_opts) if word.startswith("--")}
        waiting += getattr(command, "commands", {}).values()
    return found


@pytest.mark.parametrize("name", command_names())
def test_every_option_is_in_the_docs(name: str) -> None:
    documented = {word for page in PAGES for word in OPTION.findall(page.read_text(encoding="utf-8"))}
    assert options_of(name) - documented == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.name))
def test_every_option_in_the_docs_is_there(page: Path) -> None:
    known = set().union(*(options_of(name) for name in command_names())) | OF_OTHERS | {"--help", "--version"}
    assert set(OPTION.findall(page.read_text(encoding="utf-8"))) - known == set()
