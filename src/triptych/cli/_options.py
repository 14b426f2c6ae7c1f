"""Options that several commands have, declared once, and what they mean for reading input.

Those of judging and writing are made of their records. Nothing here imports the catalogue before it is needed, so that
help comes at once.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from functools import wraps
from inspect import Parameter, Signature, signature
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args, get_origin

import typer

from triptych.cli._output import STANDARD, check_lines_output, check_output, say
from triptych.errors import UsageError, unknown_name
from triptych.plugins import names_in
from triptych.settings import FILE_NAME, EngineOptions, Settings

if TYPE_CHECKING:
    from pydantic import BaseModel
    from pydantic.fields import FieldInfo

    from triptych.catalog import Input, ReadOptions, Report
    from triptych.pipeline.cluster import ClusterInput

_PROBLEMS_SHOWN = 5
_SAID = {"problem": "skipped: ", "cleaned": "", "ignored": "ignored ", "note": "note: "}

Said = dict[str, object]
"""Options of a record as the command line gives them, None where it does not."""


def option(*names: str, panel: str | None = None, **more: Any) -> Any:
    """An option, in a panel of the help where one is named; its default is not shown."""
    return typer.Option(*names, rich_help_panel=panel, show_default=False, **more)


def argument(**more: Any) -> Any:
    """An argument; its default is not shown."""
    return typer.Argument(show_default=False, **more)


Store = Annotated[
    str | None,
    option(
        metavar="URL",
        help="Where runs are kept: a path, `sqlite:///…` or `postgresql://…` "
        "(default `./.triptych/store.db`, or `TRIPTYCH_STORE`).",
    ),
]
Limit = Annotated[int | None, option(min=1, metavar="N", help="Take only the first N rows.")]
Output = Annotated[
    str | None,
    option(
        "-o",
        "--output",
        metavar="FILE",
        help="Where the rows go; `-` is standard output. Written beside and renamed, so it is whole or not there.",
        callback=check_output,
    ),
]
LinesOutput = Annotated[
    str | None,
    option(
        "-o",
        "--output",
        metavar="FILE",
        help="Where the rows go, a JSON line each; `-` is standard output. Written beside and renamed, so it is whole "
        "or not there.",
        callback=check_lines_output,
    ),
]
Strict = Annotated[bool, typer.Option("--strict", help="Stop at the first wrong row (exit 2).")]
Quiet = Annotated[bool, typer.Option("-q", "--quiet", help="Print results only.")]
Verbose = Annotated[
    bool, typer.Option("-v", "--verbose", help="Print every problem of the input, not only the first few.")
]
Rubrics = Annotated[str | None, option(metavar="DIR", help="A folder of rubrics, searched before the bundled ones.")]
Workers = Annotated[int | None, option(min=1, metavar="N", help="Worker processes (default: all cores).")]


Products = Annotated[
    list[str] | None,
    option(
        metavar="TABLE",
        help="Instead of a file, a table of products: CSV, Excel, JSONL or Parquet, also .gz, or a pattern like "
        "`'p/*.csv'`.",
    ),
]
Reviews = Annotated[list[str] | None, option(metavar="TABLE", help="A table of reviews, joined by product id.")]
Queries = Annotated[
    list[str] | None,
    option(
        metavar="TABLE",
        help="A table of queries: a row for each query and product, or a row a query with a list of product ids.",
    ),
]
Map = Annotated[
    list[str] | None,
    option(
        "--map",
        metavar="FIELD=COLUMN",
        help="Take a field from this key or column: `title=product_name`; `reviews=` takes it from none. Repeat it.",
    ),
]


Metric = Annotated[
    list[str] | None,
    option(
        panel="What is judged",
        metavar="METRIC",
        help="`comparison/clarity`, or `clarity` in every task; may be repeated (default: all).",
    ),
]


def with_options(
    record: type["BaseModel"], only: Collection[str] = ()
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command the options of a record (or only some); it gets those that were said as `options`."""
    offered = {name: field for name, field in record.model_fields.items() if field.json_schema_extra}
    # A record's own fields before those that it shares with others.
    names = sorted(only or offered, key=lambda name: name not in record.__annotations__)

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def run(*arguments: Any, **given: Any) -> None:
            said: Said = {name: given.pop(name, None) for name in names}
            command(*arguments, **given, options=said)

        own = [one for one in signature(command).parameters.values() if one.name != "options"]
        made = [
            Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=_annotation(name, offered[name]))
            for name in names
        ]
        vars(run)["__signature__"] = Signature([*own, *made])
        return run

    return decorate


def _annotation(name: str, field: "FieldInfo") -> Any:
    """What Typer reads an option from."""
    extra = field.json_schema_extra
    assert isinstance(extra, dict)
    kind = _typed(field.annotation)
    flag = f"--{name.replace('_', '-')}"
    limits = {limit: getattr(one, limit) for one in field.metadata for limit in ("ge", "le") if hasattr(one, limit)}
    is_flag = kind is bool
    words = field.description or ""
    shows = isinstance(field.default, (int, float, str)) and not is_flag
    made = option(
        f"{flag}/--no-{name}" if is_flag and field.default else flag,
        panel=str(extra["panel"]),
        help=f"{words.removesuffix('.')} (default: {field.default})." if shows else words,
        metavar=None if is_flag else extra["metavar"],
        min=limits.get("ge"),
        max=limits.get("le"),
    )
    return Annotated[kind | None, made]


def _typed(annotation: Any) -> Any:
    """A field's type as the command line takes it: a list for what may be repeated, text for what its record reads."""
    if get_origin(annotation) in (Annotated, UnionType):
        return _typed(get_args(annotation)[0])
    if get_origin(annotation) in (tuple, dict):
        return list[str]
    if get_origin(annotation) is Literal or annotation in (int, float, bool):
        return annotation
    return str


def choose_input(
    file: str | None,
    products: Sequence[str] | None = None,
    reviews: Sequence[str] | None = None,
    queries: Sequence[str] | None = None,
) -> "Input":
    """The file or the tables that were asked for; exactly one of the two."""
    from triptych.catalog import Tables

    tables = Tables(tuple(products or ()), tuple(reviews or ()), tuple(queries or ()))
    if file is not None and tables != Tables(()):
        raise UsageError(f"give either a file ({file}) or tables (--products, --reviews, --queries), not both")
    if file is None and tables == Tables(()):
        raise UsageError("give a file, `-` for standard input, or tables (--products, --reviews, --queries)")
    return tables if file is None else file


def choose_cluster(
    options: EngineOptions, source: "Input | None", reading: "ReadOptions", output: str | None
) -> "ClusterInput | None":
    """What a run on a cluster reads and where its shards go; None for a run on this machine."""
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


def choose_options(
    mapping: Sequence[str] | None = None, strict: bool = False, limit: int | None = None, verbose: bool = False
) -> "ReadOptions":
    """How rows are read, from what the command line says."""
    from triptych.catalog import ReadOptions, read_mapping

    options = ReadOptions(strict=strict, limit=limit, mapping=read_mapping(mapping or ()))
    return replace(options, most_problems=None) if verbose else options


def announce(settings: Settings) -> Settings:
    """The settings, once a user has read what `triptych.toml` of this folder decides about servers and files."""
    if settings.picked_up:
        say(f"{FILE_NAME} in this folder sets {'; '.join(settings.picked_up)}")
    if settings.keyless and settings.openai_api_key:
        servers = ", ".join(sorted(settings.keyless))
        say(f"OPENAI_API_KEY is not sent to {servers}, which {FILE_NAME} chose; OPENAI_BASE_URL or --judge may name it")
    return settings


def say_report(report: "Report") -> None:
    """Say what was skipped, cleaned and ignored while reading."""
    for kind, words in report_lines(report, _PROBLEMS_SHOWN):
        say(_SAID[kind] + words)


def report_lines(report: "Report", most: int) -> Iterator[tuple[str, str]]:
    """What reading met, a sentence each with its kind: `most` problems, or all where the report keeps all."""
    from triptych.catalog import CLEANING

    shown = report.problems if report.most_problems is None else report.problems[:most]
    yield from (("problem", str(problem)) for problem in shown)
    if report.problem_count > len(shown):
        yield "problem", f"{report.problem_count - len(shown)} more; -v lists them"
    yield from (("cleaned", f"{CLEANING[kind]}: {count}") for kind, count in report.cleaned.items())
    if report.unknown_keys:
        yield "ignored", f"keys {', '.join(report.unknown_keys)}"
    yield from (("note", note) for note in report.notes)
