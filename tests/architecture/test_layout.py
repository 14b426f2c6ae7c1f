"""The tree keeps its shape: names, sizes of the public face, and what importing costs."""

import subprocess
import sys
from pathlib import Path

import pytest

import triptych
from triptych.cli._main import command_names, first_line

SOURCE = Path(triptych.__file__).parent
ROOT = SOURCE.parent.parent
MODULES = sorted(path.relative_to(SOURCE) for path in SOURCE.rglob("*.py"))
EMPTY_NAMES = {"util", "utils", "common", "helpers", "misc", "base", "core", "types", "constants", "manager"}
HEAVY = ("duckdb", "sqlalchemy", "alembic", "httptools", "numpy", "scipy", "wordllama", "vaderSentiment", "yaml")


def loaded_by(code: str) -> set[str]:
    """The top-level packages that a fresh interpreter has loaded after running some code."""
    script = f"import sys\n{code}\nprint(*{{name.partition('.')[0] for name in sys.modules}})"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines()[-1].split())


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_names_say_what_is_inside(module: Path) -> None:
    stem = module.stem.lstrip("_")
    assert stem not in EMPTY_NAMES
    assert stem == "" or stem not in sys.stdlib_module_names or module.stem.startswith("__")


def test_importing_the_package_loads_nothing_heavy() -> None:
    assert not loaded_by("import triptych") & {*HEAVY, "pydantic", "typer", "rich"}


def test_help_loads_nothing_heavy() -> None:
    code = "import triptych.cli\ntry:\n    triptych.cli.main(['--help'])\nexcept SystemExit:\n    pass"
    assert not loaded_by(code) & set(HEAVY)
    # Pydantic alone takes as long as all else that the help of a command needs.
    assert not loaded_by(code.replace("--help", "judge', '--help")) & {*HEAVY, "pydantic", "rich"}


def test_public_names_are_sorted_and_there() -> None:
    assert sorted(triptych.__all__) == list(triptych.__all__)
    for name in triptych.__all__:
        assert getattr(triptych, name) is not None


@pytest.mark.parametrize("name", command_names())
def test_every_command_has_a_line_of_help_and_a_place_in_the_docs(name: str) -> None:
    assert first_line(name).endswith(".")
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    assert any(f"triptych {name}" in page.read_text(encoding="utf-8") for page in pages)


def test_tests_mirror_the_source() -> None:
    allowed = {"contracts", "architecture", "training"}
    folders = {path.relative_to(ROOT / "tests").parts[0] for path in (ROOT / "tests").rglob("test_*.py")}
    folders = {name for name in folders if not name.endswith(".py")}
    assert folders - allowed <= {path.name for path in SOURCE.iterdir() if path.is_dir()}
