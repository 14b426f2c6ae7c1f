"""Compare two systems or two runs: the difference on each metric, its interval and p, in a sentence."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

import triptych.agreement as agreement
from triptych.agreement import Difference, JudgedRun
from triptych.catalog import ReadOptions
from triptych.cli import _options as opts
from triptych.cli._judged import read_judged
from triptych.cli._output import announced_settings, open_output, say, show_table
from triptych.errors import UsageError, unknown_name
from triptych.records import group_by
from triptych.reports import difference_table

_RESAMPLES = "Resamples: 10,000 unless said otherwise, fewer over very many items."
_ON_TERMINAL = ("metric", "A", "B", "B − A", "95 % interval", "p adj.", "unscored")


def command(
    runs: Annotated[list[str], opts.argument("RUN_A [RUN_B]", "Judgement files, or runs in the store.")],
    systems: Annotated[tuple[str, str] | None, opts.option("A B", "Two systems of one run.")] = None,
    metric: Annotated[list[str] | None, opts.option(None, "Only these metrics (repeat).")] = None,
    judge: Annotated[str | None, opts.option("NAME", "Only this judge's judgements.")] = None,
    output: opts.LinesOutput = None,
    store: opts.Store = None,
    resamples: Annotated[int | None, opts.option(None, _RESAMPLES, min=100, max=1_000_000)] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the resamples.")] = 0,
    quiet: opts.Quiet = False,
    verbose: opts.Verbose = False,
) -> None:
    """Compare two systems or two runs on the same items.

    Pairs are formed by case where both sides have the same cases, else by item; items are resampled whole. Cases that
    one side left unscored are counted, with how far they could move the difference. The difference is B less A. The
    last row is over all metrics: a system that is a little lower on each is not "no clear difference" 25 times.

    Examples: `triptych compare before.jsonl after.jsonl`, `triptych compare judgements.jsonl --systems bart gpt`
    """
    url = announced_settings(store=store).store
    reading = ReadOptions.said(verbose=verbose)
    first, second = _sides([read_judged(run, url, reading) for run in runs], systems)
    first, second = (_narrowed(side, metric, judge) for side in (first, second))
    differences = agreement.compare_sides(first, second, resamples=resamples, seed=seed)
    pooled = agreement.pool_sides(first, second, resamples=resamples, seed=seed)
    rows = [*differences, *([pooled] if pooled else [])]
    if not quiet:
        _say_judges(first, second)
        _say_unpaired(differences)
    if output:
        with open_output(output) as file:
            file.writelines(difference.to_json() + "\n" for difference in rows)
    else:
        table = difference_table(rows, f"A: {rows[0].first}   B: {rows[0].second}")
        # The words are said below.
        show_table(table.caption, table.columns[:-1], [row[:-1] for row in table.rows], _ON_TERMINAL)
    names = [difference.metric for difference in differences]
    for difference in differences:
        say(difference.sentence(with_task=names.count(difference.metric) > 1))
    if pooled:
        say(f"Over all: {pooled.sentence()}")


def _sides(runs: list[JudgedRun], systems: tuple[str, str] | None) -> list[JudgedRun]:
    """The two that are compared, under names that tell them apart."""
    if systems is not None:
        if len(runs) != 1:
            raise UsageError(f"--systems compares two systems of one run; {len(runs)} were given")
        known = {one.system for one in runs[0].judgements if one.system is not None}
        for system in systems:
            if system not in known:
                raise unknown_name("system", system, known)
        if systems[0] == systems[1]:
            raise UsageError(f"--systems names {systems[0]!r} twice; two different systems are compared")
        return [JudgedRun(name, [one for one in runs[0].judgements if one.system == name]) for name in systems]
    if len(runs) != 2:
        raise UsageError("give two runs to compare, or one with --systems A B")
    return [replace(run, name=name) for run, name in zip(runs, _names(runs), strict=True)]


def _names(runs: list[JudgedRun]) -> tuple[str, str]:
    """Each side's system where it has one of its own, else the run as it was given."""
    systems = [{judgement.system for judgement in run.judgements} for run in runs]
    names = [next(iter(found)) if len(found) == 1 else None for found in systems]
    if names[0] and names[1] and names[0] != names[1]:
        return names[0], names[1]
    stems = [Path(run.name).name for run in runs]
    return (stems[0], stems[1]) if stems[0] != stems[1] else (runs[0].name, runs[1].name)


def _narrowed(side: JudgedRun, metrics: list[str] | None, judge: str | None) -> JudgedRun:
    judged = [one for one in side.judgements if judge is None or one.judge == judge]
    kept = [one for one in judged if not metrics or {one.metric, f"{one.task}/{one.metric}"}.intersection(metrics)]
    if not kept:
        judges = ", ".join(sorted({one.judge for one in side.judgements}))
        known = ", ".join(sorted({one.metric for one in side.judgements}))
        raise UsageError(f"{side.name} has no such judgements; its judges: {judges}; its metrics: {known}")
    return replace(side, judgements=kept)


def _say_judges(first: JudgedRun, second: JudgedRun) -> None:
    judges = [{one.judge for one in side.judgements} for side in (first, second)]
    if judges[0] != judges[1]:
        named = " and ".join(", ".join(sorted(found)) for found in judges)
        say(f"note: the two were scored by different judges ({named}), so this compares judges as well as texts")
    elif len(judges[0]) > 1:
        say(f"note: scores are means over the judges {', '.join(sorted(judges[0]))}; --judge takes one of them")
    # A judge need not be the same on both sides: another rubric, setting, version or calibration.
    own, others = (group_by(side.judgements, lambda one: (one.judge, one.task, one.metric)) for side in (first, second))
    for key, some in own.items():
        ways, other = ({one.signature for one in judged} for judged in (some, others.get(key, some)))
        if ways != other:
            named = " and ".join(sorted(ways)[:1] + sorted(other - ways or other)[:1])
            say(f"note: {key[0]} did not judge both in the same way ({named}); that may be part of the difference")
            return


def _say_unpaired(differences: Sequence[Difference]) -> None:
    first, second = differences[0].first, differences[0].second
    for name, other, count in (
        (first, second, sum(difference.only_first for difference in differences)),
        (second, first, sum(difference.only_second for difference in differences)),
    ):
        if count:
            say(f"note: left out, since {other} has no counterpart: {count} score{'s'[: count > 1]} of {name}")
