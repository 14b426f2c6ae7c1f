"""Options that several commands have, declared once; those of judging and writing are made of their records."""

from collections.abc import Callable, Collection
from inspect import Parameter, Signature, signature
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar, get_args, get_origin

import typer

from triptych.cli._output import check_lines_output, check_output

if TYPE_CHECKING:
    from pydantic import BaseModel
    from pydantic.fields import FieldInfo


Command = TypeVar("Command", bound=Callable[..., None])


def option(metavar: Any, words: str, *names: str, panel: str | None = None, **more: Any) -> Any:
    """An option with the words of its help, in a panel of it where one is named; its default is not shown."""
    shown = {"metavar": metavar, "help": words, "rich_help_panel": panel, "show_default": False}
    return typer.Option(*names, **shown | more)


def argument(metavar: str, words: str) -> Any:
    """An argument with the words of its help; its default is not shown."""
    return typer.Argument(metavar=metavar, help=words, show_default=False)


_STORE = "Where runs are kept: a path, `sqlite:///…` or `postgresql://…` "
_STORE += "(default `./.triptych/store.db`, or `TRIPTYCH_STORE`)."
_WRITTEN = "`-` is standard output. Written beside and renamed, so it is whole or not there."
_ROWS, _LINES = f"Where the rows go; {_WRITTEN}", f"Where the rows go, a JSON line each; {_WRITTEN}"
_PRODUCTS = (
    "Instead of a file, a table of products: CSV, Excel, JSONL or Parquet, also .gz, or a pattern like `'p/*.csv'`."
)
_QUERIES = "A table of queries: a row for each query and product, or a row a query with a list of product ids."
_MAP = "Take a field from this key or column: `title=product_name`; `reviews=` takes it from none. Repeat it."
_METRIC = "`comparison/clarity`, or `clarity` in every task; may be repeated (default: all)."

Store = Annotated[str | None, option("URL", _STORE)]
Limit = Annotated[int | None, option("N", "Take only the first N rows.", min=1)]
Output = Annotated[str | None, option("FILE", _ROWS, "-o", "--output", callback=check_output)]
LinesOutput = Annotated[str | None, option("FILE", _LINES, "-o", "--output", callback=check_lines_output)]
Strict = Annotated[bool, option(None, "Stop at the first wrong row (exit 2).", "--strict")]
Quiet = Annotated[bool, option(None, "Print results only.", "-q", "--quiet")]
Verbose = Annotated[bool, option(None, "Print every problem of the input, not only the first few.", "-v", "--verbose")]
Rubrics = Annotated[str | None, option("DIR", "A folder of rubrics, searched before the bundled ones.")]
Workers = Annotated[int | None, option("N", "Worker processes (default: all cores).", min=1)]
Products = Annotated[list[str] | None, option("TABLE", _PRODUCTS)]
Reviews = Annotated[list[str] | None, option("TABLE", "A table of reviews, joined by product id.")]
Queries = Annotated[list[str] | None, option("TABLE", _QUERIES)]
Map = Annotated[list[str] | None, option("FIELD=COLUMN", _MAP, "--map")]
Metric = Annotated[list[str] | None, option("METRIC", _METRIC, panel="What is judged")]


def with_options(record: type["BaseModel"], only: Collection[str] = ()) -> Callable[[Command], Command]:
    """Give a command the options of a record (or only some) in place of its `**options`."""
    offered = {name: field for name, field in record.model_fields.items() if field.json_schema_extra}
    # A record's own fields before those that it shares with others.
    names = sorted(only or offered, key=lambda name: name not in record.__annotations__)

    def decorate(command: Command) -> Command:
        *own, _ = signature(command, eval_str=True).parameters.values()
        annotations = {name: _annotation(name, offered[name]) for name in names}
        made = [Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=annotations[name]) for name in names]
        vars(command)["__signature__"] = Signature([*own, *made])
        return command

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
        None if is_flag else extra["metavar"],
        f"{words.removesuffix('.')} (default: {field.default})." if shows else words,
        f"{flag}/--no-{name}" if is_flag and field.default else flag,
        panel=str(extra["panel"]),
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
