"""Options that several commands have, declared once; those of judging and writing are in `options.py`."""

from collections.abc import Callable, Collection, Mapping
from inspect import Parameter, Signature, signature
from typing import Annotated, Any, TypeVar

import typer

from triptych.cli._output import check_lines_output, check_output
from triptych.options import Option

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


def with_options(offered: Mapping[str, Option], only: Collection[str] = ()) -> Callable[[Command], Command]:
    """Give a command these options (or only some) in place of its `**options`."""

    def decorate(command: Command) -> Command:
        *own, _ = signature(command, eval_str=True).parameters.values()
        annotations = {name: _annotation(name, offered[name]) for name in only or offered}
        made = [
            Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=one) for name, one in annotations.items()
        ]
        vars(command)["__signature__"] = Signature([*own, *made])
        return command

    return decorate


def _annotation(name: str, offered: Option) -> Any:
    """What Typer reads an option from."""
    flag = f"--{name.replace('_', '-')}"
    is_flag = offered.kind is bool
    shows = isinstance(offered.default, (int, float, str)) and not is_flag
    made = option(
        offered.metavar,
        f"{offered.words.removesuffix('.')} (default: {offered.default})." if shows else offered.words,
        f"{flag}/--no-{name}" if is_flag and offered.default else flag,
        panel=offered.panel,
        min=offered.least,
        max=offered.most,
    )
    return Annotated[offered.kind | None, made]
