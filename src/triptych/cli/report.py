"""Show a run, or two side by side, as one HTML page, Markdown, CSV or JSON."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated

from triptych.audits import read_audit
from triptych.catalog import ReadOptions, read_cases, read_ratings
from triptych.cli import _options as opts
from triptych.cli._judged import read_judged
from triptych.cli._output import STANDARD, announced_settings, open_output, read_all, say
from triptych.errors import MissingExtra, UsageError
from triptych.records import Rating
from triptych.reports import FORMATS, JudgedRun, format_of, make_contents, write_report
from triptych.stores import open_store

_FORMAT = "What to write (default: the ending of `-o`, else html)."


def command(
    runs: Annotated[list[str], opts.argument("RUN [RUN_B]", "Runs in the store, or judgement files.")],
    output: opts.Output = None,
    format_: Annotated[str | None, opts.option("|".join(FORMATS), _FORMAT, "--format")] = None,
    cases: Annotated[list[str] | None, opts.option("FILE", "The cases of judgement files, for their texts.")] = None,
    ratings: Annotated[str | None, opts.option("FILE", "People's scores, to hold the judges against.")] = None,
    audit: Annotated[str | None, opts.option("FILE", "What `triptych audit … -o audit.json` wrote.")] = None,
    currency: Annotated[str, opts.option("CODE", "What costs are in.")] = "",
    store: opts.Store = None,
    quiet: opts.Quiet = False,
    verbose: opts.Verbose = False,
) -> None:
    """Show a run, or two side by side, as one page.

    Scores by metric and system with intervals, their spread, what is unscored and why, the lowest and the highest
    texts with the evidence marked, and, where given, agreement with people and an audit. The page needs nothing
    outside it. Ratings in the store of texts that were judged are used without being named.

    Examples: `triptych report judge-3f2a -o report.html`, `triptych report a.jsonl b.jsonl --format md`
    """
    if len(runs) > 2:
        raise UsageError(f"a report is about one run, or two side by side; {len(runs)} were given")
    chosen = format_of(output, format_) or "html"
    reading = ReadOptions.said(verbose=verbose)
    given = {case.id: case for file in cases or () for case in read_all(read_cases(file, reading))}
    url = announced_settings(store=store).store
    judged = (read_judged(run, url, reading, with_cases=True) for run in runs)
    read = [replace(run, cases={**run.cases, **given}) for run in judged]
    named = read_all(read_ratings(ratings, reading)) if ratings else []
    make = partial(make_contents, _told_apart(read), audit=read_audit(audit) if audit else None, currency=currency)
    try:
        contents = make(ratings=named or _kept_ratings(url, read))
    except MissingExtra as error:
        if named:
            raise
        # Nobody asked for what the store happens to hold.
        say(f"ratings in the store are left out: {error}")
        contents = make()
    page = write_report(contents, chosen)
    target = output or (STANDARD if chosen != "html" else "report.html")
    with open_output(target) as file:
        file.write(page)
    if not quiet and target != STANDARD:
        say(f"{target}: {len(page.encode()) / 1e6:.2f} MB")


def _told_apart(runs: list[JudgedRun]) -> list[JudgedRun]:
    """The runs under names that are short and differ."""
    names = [Path(run.name).name for run in runs]
    if len(set(names)) < len(names):
        names = [f"{run.name} ({letter})" for run, letter in zip(runs, "AB", strict=False)]
    return [replace(run, name=name) for name, run in zip(names, runs, strict=True)]


def _kept_ratings(url: str, runs: list[JudgedRun]) -> list[Rating]:
    """Ratings in the store of the texts that are reported on."""
    kept = [run.run for run in runs if run.run]
    if not kept:
        return []
    judged = {(one.case_id, one.metric) for run in runs for one in run.judgements}
    with open_store(url, create=False) as store:
        found = dict.fromkeys(rating for run in kept for rating in store.ratings_of(run.id))
    return [one.rating for one in found if one.rating and (one.case_id, one.metric) in judged]
