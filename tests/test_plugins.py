"""The folder is the registry."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from judged_cases import read_lines, write_cases
from triptych.errors import UsageError
from triptych.plugins import CONTRACTS, load, names_in


def test_names_are_file_names_without_machinery() -> None:
    assert "local" in names_in("triptych.engines")
    assert not any(name.startswith("_") for name in names_in("triptych.engines"))


def test_load_gives_the_module() -> None:
    assert load("triptych.engines", "local").__name__ == "triptych.engines.local"


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(UsageError, match=r"unknown engine 'cloud'; known: .*local"):
        load("triptych.engines", "cloud")


def test_listing_imports_nothing() -> None:
    before = set(sys.modules)
    names_in.cache_clear()
    names_in("triptych.stores")
    assert not {name for name in set(sys.modules) - before if name.startswith("triptych.stores.")}


PAGE = (Path(__file__).parent.parent / "docs" / "plugins.md").read_text(encoding="utf-8")


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder in which the package of `docs/plugins.md` is installed."""
    folder = tmp_path / "site"
    folder.mkdir()
    files = dict(re.findall(r"```(?:python|toml) (\S+)\n(.*?)```", PAGE, re.DOTALL))
    project = tomllib.loads(files.pop("pyproject.toml"))["project"]
    for name, content in files.items():
        (folder / name).write_text(content, encoding="utf-8")
    install(folder, project["name"], project["entry-points"])
    return folder


def install(folder: Path, name: str, groups: dict[str, dict[str, str]]) -> None:
    """What an installer leaves of a package besides its modules."""
    about = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    lines = [
        f"[{group}]\n" + "".join(f"{key} = {module}\n" for key, module in entries.items())
        for group, entries in groups.items()
    ]
    (about / "entry_points.txt").write_text("\n".join(lines))


def triptych(site: Path, *words: object) -> "subprocess.CompletedProcess[str]":
    paths = os.pathsep.join([str(site), *filter(None, [os.environ.get("PYTHONPATH")])])
    command = [sys.executable, "-m", "triptych", *map(str, words)]
    environ = {**os.environ, "PYTHONPATH": paths}
    return subprocess.run(command, capture_output=True, text=True, cwd=site.parent, env=environ, check=False)


def test_a_package_of_ones_own_judges_measures_and_answers(site: Path) -> None:
    cases, output = write_cases(site.parent / "cases.jsonl", 3), site.parent / "out.jsonl"
    done = triptych(site, "judge", cases, "-o", output, "--judge", "length", "--metric", "fluency")
    assert done.returncode == 0, done.stderr
    assert {(row["judge"], row["score"]) for row in read_lines(output)} == {("length", 3)}
    done = triptych(site, "judge", cases, "-o", output, "--judge", "echo:2", "--metric", "fluency")
    assert done.returncode == 0, done.stderr
    assert {(row["judge"], row["score"]) for row in read_lines(output)} == {("echo:2", 2)}
    rubric = site.parent / "my" / "opinion" / "calm.yaml"
    rubric.parent.mkdir(parents=True)
    anchors = ", ".join(f"{score}: a" for score in range(1, 6))
    rubric.write_text(
        f"task: opinion\nmetric: calm\nversion: 1\ndefinition: d\nanchors: {{{anchors}}}\nsteps: [s]\n"
        "measures: [calm]\n"
    )
    done = triptych(site, "judge", cases, "-o", output, "--metric", "calm", "--rubrics", site.parent / "my")
    assert done.returncode == 0, done.stderr
    assert {row["score"] for row in read_lines(output)} == {5}


@pytest.mark.parametrize(
    ("module", "sentence"),
    [
        ("x = 1\n", "the module bad is no judge: it has no connect"),
        ("import nothing_of_the_kind\n", "the judge 'bad' cannot be loaded from bad: ModuleNotFoundError"),
        (
            "connect = object\n",
            "what connect() of bad gives is no judge: it has no name, computes, signature, judge_case",
        ),
    ],
)
def test_a_module_without_what_is_needed_is_refused_in_one_sentence(tmp_path: Path, module: str, sentence: str) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "bad.py").write_text(module)
    install(site, "bad-package", {"triptych.judges": {"bad": "bad"}})
    done = triptych(site, "judge", write_cases(tmp_path / "cases.jsonl", 1), "--judge", "bad")
    assert done.returncode == 2
    assert sentence in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr


def test_the_contract_of_every_kind_is_documented() -> None:
    for folder, needed in CONTRACTS.items():
        [row] = [line for line in PAGE.splitlines() if f"`{folder}`" in line]
        assert all(name in row for name in needed)
