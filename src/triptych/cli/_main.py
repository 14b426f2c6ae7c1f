"""The `triptych` program: finds the command, runs it, and turns our errors into one sentence and an exit code."""

import os
import re
import signal
import sys
import traceback
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from glob import iglob
from importlib import import_module
from io import TextIOWrapper
from itertools import chain
from os.path import isfile
from pathlib import Path
from types import FrameType
from typing import Annotated, Any, TextIO, TypeVar

import typer
from typer.core import TyperCommand

from triptych import __version__
from triptych.cli._output import STANDARD, complain
from triptych.errors import TriptychError, UsageError

FAULT = 70
"""The exit code of a fault of ours."""
INTERRUPTED = 128 + signal.SIGINT
"""The exit code of a command that was stopped: Ctrl-C or a request to end stops it in order, a second one at once."""
Result = TypeVar("Result")

OUTPUTS = ("output", "calibrate", "export_cases")
"""Parameters of commands that name a file to write."""

# Requests to end that are taken as a Ctrl-C.
_REQUESTS = (signal.SIGTERM, signal.SIGHUP)

_FOLDER = Path(__file__).parent
# The order of the work; a command not named here comes after these.
_FLOW = ("demo", "check", "read", "write", "judge", "agree", "audit", "compare", "report", "serve", "rubrics", "runs")

_EPILOG = (
    "`-` means standard input or output. The same command on the same store goes on where it stopped. "
    "Exit codes: 0 done, 1 a gate failed, 2 wrong input, 3 stopped by a budget, 4 the endpoint is unusable, "
    "70 a fault of Triptych, 130 stopped by Ctrl-C or a request to end."
)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; ends the process with its exit code."""
    try:
        _run(arguments)
    except SystemExit as end:
        # Threads that Ray leaves behind may abort the process while the interpreter shuts down, after all is done.
        if arguments is None and "ray" in sys.modules and isinstance(end.code, int):
            sys.stderr.flush()
            os._exit(end.code)
        raise


def _run(arguments: Sequence[str] | None) -> None:
    """Run the command; raises SystemExit with its exit code."""
    _have_streams()
    # To look for plugins of Pydantic, it would read the metadata of every installed package.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    # The networks are small: a second thread of numpy's only waits for the first, and each worker has a core.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        with stopping_cleanly():
            given = sys.argv[1:] if arguments is None else list(arguments)
            asked = next((word for word in given if not word.startswith("-")), None)
            try:
                build_app(asked if asked in command_names() else None)(given, prog_name="triptych")
            finally:
                # Here a full disk can still be reported; at the end of the process it is too late.
                sys.stdout.flush()
    except TriptychError as error:
        complain(str(error))
        sys.exit(error.exit_code)
    except KeyboardInterrupt:
        complain("stopped; what a run has committed is kept, and the same command goes on from there")
        sys.exit(INTERRUPTED)
    except OSError as error:
        # What could not be written is dropped: the interpreter would try again when it exits, and complain itself.
        sys.stdout = _open_nowhere()
        if isinstance(error, BrokenPipeError):
            # The reader of our output has gone (`| head`).
            sys.exit(0)
        complain(": ".join(str(part) for part in (error.filename, error.strerror or error) if part))
        sys.exit(UsageError.exit_code)
    except MemoryError:
        complain("there is not enough memory for this; what a run has committed is kept")
        sys.exit(FAULT)
    except Exception as error:
        from triptych.settings import wants_tracebacks

        if wants_tracebacks():
            raise
        complain(_fault(error))
        sys.exit(FAULT)


def _fault(error: Exception) -> str:
    """One sentence about a fault of ours: what, where, and what to do about it."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{Path(frame.filename).parent.name}/{Path(frame.filename).name}:{frame.lineno}"
    said = " ".join(str(error).split())[:200]
    return (
        f"this is a fault of Triptych {__version__}, not of your input: {type(error).__name__} in {where}"
        f"{f' ({said})' if said else ''}; please report it with this sentence and the command (docs/security.md says "
        "where); with TRIPTYCH_DEBUG=1 the same command shows where it happened"
    )


def build_app(loaded: str | None) -> typer.Typer:
    """The program with the one command that was asked for, or with all as the names that help shows."""
    app = typer.Typer(
        name="triptych",
        help="Write and judge product opinions, explanations and comparisons, with evidence.",
        epilog=_EPILOG,
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={
            "help_option_names": ["-h", "--help"],
            "max_content_width": 120,
            # Typer would load Pydantic to make a bool of the None that it takes for a help nobody asked for.
            "default_map": {"help": False},
        },
    )
    app.callback()(_options)
    if loaded is None:
        for name in command_names():
            app.command(name, short_help=first_line(name))(lambda: None)
        return app
    module = import_module(f"triptych.cli.{loaded}")
    if hasattr(module, "app"):
        for one in module.app.registered_commands:
            one.short_help = str(one.callback.__doc__).partition("\n")[0]
            one.cls = PlainCommand
        app.add_typer(module.app, name=loaded, help=first_line(loaded), short_help=first_line(loaded))
    else:
        app.command(loaded, cls=PlainCommand)(module.command)
    return app


class PlainCommand(TyperCommand):
    """A command that refuses to write over what it reads.

    Its help is plain text, a section a panel: all that Rich imports for a help takes half its time.
    """

    def invoke(self, ctx: Any) -> Any:
        """Run it, once its outputs are known to be no inputs."""
        check_outputs(ctx.params)
        return super().invoke(ctx)

    def format_help_text(self, ctx: Any, formatter: Any) -> None:
        """The words of the help, in which lists keep their lines."""
        self.help = re.sub(r"(?<=\n\n)(?=- )", "\b\n", self.help or "")
        super().format_help_text(ctx, formatter)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """The arguments, the options of no panel, and those of each panel."""
        sections: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": []}
        for parameter in self.get_params(ctx):
            usual = "Arguments" if parameter.param_type_name == "argument" else "Options"
            panel = getattr(parameter, "rich_help_panel", None) or usual
            if record := parameter.get_help_record(ctx):
                sections.setdefault(panel, []).append(record)
        for title, records in sections.items():
            if records:
                with formatter.section(title):
                    formatter.write_dl(records)


def command_names() -> list[str]:
    """All commands in the order of the work."""
    names = sorted(path.stem for path in _FOLDER.glob("[!_]*.py"))
    return sorted(names, key=lambda name: _FLOW.index(name) if name in _FLOW else len(_FLOW))


def first_line(name: str) -> str:
    """A command's one-line help, read from its file without running it."""
    with (_FOLDER / f"{name}.py").open(encoding="utf-8") as file:
        # To parse ten files whole would take longer than all else that goes before a command.
        return file.readline().strip().strip('"')


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"triptych {__version__}")
        raise typer.Exit()


_VERSION = typer.Option("--version", help="Print the version and end.", is_eager=True, callback=_print_version)


def _options(version: Annotated[bool, _VERSION] = False) -> None:
    """Options before a command."""


def _have_streams() -> None:
    """Give a process that was started with its output closed somewhere to write to."""
    sys.stdout, sys.stderr = sys.stdout or _open_nowhere(), sys.stderr or _open_nowhere()
    for stream in (sys.stdout, sys.stderr):
        # A terminal that knows only some characters (PYTHONIOENCODING, LANG=C) is shown the others as escapes.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _open_nowhere() -> TextIO:
    return os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")


def run_async(work: Coroutine[Any, Any, Result]) -> Result:
    """What the work returns; KeyboardInterrupt where it was stopped. A second Ctrl-C ends the process at once."""
    import asyncio

    usual = signal.getsignal(signal.SIGINT)
    try:
        return asyncio.run(_watched(work))
    finally:
        if signal.getsignal(signal.SIGINT) is not _end_at_once:
            signal.signal(signal.SIGINT, usual)


async def _watched(work: Coroutine[Any, Any, Result]) -> Result:
    import asyncio

    from triptych.stores import STOPPING

    cancel = signal.getsignal(signal.SIGINT)

    def stop(number: int, frame: FrameType | None) -> None:
        # Here and not where the work is cancelled: it may be waiting for a store, and the loop with it.
        STOPPING.set()
        signal.signal(signal.SIGINT, _end_at_once)
        if callable(cancel):
            cancel(number, frame)

    if callable(cancel):
        signal.signal(signal.SIGINT, stop)
    inner = asyncio.ensure_future(work)
    try:
        # Unlike awaiting it, this ends when this task is cancelled, while the work is still to be stopped.
        await asyncio.wait({inner})
    except asyncio.CancelledError:
        inner.cancel()
        # Of what comes in between, nothing is to be said.
        await asyncio.gather(inner, return_exceptions=True)
        raise
    return inner.result()


def _end_at_once(number: int, frame: FrameType | None) -> None:
    """End at once: what the work waits for in order to stop may never come."""
    from multiprocessing import active_children

    for child in active_children():
        child.kill()
    with suppress(OSError):
        if sys.stderr.isatty():
            os.write(2, b"\x1b[?25h")  # shows the cursor
        os.write(2, b"\nerror: stopped at once; what a run has committed is kept\n")
    os._exit(INTERRUPTED)


@contextmanager
def stopping_cleanly() -> Iterator[None]:
    """Within it a request to end is a Ctrl-C, and a Ctrl-C or a closed pipe is raised as what it is."""
    # A request that was turned off before we were started (`nohup`) stays off.
    taken = [number for number in _REQUESTS if signal.getsignal(number) is signal.SIG_DFL]
    for number in taken:
        signal.signal(number, _interrupt)
    try:
        yield
    except SystemExit as end:
        # Typer has made exits of both, and gives a closed pipe the code of a gate that failed.
        if isinstance(end.__context__, BrokenPipeError):
            raise end.__context__ from None
        if end.code == INTERRUPTED:
            raise KeyboardInterrupt from None
        raise
    finally:
        for number in taken:
            signal.signal(number, signal.SIG_DFL)


def _interrupt(number: int, frame: FrameType | None) -> None:
    # A shell that starts us in the background turns Ctrl-C off, and with it what we are about to do.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.raise_signal(signal.SIGINT)


def check_outputs(given: Mapping[str, object]) -> None:
    """UsageError where an output among a command's options is a file that another option names, or the store.

    Files are the same where device and inode are, whatever links lead to them; those that are not there yet, where
    their paths are.
    """
    outputs = {name: str(given[name]) for name in OUTPUTS if given.get(name) not in (None, STANDARD)}
    taken = {_identity(file): what for what, file in _files_of(given)} if outputs else {}
    for name, path in outputs.items():
        identity = _identity(path)
        if identity in taken:
            raise UsageError(f"{path} is {taken[identity]} as well; the output needs a name of its own")
        taken[identity] = f"the output of --{name.replace('_', '-')}"


def _files_of(given: Mapping[str, object]) -> Iterator[tuple[str, str | int]]:
    """Every file that options name, and how to call it."""
    inputs = (value for name, value in given.items() if name not in (*OUTPUTS, "task"))
    for one in chain.from_iterable(value if isinstance(value, (list, tuple)) else [value] for value in inputs):
        # Long ones are texts, not names.
        word = str(one) if isinstance(one, (str, Path)) and len(str(one)) < 4096 else ""
        if word == STANDARD:
            with suppress(OSError, ValueError, AttributeError):
                yield "standard input", sys.stdin.fileno()
        # A file of a model follows its scheme: gguf:PATH.
        for path in (word, word.partition(":")[2]):
            matching = iglob(path, recursive=True) if any(mark in path for mark in "*?[") else ()  # noqa: PTH207
            # Unlike Path's, this is False for anything that can be no name.
            yield from (("an input", file) for file in (path, *matching) if isfile(file))  # noqa: PTH113
    if "store" in given:
        from triptych.settings import load_settings

        url = load_settings(store=given["store"]).store
        if url.startswith("sqlite:///") or "://" not in url:
            file = str(Path(url.removeprefix("sqlite:///")).expanduser())
            yield from (("the store", file + ending) for ending in ("", "-wal", "-shm", "-journal"))


def _identity(file: str | int) -> object:
    """What identifies a file, named or open."""
    try:
        found = os.stat(file)  # noqa: PTH116 (an open file has no path)
    except (OSError, ValueError):
        return Path(str(file)).resolve() if "\0" not in str(file) else file
    return found.st_dev, found.st_ino
