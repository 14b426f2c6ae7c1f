"""Options that several commands have, declared once."""

from typing import Annotated

import typer

from triptych.cli._output import check_output

StoreOption = Annotated[
    str | None,
    typer.Option(
        "--store",
        metavar="URL",
        help="Where runs are kept: a path, `sqlite:///…` or `postgresql://…` "
        "(default `./.triptych/store.db`, or `TRIPTYCH_STORE`).",
        show_default=False,
    ),
]
LimitOption = Annotated[
    int | None, typer.Option("--limit", min=1, metavar="N", help="Take only the first N rows.", show_default=False)
]
OutputOption = Annotated[
    str | None,
    typer.Option(
        "-o",
        "--output",
        metavar="FILE",
        help="Where the rows go; `-` is standard output. Written beside and renamed, so it is whole or not there.",
        callback=check_output,
        show_default=False,
    ),
]
StrictOption = Annotated[bool, typer.Option("--strict", help="Stop at the first wrong row (exit 2).")]
QuietOption = Annotated[bool, typer.Option("-q", "--quiet", help="Print results only.")]
VerboseOption = Annotated[
    bool, typer.Option("-v", "--verbose", help="Print every problem of the input, not only the first few.")
]
RubricsOption = Annotated[
    str | None,
    typer.Option(
        "--rubrics", metavar="DIR", help="A folder of rubrics, searched before the bundled ones.", show_default=False
    ),
]
WorkersOption = Annotated[
    int | None,
    typer.Option("--workers", min=1, metavar="N", help="Worker processes (default: all cores).", show_default=False),
]
