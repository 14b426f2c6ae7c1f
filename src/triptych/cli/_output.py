"""Output files: written to a neighbour and renamed, so that a reader sees all of it or none."""

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from triptych.errors import UsageError

STANDARD = "-"


def check_output(path: str | None) -> str | None:
    """The path, or an error where nothing can be written to it: told before the work, not after it."""
    if path is None or path == STANDARD:
        return path
    target = _target_of(path)
    folder = next(parent for parent in target.parents if parent.exists())
    if not _is_special(target) and not (folder.is_dir() and os.access(folder, os.W_OK)):
        raise UsageError(f"cannot write to {path}: {folder} is {'read-only' if folder.is_dir() else 'no directory'}")
    return path


@contextmanager
def open_output(path: str) -> Iterator[TextIO]:
    """A text file to write to; it takes its name only once everything is in it."""
    if path == STANDARD:
        yield sys.stdout
        sys.stdout.flush()
        return
    with _naming(path):
        target = _target_of(path)
        if _is_special(target):
            with target.open("w", encoding="utf-8") as file:
                yield file
        else:
            with _open_beside(target) as file:
                yield file


@contextmanager
def _open_beside(target: Path) -> Iterator[TextIO]:
    """A neighbour of a file, which takes its place at the end."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, neighbour = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".part")
    except OSError as error:
        raise UsageError(f"cannot write to {target}: {error.strerror or error}") from None
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        Path(neighbour).chmod(0o666 & ~_umask())
        Path(neighbour).replace(target)
    except BaseException:
        Path(neighbour).unlink(missing_ok=True)
        raise


@contextmanager
def _naming(path: str) -> Iterator[None]:
    """Within it a disk that is full is told with the output's name."""
    try:
        yield
    except OSError as error:
        # What names a file of its own is about that, and a reader who has gone is no fault.
        if error.filename is not None or isinstance(error, BrokenPipeError):
            raise
        raise UsageError(f"cannot write to {path}: {error.strerror or error}") from None


def _target_of(path: str) -> Path:
    """The file to write; behind a link, so that the link stays a link."""
    if not path:
        raise UsageError("the output has no name; give a file name, or `-` for standard output")
    target = Path(path)
    try:
        if target.is_dir():
            raise UsageError(f"cannot write to {path}: it is a directory; give a file name")
        return target if _is_special(target) else target.resolve()
    except (OSError, RuntimeError, ValueError) as error:
        raise UsageError(f"cannot write to {path!r}: {error}") from None


def _is_special(target: Path) -> bool:
    """True for a device or a pipe, which is written to and never replaced."""
    return target.exists() and not target.is_file()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
