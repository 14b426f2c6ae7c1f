"""Hold judges against people: agreement, the human ceiling beside it, and length held constant."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

import typer

import triptych.agreement as agreement
from triptych.agreement import Agreement
from triptych.catalog import ReadOptions, read_ratings
from triptych.catalog.benchmarks import load_benchmark
from triptych.cli import _agreement_tables as tables
from triptych.cli import _options as opts
from triptych.cli._output import check_output, open_output, refuse_ending, say, show_table, watching
from triptych.cli._stopping import run_async
from triptych.errors import UsageError
from triptych.records import Case, Judgement, Rating
from triptych.settings import load_settings

_CALIBRATION_COLUMNS = ("metric", "judge", "labels", "method", "error", "held out", "gain")


@dataclass(frozen=True, slots=True)
class _Given:
    """All that is held against each other."""

    judgements: list[tuple[str, Judgement]]
    """Each with the file, or run, it is from."""
    ratings: list[Rating]
    cases: tuple[Case, ...] = ()
    """A benchmark's own."""


def command(
    files: Annotated[
        list[str] | None,
        opts.argument(
            metavar="JUDGEMENTS... RATINGS",
            help="Judgement files, or runs in the store, then the ratings (CSV, JSONL or Parquet: case_id, metric, "
            "rater, score). With `--benchmark`, judgements only, or none.",
        ),
    ] = None,
    benchmark: Annotated[
        tuple[str, str] | None,
        opts.option(
            metavar="NAME PATH", help="`summeval-op`, `opinsummeval` or `rated-texts`, and where its files lie."
        ),
    ] = None,
    judge: Annotated[
        list[str] | None, opts.option(help="Judge the benchmark's cases first (repeat: side by side).")
    ] = None,
    metric: Annotated[list[str] | None, opts.option(help="Only these metrics (repeat).")] = None,
    calibrate: Annotated[
        str | None,
        opts.option(
            metavar="FILE",
            callback=check_output,
            help="Also learn how to map the judge's scores to people's; "
            "`triptych judge --calibration FILE` applies it.",
        ),
    ] = None,
    output: opts.Output = None,
    export_cases: Annotated[
        str | None, opts.option(metavar="FILE", callback=check_output, help="Write the benchmark's cases, and end.")
    ] = None,
    common: Annotated[bool, typer.Option("--common", help="Only cases that all judges scored.")] = False,
    show_all: Annotated[bool, typer.Option("--all", help="Every statistic with its interval, one a row.")] = False,
    resamples: Annotated[int, typer.Option(min=100, max=100_000, help="Bootstrap resamples.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the resamples.")] = 0,
    store: opts.Store = None,
    strict: opts.Strict = False,
    quiet: opts.Quiet = False,
    verbose: opts.Verbose = False,
) -> None:
    """Hold judges against people.

    For each metric: how each judge agrees with people, how the word count alone does, and how people agree with each
    other. By item means: within each item over systems, then averaged, as the field does it. Intervals are 95 %, from
    resampling items. `-o` writes everything as JSON.

    Examples: `triptych agree judgements.jsonl ratings.csv`,
    `triptych agree --benchmark summeval-op summeval-op-detailed.jsonl --judge embedded`
    """
    refuse_ending(output, "JSON", ".json")
    if (judge or export_cases) and benchmark is None:
        raise UsageError("--judge and --export-cases need --benchmark NAME PATH")
    reading = opts.choose_options(strict=strict, verbose=verbose)
    if benchmark is None:
        given = _from_files(files or [], reading, store)
    else:
        given = _from_benchmark(benchmark, files or [], reading, store)
        if export_cases:
            _export(given.cases, export_cases)
            return
        if judge:
            given = _with_judged(given, benchmark[1], judge, metric, store, quiet)
    given = _narrowed(given, metric)
    judged = _by_judge(given.judgements)
    found = agreement.measure_agreement(
        judged, given.ratings, cases=given.cases, resamples=resamples, seed=seed, common=common
    )
    _tell(found, output, show_all=show_all, quiet=quiet)
    if calibrate:
        _calibrate(judged, given.ratings, calibrate)


def _from_files(files: list[str], reading: ReadOptions, store: str | None) -> _Given:
    if len(files) < 2:
        raise UsageError("give judgements and then ratings: `triptych agree judgements.jsonl ratings.csv`")
    try:
        stream = read_ratings(files[-1], reading)
        ratings = list(stream)
    except UsageError as error:
        raise UsageError(f"{error} (the file that is named last holds the ratings)") from None
    opts.say_report(stream.report)
    return _Given(_judgements(files[:-1], reading, store), ratings)


def _from_benchmark(benchmark: tuple[str, str], files: list[str], reading: ReadOptions, store: str | None) -> _Given:
    report = reading.make_report()
    loaded = load_benchmark(*benchmark, report)
    opts.say_report(report)
    return _Given(_judgements(files, reading, store), list(loaded.ratings), loaded.cases)


def _judgements(files: list[str], reading: ReadOptions, store: str | None) -> list[tuple[str, Judgement]]:
    if not files:
        return []
    # This brings the store with it; a benchmark alone needs none.
    from triptych.cli._judged import read_judged

    url = opts.announce(load_settings(store=store)).store
    runs = [read_judged(file, url, reading) for file in files]
    return [(run.name, judgement) for run in runs for judgement in run.judgements]


def _with_judged(
    given: _Given, path: str, judges: list[str], metrics: list[str] | None, store: str | None, quiet: bool
) -> _Given:
    # The judges bring the model client and the store with them; without --judge nobody waits for that.
    from triptych.pipeline import input_of, open_judging
    from triptych.rubrics import list_rubrics
    from triptych.stores import open_store

    settings = opts.announce(load_settings(store=store))
    wanted = _wanted(metrics) or {rating.metric for rating in given.ratings}
    rubrics = [rubric for rubric in list_rubrics(settings.rubrics, "opinion") if rubric.metric in wanted]

    async def judged_by(judge: str) -> list[Judgement]:
        options = settings.judge.with_settings(settings).model_copy(update={"judge": (judge,), "cascade": False})
        with open_store(settings.store) as opened, watching(judge, quiet=quiet) as watch:
            async with open_judging(rubrics, options, opened, workers=settings.workers) as judging:
                end = await judging.judge_run(input_of(given.cases, path), watch=watch)
            if end.stopped:
                raise end.stopped
            return list(opened.judgements(end.run.id))

    made = [judgement for judge in judges for judgement in run_async(judged_by(judge))]
    return _Given([*given.judgements, *(("this run", one) for one in made)], given.ratings, given.cases)


def _wanted(metrics: list[str] | None) -> set[str]:
    return {metric.rpartition("/")[2] for metric in metrics or ()}


def _narrowed(given: _Given, metrics: list[str] | None) -> _Given:
    if not metrics:
        return given
    wanted = _wanted(metrics)
    tasks = {one.case_id: one.task for _, one in given.judgements} | {case.id: case.task for case in given.cases}

    def is_wanted(case_id: str, metric: str) -> bool:
        """A task before the metric counts where the case's own is known."""
        return metric in metrics or (metric in wanted and f"{tasks.get(case_id, '')}/{metric}" in metrics)

    ratings = [rating for rating in given.ratings if is_wanted(rating.case_id, rating.metric)]
    if not ratings:
        known = ", ".join(sorted({rating.metric for rating in given.ratings}))
        raise UsageError(f"nobody rated {', '.join(sorted(wanted))}; rated are {known}")
    judgements = [(file, one) for file, one in given.judgements if is_wanted(one.case_id, one.metric)]
    if given.judgements and not judgements:
        known = ", ".join(sorted({one.metric for _, one in given.judgements}))
        raise UsageError(f"no judgement is on {', '.join(sorted(wanted))}; judged are {known}")
    return _Given(judgements, ratings, given.cases)


def _by_judge(judgements: Iterable[tuple[str, Judgement]]) -> dict[str, list[Judgement]]:
    """Judgements by judge; a judge that is in several files is named with its file."""
    found: dict[tuple[str, str], list[Judgement]] = {}
    for file, judgement in judgements:
        found.setdefault((judgement.judge, file), []).append(judgement)
    names = [name for name, _ in found]
    return {name if names.count(name) == 1 else f"{name} ({file})": given for (name, file), given in found.items()}


def _tell(found: Agreement, output: str | None, *, show_all: bool, quiet: bool) -> None:
    if output:
        with open_output(output) as file:
            file.write(found.to_json() + "\n")
    elif show_all:
        show_table("Agreement with people", tables.ALL_COLUMNS, tables.all_figures(found))
    else:
        tables.show_agreement(found)
    if not quiet:
        for sentence in (*tables.matching_sentences(found), *tables.warnings(found)):
            say(sentence)


def _calibrate(judged: dict[str, list[Judgement]], ratings: list[Rating], path: str) -> None:
    if not judged:
        raise UsageError("--calibrate needs judgements")
    made = agreement.fit_calibrations(judged, ratings)
    with open_output(path) as file:
        file.write(made.to_text())
    if path != "-":
        show_table(f"Calibration: {path}", _CALIBRATION_COLUMNS, tables.calibration_rows(made.entries))


def _export(cases: Iterable[Case], path: str) -> None:
    with open_output(path) as file:
        file.writelines(case.to_json() + "\n" for case in cases)
