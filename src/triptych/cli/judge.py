"""Judge texts on named rubrics, 1 to 5 each, by measurement or with a model."""

from typing import Annotated, Any

import typer

from triptych.cli import _options as opts
from triptych.cli import _output as out
from triptych.cli._main import run_async
from triptych.errors import UsageError
from triptych.options import JUDGE

_WHAT, _GATES = "What is judged", "Gates"
_FAIL_ANY = "`--fail-under` is about every single text instead of the mean."
_CALIBRATION = "Map values to people's as `triptych agree --calibrate FILE` found; the signature says so."
_CASES = "A file of cases, a JSON line each; `-` is standard input."
_PRODUCT = "For one text: a file of products; may be repeated."
_TEXT = "For one text: the text; `-` reads it from standard input."
_DRY_RUN = "Show calls, tokens and cost; call nobody."
_FAIL_UNDER = "Exit 1 where the mean is lower; may be repeated."
_SYSTEM = "Gates count only this system's texts; may be repeated."
_MIN_SCORED = "Exit 1 where fewer have a score."


@opts.with_options(JUDGE)
def command(
    cases: Annotated[str | None, opts.argument("CASES", _CASES)] = None,
    output: opts.LinesOutput = None,
    metric: opts.Metric = None,
    task: Annotated[str | None, opts.option("TASK", "Only rubrics of this task.", panel=_WHAT)] = None,
    query: Annotated[str | None, opts.option("TEXT", "For one text: the shopper's words.", panel=_WHAT)] = None,
    product: Annotated[list[str] | None, opts.option("FILE", _PRODUCT, panel=_WHAT)] = None,
    text: Annotated[str | None, opts.option("TEXT", _TEXT, panel=_WHAT)] = None,
    rubrics: opts.Rubrics = None,
    workers: opts.Workers = None,
    calibration: Annotated[str | None, opts.option("FILE", _CALIBRATION, panel="Judges")] = None,
    dry_run: Annotated[bool, opts.option(None, _DRY_RUN, "--dry-run", panel="Spending")] = False,
    fail_under: Annotated[list[str] | None, opts.option("METRIC=SCORE", _FAIL_UNDER, panel=_GATES)] = None,
    fail_any: Annotated[bool, opts.option(None, _FAIL_ANY, "--fail-any", panel=_GATES)] = False,
    system: Annotated[list[str] | None, opts.option("NAME", _SYSTEM, panel=_GATES)] = None,
    min_scored: Annotated[float | None, opts.option("SHARE", _MIN_SCORED, panel=_GATES, min=0.0, max=1.0)] = None,
    limit: opts.Limit = None,
    strict: opts.Strict = False,
    store: opts.Store = None,
    quiet: opts.Quiet = False,
    verbose: opts.Verbose = False,
    **options: Any,
) -> None:
    """Judge texts on named rubrics, 1 to 5 each, by measurement or with a model.

    CASES has one case a line. Without `--judge` no model is asked: the embedded judge measures, in worker processes.
    The same command goes on where it stopped and sends nothing twice. The summary is printed; `-o` takes the
    judgements. One text is judged without a file by --task, --query, --product and --text. The key of an endpoint is
    taken from `OPENAI_API_KEY`, and `OPENAI_BASE_URL` names the endpoint of judges that name none. What is said in
    `[judge]` of `triptych.toml` need not be said here.

    - `triptych judge texts.jsonl -o judgements.jsonl`
    - `triptych judge texts.jsonl --judge openai:gpt-4o-mini --metric faithfulness --fail-under faithfulness=4`
    - `triptych judge texts.jsonl --fail-under faithfulness=4 --fail-any --system candidate`
    - `triptych judge texts.jsonl --judge openai:llama3.1:8b@http://localhost:11434/v1 --samples 5`
    - `triptych judge --task explanation --query "quiet blender" --product blender.json --text "It is quiet."`
    """
    # To import what does the work takes ten times as long as the options.
    from triptych.agreement import load_calibration
    from triptych.catalog import ReadOptions, read_cases
    from triptych.cli import _judging as judging
    from triptych.pipeline import input_from
    from triptych.rubrics import find_rubrics

    settings = out.announced_settings(store=store, rubrics=rubrics, workers=workers, judge=options)
    chosen = settings.judge.with_settings(settings)
    found = find_rubrics(metric or (), task, settings.rubrics)
    if not found:
        names = " or ".join(metric or ())
        raise UsageError(f"the task {task} has no metric {names}; `triptych rubrics list` shows all")
    if dry_run and chosen.retry_unscored:
        raise UsageError("--dry-run does not know which replies have no score; leave --retry-unscored out")
    if fail_any and not fail_under:
        raise UsageError("--fail-any is about --fail-under METRIC=SCORE; give that as well")
    if system and not fail_under and min_scored is None:
        raise UsageError("--system is about the gates, --fail-under and --min-scored; give one as well")
    least = tuple(judging.read_gate(gate, found) for gate in fail_under or ())
    gates = judging.Gates(least, min_scored, tuple(system or ()), fail_any)
    calibrations = load_calibration(calibration) if calibration else None
    plan = judging.JudgePlan(found, settings, chosen, output, calibrations, limit, quiet, gates)
    reading = ReadOptions.said(strict=strict, limit=limit, verbose=verbose)
    cluster = None if cases is None or dry_run else out.choose_cluster(chosen, cases, reading, output)
    if cluster:
        results: judging.Results | None = judging.judge_on(cluster, plan)
    elif cases is None:
        case = judging.make_case(task, query, product or [], text)
        results = run_async(judging.show_forecast(plan, [case]) if dry_run else judging.judge_one(plan, case))
    elif query is not None or product or text is not None:
        raise UsageError(f"--query, --product and --text make one case of their own; leave them out, or {cases}")
    else:
        stream = read_cases(cases, reading)
        if dry_run:
            results = run_async(judging.show_forecast(plan, stream))
            if not quiet:
                out.say_report(stream.report)
        else:
            results = run_async(judging.judge_file(plan, input_from(cases, stream, reading)))
    missed = judging.check_gates(results, gates) if results else []
    for sentence in missed:
        out.complain(sentence)
    if missed:
        raise typer.Exit(1)
