"""Every module that has behaviour has its test file at the same place, and every class name has one meaning."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import triptych

SOURCE = Path(triptych.__file__).parent
TESTS = SOURCE.parent.parent / "tests"

# Folders that are not held to it yet. Remove a line when its folder complies; add none.
NOT_YET_MIRRORED = {
    "judges",
}


@cache
def parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def functions_in(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(parse(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def does_something(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """False for the methods of a protocol, which are a docstring or `...`, and for lazy re-exports."""
    has_body = any(not (isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant)) for line in function.body)
    return has_body and function.name not in ("__getattr__", "__dir__")


def has_behaviour(path: Path) -> bool:
    return any(map(does_something, functions_in(path)))


def mirror_of(path: Path) -> Path:
    """`a/_b.py` is tested by `tests/a/test_b.py`, a package by the test file beside its folder."""
    place = path.parent if path.stem == "__init__" else path
    return TESTS / place.parent.relative_to(SOURCE) / f"test_{place.stem.lstrip('_')}.py"


def held_modules() -> list[Path]:
    modules = sorted(path for path in SOURCE.rglob("*.py") if path.parent != SOURCE or path.stem != "__init__")
    return [path for path in modules if path.relative_to(SOURCE).with_suffix("").parts[0] not in NOT_YET_MIRRORED]


@pytest.mark.parametrize("module", held_modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_module_with_behaviour_has_its_tests(module: Path) -> None:
    if has_behaviour(module):
        mirror = mirror_of(module)
        assert mirror.exists(), f"{module.relative_to(SOURCE)} has no {mirror.relative_to(TESTS.parent)}"
        assert any(function.name.startswith("test_") for function in functions_in(mirror))
        assert "triptych" in mirror.read_text(encoding="utf-8")


def test_a_class_name_has_one_meaning() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(parse(path)):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(str(path.relative_to(SOURCE)))
    assert {name: some for name, some in places.items() if len(some) > 1} == {}
