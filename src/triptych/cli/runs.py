"""List, show, export and delete the runs in the store.

A run is one `triptych write` or `triptych judge` over many inputs. Wherever a RUN is asked for, the beginning of its
id is enough.
"""

import datetime as dt
import sys
from collections.abc import Iterator
from typing import Annotated, Literal

import typer

from triptych.cli import _options as opts
from triptych.cli._output import STANDARD, announced_settings, open_output, say, show_table
from triptych.errors import UsageError
from triptych.records import Record
from triptych.stores import Store, open_store

What = Literal["judgements", "cases"]
_WHAT = "What to write, a JSON line each (default: the cases of a `write` run, else the judgements)."

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)

RunArgument = Annotated[str, opts.argument("RUN", "A run's id, or its beginning.")]


@app.command("list")
def list_runs(store: opts.Store = None) -> None:
    """List all runs, the latest first.

    Example: `triptych runs list`
    """
    rows = []
    with _open(store) as opened:
        for run in opened.runs():
            tally = opened.tally(run.id)
            # The writer without what else makes its signature.
            writer = run.options.get("writer", "").removeprefix("llm|").partition("|")[0]
            about = (run.id, run.options.get("judge") or writer or "–", run.source, run.status, _moment(run.started))
            rows.append((*about, tally.cases, tally.judgements, tally.unscored + tally.unreached))
    columns = ("run", "judge or writer", "source", "status", "started (UTC)", "cases", "judgements", "unscored")
    show_table("Runs", columns, rows)
    if not rows:
        say("no runs yet; `triptych write` and `triptych judge` make them")


@app.command("show")
def show_run(run: RunArgument, store: opts.Store = None) -> None:
    """Show the options of one run, its status and how much it holds.

    Example: `triptych runs show judge-3f2a`
    """
    with _open(store) as opened:
        found = opened.run(run)
        tally = opened.tally(found.id)
    rows: list[tuple[str, object]] = [
        ("run", found.id),
        *((name, getattr(found, name)) for name in ("command", "source")),
        *((f"option {name}", value) for name, value in sorted(found.options.items())),
        ("status", found.status),
        ("started", _moment(found.started)),
        ("finished", _moment(found.finished)),
        *((name, getattr(tally, name)) for name in ("cases", "judgements", "scored", "unscored")),
        ("to be tried again", tally.unreached),
    ]
    show_table(None, ("", ""), rows)


@app.command("export")
def export_run(
    run: RunArgument,
    output: opts.LinesOutput = STANDARD,
    what: Annotated[What | None, opts.option(None, _WHAT)] = None,
    quiet: opts.Quiet = False,
    store: opts.Store = None,
) -> None:
    """Write a run's judgements or cases as JSON lines, in the order of its input.

    Example: `triptych runs export judge-3f2a -o judgements.jsonl`
    """
    with _open(store) as opened:
        found = opened.run(run)
        chosen = what or ("cases" if found.command == "write" else "judgements")
        written = 0
        with open_output(output or STANDARD) as file:
            records: Iterator[Record] = (opened.cases if chosen == "cases" else opened.judgements)(found.id)
            for record in records:
                file.write(record.to_json() + "\n")
                written += 1
    if not quiet:
        say(f"{written} {chosen} of the run {found.id}")


@app.command("delete")
def delete_run(
    run: RunArgument,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    store: opts.Store = None,
) -> None:
    """Delete a run with its cases and judgements; cached replies and ratings stay.

    Example: `triptych runs delete judge-3f2a --yes`
    """
    with _open(store) as opened:
        found = opened.run(run)
        tally = opened.tally(found.id)
        held = f"{tally.cases} cases and {tally.judgements} judgements"
        if not yes and not sys.stdin.isatty():
            raise UsageError("deleting asks first, and there is no terminal to ask on; say --yes")
        if yes or typer.confirm(f"Delete the run {found.id} with {held}?", err=True):
            opened.delete_run(found.id)
            say(f"deleted the run {found.id} with {held}")
        else:
            say("nothing was deleted")


def _open(store: str | None) -> Store:
    return open_store(announced_settings(store=store).store, create=False)


def _moment(when: dt.datetime | None) -> str:
    return when.strftime("%Y-%m-%d %H:%M:%S") if when else ""
