"""Audit a judge with no human at hand: damage, injection, order, length, stability."""

from contextlib import nullcontext
from typing import Annotated, Any

import typer

from triptych.audits import MAX_SHIFT, AuditReport, bundled_cases, find_audits
from triptych.catalog import ReadOptions, read_cases
from triptych.cli import _options as opts
from triptych.cli._main import run_async
from triptych.cli._output import announced_settings, complain, open_output, read_all, say, show_table, watching
from triptych.options import JUDGE
from triptych.pipeline import audit_judge
from triptych.reports import FORMATS, audit_table, format_of, write_audit
from triptych.rubrics import find_rubrics
from triptych.stores import open_store

_MOST_FLAGGED = 3
_AUDITS = "`sensitivity`, `injection`, `order`, `length` or `stability`; may be repeated (default: all)."
_WRITER = "Also let this writer write each comparison in every order, and name verdicts that flip."
_ON_TERMINAL = ("change", "metric", "shift", "moved a point", "outcome")
_FORMAT = "What to write (default: the ending of `-o`)."
_REPEATS = "How often the stability audit judges a text."
_MAX_SHIFT = "Exit 1 where a score moves more than this."


@opts.with_options(JUDGE, only=("samples", "temperature", "model_option", "concurrency", "rpm", "budget_tokens"))
def command(
    judge: Annotated[str, opts.argument("JUDGE", "`embedded`, `openai:MODEL[@URL]`, `gguf:PATH` …")],
    cases: Annotated[str | None, opts.argument("[CASES]", "Good texts to start from (default: bundled ones).")] = None,
    audit: Annotated[list[str] | None, opts.option("NAME", _AUDITS)] = None,
    metric: opts.Metric = None,
    writer: Annotated[str | None, opts.option("WRITER", _WRITER)] = None,
    output: opts.Output = None,
    format_: Annotated[str | None, opts.option("|".join(FORMATS), _FORMAT, "--format")] = None,
    max_shift: Annotated[float, typer.Option(min=0.01, max=4.0, metavar="X", help=_MAX_SHIFT)] = MAX_SHIFT,
    repeats: Annotated[int, typer.Option(min=2, max=100, metavar="N", help=_REPEATS)] = 3,
    rubrics: opts.Rubrics = None,
    limit: opts.Limit = None,
    store: opts.Store = None,
    quiet: opts.Quiet = False,
    verbose: opts.Verbose = False,
    **options: Any,
) -> None:
    """Audit a judge with no human at hand.

    Texts and sources are changed in known ways and judged again. Damaged texts have to lose at least --max-shift on
    the metric they were damaged for; whatever else is changed may not move a score by more. Exit 1 where it does.
    Replies of a model are kept in the store, so an audit that stopped goes on.

    Examples: `triptych audit embedded`, `triptych audit openai:gpt-4o-mini --audit injection -o audit.html`
    """
    names = tuple(find_audits(audit or ()))
    chosen = format_of(output, format_)
    reading = ReadOptions.said(limit=limit, verbose=verbose)
    found = tuple(read_all(read_cases(cases, reading))) if cases else bundled_cases()[:limit]
    asked = {**options, "judge": (judge,)}
    said = {"writer": writer} | {name: options.get(name) for name in ("model_option", "concurrency", "rpm")}
    settings = announced_settings(store=store, rubrics=rubrics, judge=asked, write=said)
    with (
        open_store(settings.store) if ":" in judge else nullcontext() as kept,
        watching("auditing", quiet=quiet) as watch,
    ):
        report = run_async(
            audit_judge(
                settings.judge.with_settings(settings),
                find_rubrics(metric or (), None, settings.rubrics),
                found,
                names,
                writer=settings.write.with_settings(settings) if writer else None,
                repeats=repeats,
                max_shift=max_shift,
                store=kept,
                watch=watch,
            )
        )
    _tell(report, output, chosen, quiet)
    if report.failures:
        raise typer.Exit(1)


def _tell(report: AuditReport, output: str | None, chosen: str | None, quiet: bool) -> None:
    if output or chosen:
        with open_output(output or "-") as file:
            file.write(write_audit(report, chosen or "json"))
    else:
        for result in report.results:
            table = audit_table(result, report.max_shift, all_columns=True)
            rows = [(result.audit, *row) for row in table.rows]
            show_table(f"{result.audit}: {result.question}", ("audit", *table.columns), rows, _ON_TERMINAL)
    if not quiet:
        for result in report.results:
            for note in result.notes:
                say(f"{result.audit}: {note}")
            # The worst of what people should look at.
            for one in result.flagged[:_MOST_FLAGGED]:
                say(f"{result.audit}: look at {one.case_id}, {one.metric}: {one.what}")
            if (more := len(result.flagged) - _MOST_FLAGGED) > 0:
                say(f"{result.audit}: {more} more to look at; `-o audit.html` lists them")
        if not report.failures:
            say(f"{report.judge} passes: no row moved more than {report.max_shift:g} on average")
    for sentence in report.failures:
        complain(sentence)
