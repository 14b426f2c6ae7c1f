"""What commands put out: results on standard output or in files; remarks, errors and progress on standard error.

A file is written to a neighbour and renamed, so that a reader sees all of it or none.
"""

import fcntl
import os
import sys
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

from triptych.errors import UsageError, unknown_name

if TYPE_CHECKING:
    from rich.console import Console

    from triptych.catalog import AnyRecord, Input, ReadOptions, Report, Stream
    from triptych.pipeline import Progress, Watcher
    from triptych.pipeline.cluster import ClusterInput
    from triptych.settings import EngineOptions, Settings

    Found = TypeVar("Found", bound=AnyRecord)

STANDARD = "-"
_SECONDS_BETWEEN_LINES = 10.0
_TABLES, _PAGES = (".csv", ".tsv", ".xlsx", ".parquet", ".pq"), (".html", ".htm", ".md")
_PART_PREFIX, _PART_SUFFIX = ".triptych-", ".part"
_PROBLEMS_SHOWN = 5
_SAID = {"problem": "skipped: ", "cleaned": "", "ignored": "ignored ", "note": "note: "}


@cache
def console(stderr: bool = False) -> "Console":
    """What tables, panels and remarks are printed on."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False)


def is_terminal() -> bool:
    """True where a person watches standard output."""
    return sys.stdout.isatty()


def say(message: str) -> None:
    """A remark beside the results."""
    console(stderr=True).print(_seen(message), markup=False, soft_wrap=True)


def complain(message: str) -> None:
    """One sentence about what went wrong."""
    from rich.text import Text

    console(stderr=True).print(Text.assemble(("error: ", "bold red"), _seen(message)), soft_wrap=True)


def show_table(
    title: str | None, columns: Sequence[str], rows: Iterable[Sequence[object]], on_terminal: Collection[str] = ()
) -> None:
    """A table for people, with the columns that fit a terminal (all where none are named).

    Where standard output is no terminal, a tab-separated line a row with all columns, and nothing else.
    """
    if not is_terminal():
        for row in rows:
            sys.stdout.write("\t".join(_seen(" ".join(str(cell).split())) for cell in row) + "\n")
        return
    from rich import box
    from rich.table import Table
    from rich.text import Text

    # As plain text: what a file or a system is called must not be taken for markup.
    heading = None if title is None else Text(title)
    shape = box.SIMPLE_HEAD if any(columns) else box.SIMPLE
    # One blank between columns: with two, the names of metrics break on a terminal of 80 characters.
    narrow = (0, 1, 0, 0)
    table = Table(
        title=heading, title_justify="left", box=shape, show_header=any(columns), padding=narrow, pad_edge=False
    )
    places = [place for place, name in enumerate(columns) if not on_terminal or name in on_terminal]
    for place in places:
        table.add_column(columns[place], overflow="fold")
    for row in rows:
        table.add_row(*(Text(_seen(str(row[place]))) for place in places))
    console().print(table)


def _seen(text: str) -> str:
    """Text for a terminal: names, files and servers' words may hold what would move its cursor or hide a part."""
    from triptych.texts._shown import for_terminal

    return text if text.isascii() and text.isprintable() else for_terminal(text)


@contextmanager
def watching(title: str, *, quiet: bool) -> Iterator["Watcher"]:
    """A watcher that fits where standard error goes: a bar, or a line every few seconds and one at the end."""
    if quiet:
        yield lambda progress: None
    elif sys.stderr.isatty():
        from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
        from rich.progress import Progress as Bar

        columns = TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[said]}"), TimeElapsedColumn()
        with Bar(*columns, console=console(stderr=True), transient=True) as bar:
            task = bar.add_task(title, total=None, said="")
            yield lambda one: bar.update(task, completed=one.done, total=one.total, said=describe(one))
    else:
        last = time.monotonic()

        def watch(progress: "Progress") -> None:
            nonlocal last
            now = time.monotonic()
            if now - last >= _SECONDS_BETWEEN_LINES or progress.done == progress.total:
                last = now
                say(f"{title}: {describe(progress)}")

        yield watch


def describe(progress: "Progress") -> str:
    """`120 of 400 done, 31.2/s, 9 s left, 2 failed`."""
    total = f" of {progress.total}" if progress.total else ""
    parts = [f"{progress.done}{total} done"]
    if progress.rate:
        parts.append(f"{progress.rate:.1f}/s")
    if progress.seconds_left is not None:
        parts.append(f"{progress.seconds_left:.0f} s left")
    if progress.failed:
        parts.append(f"{progress.failed} failed")
    return ", ".join(parts)


def check_output(path: str | None) -> str | None:
    """The path; UsageError where nothing can be written to it, before the work and not after it."""
    if path is None or path == STANDARD:
        return path
    target = _target_of(path)
    folder = next(parent for parent in target.parents if parent.exists())
    if not _is_special(target) and not (folder.is_dir() and os.access(folder, os.W_OK)):
        raise UsageError(f"cannot write to {path}: {folder} is {'read-only' if folder.is_dir() else 'no directory'}")
    if len(os.fsencode(target.name)) > os.pathconf(folder, "PC_NAME_MAX"):
        raise UsageError(f"cannot write to {path}: the name is too long")
    for part in target.parent.glob(f"{_PART_PREFIX}*{_PART_SUFFIX}"):
        # Left by a process that was killed while it wrote it, unless somebody holds it still.
        with suppress(OSError), part.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            part.unlink()
    return path


def check_lines_output(path: str | None) -> str | None:
    """The path; UsageError also where its ending promises something else than JSON lines."""
    refuse_ending(path, "JSON lines", ".jsonl")
    return check_output(path)


def refuse_ending(path: str | None, holds: str, ending: str) -> None:
    """Raise UsageError where a name promises a table or a page and the file would hold JSON."""
    promised = Path(path or "").suffix.lower()
    if promised in _TABLES or promised in _PAGES:
        advice = "`triptych report` makes tables and pages (--format csv)"
        raise UsageError(f"{path} would hold {holds}; call it {Path(path or '').stem}{ending}. {advice}")


@contextmanager
def open_output(path: str) -> Iterator[TextIO]:
    """A text file to write to; it takes its name only once everything is in it."""
    if path == STANDARD:
        yield sys.stdout
        sys.stdout.flush()
        return
    target = _target_of(path)
    neighbour = target.parent / f"{_PART_PREFIX}{os.urandom(8).hex()}{_PART_SUFFIX}"
    try:
        if _is_special(target):
            with target.open("w", encoding="utf-8") as file:
                yield file
            return
        target.parent.mkdir(parents=True, exist_ok=True)
        with neighbour.open("x", encoding="utf-8", newline="\n") as file:
            with suppress(OSError):
                # Tells the next start that somebody is still at work on it; not every file system can.
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield file
            file.flush()
            os.fsync(file.fileno())
            neighbour.replace(target)
    except OSError as error:
        # An error about another file names that one, and a reader who has gone is no fault.
        ours = (None, *map(str, (neighbour, target, *target.parents)))
        if isinstance(error, BrokenPipeError) or error.filename not in ours:
            raise
        raise UsageError(f"cannot write to {path}: {error.strerror or error}") from None
    finally:
        with suppress(OSError):
            neighbour.unlink()


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


def choose_cluster(
    options: "EngineOptions", source: "Input | None", reading: "ReadOptions", output: str | None
) -> "ClusterInput | None":
    """What a run on a cluster reads and where its shards go; None for a run on this machine."""
    from triptych.plugins import names_in

    known = names_in("triptych.engines")
    if options.engine not in known:
        raise unknown_name("engine", options.engine, known)
    if options.engine == "local":
        for name in ("address", "shards"):
            if getattr(options, name) is not None:
                raise UsageError(f"--{name} is about a cluster; give --engine ray as well")
        return None
    from triptych.pipeline.blocks import Shards
    from triptych.pipeline.cluster import ClusterInput

    shards = options.shards or (f"{output}.shards" if output and output != STANDARD else None)
    if not isinstance(source, str) or source == STANDARD:
        raise UsageError("a cluster reads a file or folder of JSON Lines or Parquet, by path or URL; give that alone")
    if shards is None:
        raise UsageError("a cluster puts its results into shards; give --shards FOLDER, or -o FILE")
    return ClusterInput(source, Shards(shards), reading)


def announced_settings(**said: Any) -> "Settings":
    """The settings in force, once a user has read what `triptych.toml` decides about servers and files."""
    from triptych.settings import FILE_NAME, load_settings

    settings = load_settings(**said)
    if settings.picked_up:
        say(f"{FILE_NAME} in this folder sets {'; '.join(settings.picked_up)}")
    if settings.keyless and settings.openai_api_key:
        servers = ", ".join(sorted(settings.keyless))
        say(f"OPENAI_API_KEY is not sent to {servers}, which {FILE_NAME} chose; OPENAI_BASE_URL or --judge may name it")
    return settings


def read_all(stream: "Stream[Found]") -> "list[Found]":
    """The records of a file; what was met in reading them is said."""
    found = list(stream)
    say_report(stream.report)
    return found


def say_report(report: "Report") -> None:
    """Say what was skipped, cleaned and ignored while reading."""
    for kind, words in report_lines(report, _PROBLEMS_SHOWN):
        say(_SAID[kind] + words)


def report_lines(report: "Report", most: int) -> Iterator[tuple[str, str]]:
    """What reading met, a sentence each with its kind: `most` problems, or all where the report keeps all."""
    from triptych.catalog import messages

    shown = report.problems if report.options.most_problems is None else report.problems[:most]
    yield from (("problem", str(problem)) for problem in shown)
    if report.problem_count > len(shown):
        yield "problem", f"{report.problem_count - len(shown)} more; -v lists them"
    yield from (("cleaned", f"{messages()['cleaning'][kind]}: {count}") for kind, count in report.cleaned.items())
    if report.unknown_keys:
        yield "ignored", f"keys {', '.join(report.unknown_keys)}"
    yield from (("note", note) for note in report.notes)
