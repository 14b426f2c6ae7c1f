"""Refuse, before any work, an output that would replace an input, the store or another output."""

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from glob import iglob
from os.path import isfile
from pathlib import Path
from typing import Any

from triptych.cli._output import STANDARD
from triptych.errors import UsageError
from triptych.settings import load_settings

OUTPUTS = ("output", "calibrate", "export_cases")
"""Parameters of commands that name a file to write."""
_BESIDE_STORES = ("", "-wal", "-shm", "-journal")


def guarded(command: Callable[..., None]) -> Callable[..., None]:
    """The command, which first refuses to write over what it reads."""

    @wraps(command)
    def run(*arguments: Any, **given: Any) -> None:
        check_outputs(given)
        command(*arguments, **given)

    return run


def check_outputs(given: Mapping[str, object]) -> None:
    """UsageError where an output among a command's options is a file that another option names, or the store.

    Files are the same where device and inode are, whatever links lead to them; those that are not there yet, where
    their paths are.
    """
    outputs = {name: str(given[name]) for name in OUTPUTS if given.get(name) not in (None, STANDARD)}
    if not outputs:
        return
    taken = {_identity(file): what for what, file in _files_of(given)}
    if STANDARD in _words(given) and (standard := _identity_of_input()):
        taken[standard] = "standard input"
    for name, path in outputs.items():
        identity = _identity(path)
        if identity in taken:
            raise UsageError(f"{path} is {taken[identity]} as well; the output needs a name of its own")
        taken[identity] = f"the output of --{name.replace('_', '-')}"


def _files_of(given: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Every file that options name, and how to call it."""
    rest = {name: value for name, value in given.items() if name not in OUTPUTS}
    for word in _words(rest):
        # A file of a model follows its scheme: gguf:PATH.
        for path in (word, word.partition(":")[2]):
            yield from (("an input", file) for file in (path, *_matching(path)) if _is_file(file))
    if "store" in given:
        url = load_settings(store=given["store"]).store
        if url.startswith("sqlite:///") or "://" not in url:
            file = str(Path(url.removeprefix("sqlite:///")).expanduser())
            yield from (("the store", file + ending) for ending in _BESIDE_STORES)


def _words(given: Mapping[str, object]) -> Iterator[str]:
    for value in given.values():
        for one in value if isinstance(value, (list, tuple)) else [value]:
            # Long ones are texts, not names.
            if isinstance(one, (str, Path)) and len(str(one)) < 4096:
                yield str(one)


def _matching(pattern: str) -> Iterator[str]:
    if any(mark in pattern for mark in "*?["):
        yield from iglob(pattern, recursive=True)  # noqa: PTH207 (a pattern may be absolute)


def _is_file(path: str) -> bool:
    # Unlike Path's, this is False for anything that can be no name.
    return isfile(path)  # noqa: PTH113


def _identity(path: str) -> object:
    try:
        found = Path(path).stat()
    except (OSError, ValueError):
        return Path(path).resolve() if "\0" not in path else path
    return found.st_dev, found.st_ino


def _identity_of_input() -> object:
    try:
        found = os.fstat(sys.stdin.fileno())
    except (OSError, ValueError, AttributeError):
        return None
    return found.st_dev, found.st_ino
