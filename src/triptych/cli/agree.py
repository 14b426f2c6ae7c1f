"""Hold judges against people: agreement, the human ceiling beside it, and length held constant."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Annotated

import typer

import triptych.agreement as agreement
from triptych.agreement._results import Level
from triptych.catalog import ReadOptions, Report, read_ratings
from triptych.catalog.benchmarks import load_benchmark
from triptych.cli import _options as opts
from triptych.cli import _output as out
from triptych.cli._judged import read_judged
from triptych.cli._main import run_async
from triptych.errors import UsageError
from triptych.records import Case, Judgement, Rating
from triptych.stores import open_store

_Figures = dict[str, tuple[str, Level]]
_KEY_FIGURES: _Figures = {"ρ by item": ("spearman", "by_item"), "ρ, length held": ("spearman_length_held", "by_item")}
_KEY_FIGURES |= {"like length": ("like_length_pairs", "pooled")}
_OTHER_FIGURES: _Figures = {"τ": ("kendall", "by_item"), "r": ("pearson", "by_item"), "pool": ("spearman", "pooled")}
_OTHER_FIGURES |= {"sys": ("spearman", "by_system"), "err": ("absolute_error", "pooled")}
_RHO_LEVELS: dict[Level, str] = {"by_item_defined": "by item", "pooled": "pooled"}
_LEGEND = "n cases; ρ skipping undefined items; τ, r by item; ρ pooled, by system; mean error; Krippendorff's α"
ALL_COLUMNS = ("metric", "who", "statistic", "level", "value", "low", "high", "count", "reason")
_MOST_REASONS = 3
_FILES = (
    "Judgement files, or runs in the store, then the ratings (CSV, JSONL or Parquet: case_id, metric, rater, score). "
    "With `--benchmark`, judgements only, or none."
)
_BENCHMARK = "`summeval-op`, `opinsummeval` or `rated-texts`, and where its files lie."
_CALIBRATE = "Also learn how to map the judge's scores to people's; `triptych judge --calibration FILE` applies it."
_CALIBRATION_COLUMNS = ("metric", "judge", "labels", "method", "error", "held out", "gain")
_JUDGE = "Judge the benchmark's cases first (repeat: side by side)."
_EXPORT_CASES = "Write the benchmark's cases, and end."


def command(
    files: Annotated[list[str] | None, opts.argument("JUDGEMENTS... RATINGS", _FILES)] = None,
    benchmark: Annotated[tuple[str, str] | None, opts.option("NAME PATH", _BENCHMARK)] = None,
    judge: Annotated[list[str] | None, opts.option(None, _JUDGE)] = None,
    metric: Annotated[list[str] | None, opts.option(None, "Only these metrics (repeat).")] = None,
    calibrate: Annotated[str | None, opts.option("FILE", _CALIBRATE, callback=out.check_output)] = None,
    output: opts.Output = None,
    export_cases: Annotated[str | None, opts.option("FILE", _EXPORT_CASES, callback=out.check_output)] = None,
    common: Annotated[bool, opts.option(None, "Only cases that all judges scored.", "--common")] = False,
    show_all: Annotated[bool, opts.option(None, "Every statistic with its interval, one a row.", "--all")] = False,
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
    out.refuse_ending(output, "JSON", ".json")
    if (judge or export_cases) and benchmark is None:
        raise UsageError("--judge and --export-cases need --benchmark NAME PATH")
    reading = ReadOptions.said(strict=strict, verbose=verbose)
    judged_files, runs, cases = files or [], list[agreement.JudgedRun](), tuple[Case, ...]()
    if benchmark is None:
        if len(judged_files) < 2:
            raise UsageError("give judgements and then ratings: `triptych agree judgements.jsonl ratings.csv`")
        *judged_files, rated = judged_files
        try:
            ratings = out.read_all(read_ratings(rated, reading))
        except UsageError as error:
            raise UsageError(f"{error} (the file that is named last holds the ratings)") from None
    else:
        report = Report(reading)
        loaded = load_benchmark(*benchmark, report)
        out.say_report(report)
        ratings, cases = list(loaded.ratings), loaded.cases
        if export_cases:
            with out.open_output(export_cases) as file:
                file.writelines(case.to_json() + "\n" for case in cases)
            return
    if judged_files:
        url = out.announced_settings(store=store).store
        runs = [read_judged(file, url, reading) for file in judged_files]
    if benchmark and judge:
        wanted = {name.rpartition("/")[2] for name in metric or ()} or {rating.metric for rating in ratings}
        runs += _judge(judge, cases, benchmark[1], wanted, store=store, quiet=quiet)
    if metric:
        runs, ratings = _narrowed(runs, ratings, cases, metric)
    judged = _by_judge(runs)
    found = agreement.measure_agreement(judged, ratings, cases=cases, resamples=resamples, seed=seed, common=common)
    _tell(found, output, show_all=show_all, quiet=quiet)
    if calibrate:
        _calibrate(judged, ratings, calibrate)


def _judge(
    judges: list[str], cases: Sequence[Case], path: str, metrics: set[str], *, store: str | None, quiet: bool
) -> Iterator[agreement.JudgedRun]:
    """A benchmark's cases as each judge scores them now."""
    # The judges bring the model client with them; without --judge nobody waits for that.
    from triptych.pipeline import input_of, open_judging
    from triptych.rubrics import find_rubrics

    settings = out.announced_settings(store=store)
    rubrics = [rubric for rubric in find_rubrics((), "opinion", settings.rubrics) if rubric.metric in metrics]

    async def judged_by(judge: str) -> list[Judgement]:
        options = settings.judge.with_settings(settings).model_copy(update={"judge": (judge,), "cascade": False})
        with open_store(settings.store) as opened, out.watching(judge, quiet=quiet) as watch:
            async with open_judging(rubrics, options, opened, workers=settings.workers) as judging:
                end = await judging.judge_run(input_of(cases, path), watch=watch)
            if end.stopped:
                raise end.stopped
            return list(opened.judgements(end.run.id))

    for judge in judges:
        yield agreement.JudgedRun("this run", run_async(judged_by(judge)))


def _narrowed(
    runs: list[agreement.JudgedRun], ratings: list[Rating], cases: Sequence[Case], metrics: list[str]
) -> tuple[list[agreement.JudgedRun], list[Rating]]:
    """What is about some metrics; a task before one counts where the case's own is known."""
    judged = [one for run in runs for one in run.judgements]
    tasks = {one.case_id: one.task for one in judged} | {case.id: case.task for case in cases}

    def is_wanted(one: Rating | Judgement) -> bool:
        return one.metric in metrics or f"{tasks.get(one.case_id)}/{one.metric}" in metrics

    for some, nobody, done in ((ratings, "nobody rated", "rated"), (judged, "no judgement is on", "judged")):
        if some and not any(map(is_wanted, some)):
            wanted = ", ".join(sorted({metric.rpartition("/")[2] for metric in metrics}))
            known = ", ".join(sorted({one.metric for one in some}))
            raise UsageError(f"{nobody} {wanted}; {done} are {known}")
    narrowed = [replace(run, judgements=list(filter(is_wanted, run.judgements))) for run in runs]
    return narrowed, list(filter(is_wanted, ratings))


def _by_judge(runs: Iterable[agreement.JudgedRun]) -> dict[str, list[Judgement]]:
    """Judgements by judge; a judge that is in several files is named with its file."""
    found: dict[tuple[str, str], list[Judgement]] = {}
    for run in runs:
        for judgement in run.judgements:
            found.setdefault((judgement.judge, run.name), []).append(judgement)
    names = [name for name, _ in found]
    return {name if names.count(name) == 1 else f"{name} ({file})": given for (name, file), given in found.items()}


def _tell(found: agreement.Agreement, output: str | None, *, show_all: bool, quiet: bool) -> None:
    if output:
        with out.open_output(output) as file:
            file.write(found.to_json() + "\n")
    elif show_all:
        out.show_table("Agreement with people", ALL_COLUMNS, all_figures(found))
    else:
        show_agreement(found)
    if not quiet:
        for sentence in (*matching_sentences(found), *warnings(found)):
            out.say(sentence)


def _calibrate(judged: dict[str, list[Judgement]], ratings: list[Rating], path: str) -> None:
    if not judged:
        raise UsageError("--calibrate needs judgements")
    made = agreement.fit_calibrations(judged, ratings)
    with out.open_output(path) as file:
        file.write(made.to_text())
    rows = []
    for one in made.entries:
        ways = {"none": "nothing helps", "shift": f"shift {one.shift:+.2f}"}
        how = ways.get(one.method, f"curve of {len(one.knots)} points")
        errors = f"{one.error_before:.2f}", f"{one.error_after:.2f}"
        rows.append((f"{one.task}/{one.metric}", one.judge, one.labels, how, *errors, _with_interval(one.gain)))
    if path != out.STANDARD:
        out.show_table(f"Calibration: {path}", _CALIBRATION_COLUMNS, rows)


def show_agreement(found: agreement.Agreement) -> None:
    """The figures that matter most and then the others; off a terminal, both on one line."""
    alphas = {alpha.metric: alpha.alpha for alpha in found.alphas}
    if not out.is_terminal():
        rows = [(row.metric, row.who, *_key_cells(row), *_other_cells(row, alphas)) for row in found.rows]
        out.show_table(None, (), rows)
        return
    keys = _grouped((row, _key_cells(row)) for row in found.rows)
    out.show_table("Agreement with people, 95 % intervals", ("", *_KEY_FIGURES), keys)
    others = _grouped((row, _other_cells(row, alphas)) for row in found.rows)
    out.show_table(_LEGEND, ("", "n", "skip", *_OTHER_FIGURES, "α"), others)


def _key_cells(row: agreement.AgreementRow) -> tuple[str, ...]:
    return tuple(_with_interval(row.figure(*one)) for one in _KEY_FIGURES.values())


def _other_cells(row: agreement.AgreementRow, alphas: Mapping[str, agreement.Estimate]) -> tuple[str, ...]:
    skipped = _short(row.figure("spearman", "by_item_defined"))
    skipped += f" ({row.undefined_items})" if row.undefined_items else ""
    alpha = _short(alphas[row.metric]) if row.who == agreement.LEAVE_ONE_OUT and row.metric in alphas else ""
    return str(row.cases), skipped, *(_short(row.figure(*one)) for one in _OTHER_FIGURES.values()), alpha


def _grouped(rows: Iterable[tuple[agreement.AgreementRow, tuple[str, ...]]]) -> Iterator[Sequence[str]]:
    """Rows under a line with their metric, which saves a column."""
    metric = None
    for row, cells in rows:
        if row.metric != metric:
            metric = row.metric
            yield metric, *("" for _ in cells)
        yield f" {row.who}", *cells


def all_figures(found: agreement.Agreement) -> Iterator[Sequence[str]]:
    """Every statistic of every row, with its interval and what it rests on."""
    for row in found.rows:
        for figure in row.figures:
            numbers = ("" if number is None else f"{number:.4f}" for number in (figure.value, figure.low, figure.high))
            yield row.metric, row.who, figure.statistic, figure.level, *numbers, str(figure.count), figure.reason or ""
    for alpha in found.alphas:
        value = "" if alpha.alpha.value is None else f"{alpha.alpha.value:.4f}"
        count, reason = str(alpha.alpha.count), alpha.alpha.reason or ""
        yield alpha.metric, f"{alpha.raters} raters", "krippendorff_alpha", "pooled", value, "", "", count, reason


def matching_sentences(found: agreement.Agreement) -> Iterator[str]:
    """What was held against what."""
    people = f"{found.raters} people" if found.raters != 1 else "1 person"
    pairs = _counted(found.rated, "case and metric pair")
    yield f"{_counted(found.ratings, 'rating')} by {people}, of {pairs}"
    for matching in found.matching:
        matched = f"{matching.matched} matched a rating ({_counted(matching.cases, 'case')})"
        yield f"{matching.judge}: {_counted(matching.judgements, 'judgement')}, {matched}"
        counts = {
            "rated, but the judge gave no score": sum(matching.unscored.values()),
            "rated, but the case was not judged": matching.not_judged_cases,
            "rated, but not judged on that metric": matching.not_judged_metrics,
            "judged, but the case was not rated": matching.not_rated_cases,
            "judged, but not rated on that metric": matching.not_rated_metrics,
        }
        yield from (f"{matching.judge}: {count} {what}" for what, count in counts.items() if count)
        for reason, count in list(matching.unscored.items())[:_MOST_REASONS]:
            yield f"{matching.judge}: {count} unscored: {reason}"
        if matching.examples:
            yield f"{matching.judge}: not matched, for example: {'; '.join(matching.examples)}"


def warnings(found: agreement.Agreement) -> Iterator[str]:
    """What the figures do not show by themselves."""
    yield from found.notes
    metric = agreement.ALL_METRICS if any(row.metric == agreement.ALL_METRICS for row in found.rows) else None
    rows = [row for row in found.rows if metric is None or row.metric == metric]
    lengths = {row.metric: row.figure("spearman", "by_item") for row in rows if row.who == agreement.WORD_COUNT}
    for row in rows:
        own, length = row.figure("spearman", "by_item"), lengths.get(row.metric)
        if row.kind != "judge" or not own or not length or own.value is None or length.value is None:
            continue
        if length.value > 0 and own.value <= length.value:
            how = "as well as" if _short(own) == _short(length) else "better than"
            agrees = f"beware: counting words agrees with people {how} {row.who} does"
            yield f"{agrees} (ρ {_short(length)} and {_short(own)}); look at what is left with length held"
    undefined: dict[str, None] = {}
    for row in found.rows:
        for level, named in _RHO_LEVELS.items():
            figure = row.figure("spearman", level)
            if row.kind == "judge" and figure and figure.reason:
                undefined[f"{row.metric}, {row.who}: no ρ {named}: {figure.reason}"] = None
    yield from islice(undefined, _MOST_REASONS)


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'s' if count != 1 else ''}"


def _short(estimate: agreement.Estimate | None) -> str:
    return "–" if estimate is None or estimate.value is None else f"{estimate.value:.2f}"


def _with_interval(estimate: agreement.Estimate | None) -> str:
    if estimate is None or estimate.value is None or estimate.low is None or estimate.high is None:
        return _short(estimate)
    low, high = (f"{bound:.2f}".replace("0.", ".", 1) for bound in (estimate.low, estimate.high))
    return f"{estimate.value:.2f} [{low}, {high}]"
