"""Judge texts on named rubrics, 1 to 5 each, by measurement or with a model."""

import asyncio
import json
import sys
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import chain

import typer
from pydantic import ValidationError

from triptych.agreement import Calibrations, load_calibration
from triptych.calls.budget import Prices, read_prices
from triptych.calls.caller import Limits
from triptych.calls.retry import Retry
from triptych.catalog import Stream, made_ahead, read_cases, read_products
from triptych.cli._inputs import choose_options, say_report
from triptych.cli._judge_options import (
    BudgetCostOption,
    BudgetTokensOption,
    CalibrationOption,
    CascadeOption,
    CasesArgument,
    ConcurrencyOption,
    ContextTokensOption,
    DryRunOption,
    EngineOption,
    FailUnderOption,
    FreshOption,
    JudgeOption,
    JuryOption,
    LogprobsOption,
    MetricOption,
    MinScoredOption,
    ModelOptionOption,
    PatienceOption,
    PricesOption,
    ProductOption,
    QueryOption,
    RetryUnscoredOption,
    RpmOption,
    SamplesOption,
    SeedOption,
    StopAtStderrOption,
    SureOption,
    TaskOption,
    TemperatureOption,
    TextOption,
    TimeoutOption,
    TpmOption,
)
from triptych.cli._judging import (
    Gate,
    check_answered,
    check_gates,
    fingerprinting,
    make_run,
    noting_end,
    read_gate,
    say_rest,
    show_expected,
    show_judgements,
    show_summary,
)
from triptych.cli._model_values import read_model_options, read_money
from triptych.cli._options import (
    LimitOption,
    OutputOption,
    QuietOption,
    RubricsOption,
    StoreOption,
    StrictOption,
    VerboseOption,
    WorkersOption,
)
from triptych.cli._output import STANDARD
from triptych.cli._progress import watch
from triptych.cli._results import Results
from triptych.cli._terminal import complain, say
from triptych.engines import spare_collector
from triptych.errors import BudgetReached, UsageError, unknown_name
from triptych.judges import JudgeOptions, JudgingStage, Summary, forecast, make_ready, open_judge
from triptych.judges.cascade import SURE
from triptych.judges.llm import Asking
from triptych.models import Connection
from triptych.pipeline import judge_cases
from triptych.plugins import names_in
from triptych.records import Case, Rubric
from triptych.rubrics import check_task, find_rubrics
from triptych.settings import load_settings
from triptych.stores import Store, open_store


@dataclass(frozen=True, slots=True)
class _Plan:
    """What one invocation is to do."""

    specs: tuple[str, ...]
    rubrics: tuple[Rubric, ...]
    options: JudgeOptions
    store: str
    output: str | None
    gates: tuple[Gate, ...]
    min_scored: float | None
    limit: int | None
    workers: int | None
    calibrations: Calibrations | None
    told: dict[str, object]
    quiet: bool


def command(
    cases: CasesArgument = None,
    output: OutputOption = None,
    judge: JudgeOption = None,
    metric: MetricOption = None,
    task: TaskOption = None,
    query: QueryOption = None,
    product: ProductOption = None,
    text: TextOption = None,
    rubrics: RubricsOption = None,
    samples: SamplesOption = 1,
    stop_at_stderr: StopAtStderrOption = None,
    temperature: TemperatureOption = None,
    seed: SeedOption = None,
    model_option: ModelOptionOption = None,
    logprobs: LogprobsOption = True,
    context_tokens: ContextTokensOption = None,
    jury: JuryOption = "mean",
    cascade: CascadeOption = False,
    sure: SureOption = SURE,
    workers: WorkersOption = None,
    calibration: CalibrationOption = None,
    concurrency: ConcurrencyOption = None,
    rpm: RpmOption = None,
    tpm: TpmOption = None,
    timeout: TimeoutOption = 180.0,
    patience: PatienceOption = 90.0,
    fresh: FreshOption = False,
    retry_unscored: RetryUnscoredOption = False,
    engine: EngineOption = "local",
    dry_run: DryRunOption = False,
    budget_tokens: BudgetTokensOption = None,
    budget_cost: BudgetCostOption = None,
    prices: PricesOption = None,
    fail_under: FailUnderOption = None,
    min_scored: MinScoredOption = None,
    limit: LimitOption = None,
    strict: StrictOption = False,
    store: StoreOption = None,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Judge texts on named rubrics, 1 to 5 each, by measurement or with a model.

    CASES has one case a line. Without `--judge` no model is asked: the embedded judge measures, in worker processes.
    The same command goes on where it stopped and sends nothing twice. The summary is printed; `-o` takes the
    judgements. One text is judged without a file by --task, --query, --product and --text. The key of an endpoint is
    taken from `OPENAI_API_KEY`, and `OPENAI_BASE_URL` names the endpoint of judges that name none.

    - `triptych judge texts.jsonl -o judgements.jsonl`
    - `triptych judge texts.jsonl --judge openai:gpt-4o-mini --metric faithfulness --fail-under faithfulness=4`
    - `triptych judge texts.jsonl --judge openai:llama3.1:8b@http://localhost:11434/v1 --samples 5`
    - `triptych judge --task explanation --query "quiet blender" --product blender.json --text "It is quiet."`
    """
    settings = load_settings(store=store, rubrics=rubrics, concurrency=concurrency, workers=workers)
    if engine not in names_in("triptych.engines"):
        raise unknown_name("engine", engine, names_in("triptych.engines"))
    found = find_rubrics(metric or (), task, settings.rubrics)
    if not found:
        raise UsageError(
            f"the task {task} has no metric {' or '.join(metric or ())}; `triptych rubrics list` shows all"
        )
    if stop_at_stderr is not None and samples < 3:
        raise UsageError("--stop-at-stderr looks at three samples or more; say how many at most with --samples, as 20")
    if dry_run and retry_unscored:
        raise UsageError("--dry-run does not know which replies have no score; leave --retry-unscored out")
    extra = read_model_options(model_option or [])
    retry = Retry(patience_seconds=patience, tell=None if quiet else say)
    plan = _Plan(
        specs=tuple(judge or ("embedded",)),
        rubrics=found,
        options=JudgeOptions(
            asking=Asking(
                samples=samples,
                temperature=temperature,
                seed=seed,
                stop_at_stderr=stop_at_stderr,
                wants_logprobs=logprobs,
                context_tokens=context_tokens,
                options=tuple(extra.items()),
            ),
            limits=Limits(settings.concurrency, rpm, tpm, retry),
            connection=Connection(
                settings.openai_base_url, settings.openai_api_key, settings.concurrency, timeout, extra
            ),
            prices=read_prices(prices) if prices else Prices(),
            budget_tokens=budget_tokens,
            budget_cost=read_money(budget_cost),
            combination=jury,
            is_cascade=cascade,
            sure=sure,
            is_fresh=fresh,
            retries_unscored=retry_unscored,
        ),
        store=settings.store,
        output=output,
        gates=tuple(read_gate(gate, found) for gate in fail_under or ()),
        min_scored=min_scored,
        limit=limit,
        workers=settings.workers,
        calibrations=load_calibration(calibration) if calibration else None,
        told={
            "samples": samples,
            "stop_at_stderr": stop_at_stderr,
            "temperature": temperature,
            "seed": seed,
            "model_options": json.dumps(extra, sort_keys=True) if extra else None,
            "logprobs": logprobs,
            "context_tokens": context_tokens,
            "limit": limit,
        },
        quiet=quiet,
    )
    reading = choose_options(strict=strict, limit=limit, verbose=verbose)
    if cases is None:
        case = _one_case(task, query, product or [], text)
        if dry_run:
            asyncio.run(_tell_expected(plan, [case]))
        else:
            _gated(asyncio.run(_judge_one(plan, case)), plan)
    elif query is not None or product or text is not None:
        raise UsageError(f"--query, --product and --text make one case of their own; leave them out, or {cases}")
    elif dry_run:
        stream = read_cases(cases, reading)
        asyncio.run(_tell_expected(plan, stream))
        if not quiet:
            say_report(stream.report)
    else:
        _gated(asyncio.run(_judge_file(plan, cases, read_cases(cases, reading))), plan)


async def _judge_file(plan: _Plan, source: str, stream: Stream[Case]) -> Summary:
    """Judge what is missing, then write and show all of the run; a budget that stops it is raised after that."""
    # A file that is wrong from its first row on leaves no run behind.
    first = next(stream.records)
    stopped: BudgetReached | None = None
    with (
        fingerprinting(source) as fingerprinted,
        open_store(plan.store) as store,
        Results(plan.output, plan.calibrations) as results,
    ):
        async with open_judge(plan.specs, plan.options, store) as opened:
            content = await fingerprinted()
            spare_collector()
            run = store.start_run(make_run(source, content, opened.judge.name, plan.rubrics, plan.told))
            done = store.tally(run.id).cases
            stage = JudgingStage(
                store,
                run.id,
                opened.judge,
                retry_unscored=plan.options.retries_unscored,
                # Of a run that has nothing yet, nothing needs to be looked up.
                is_fresh=plan.options.is_fresh or not done,
                # What came in an earlier start is read back, and with it all the rest.
                told=None if done else results.hear,
            )
            ready = make_ready(chain([first], stream), plan.rubrics, opened.show, done=done)
            try:
                with (
                    noting_end(store, run),
                    made_ahead(source, ready, stream.report) as cases,
                    watch("judging", quiet=plan.quiet) as watcher,
                ):
                    # While the first cases are made ready.
                    await opened.learn_contexts()
                    await judge_cases(
                        stage,
                        cases,
                        plan.rubrics,
                        concurrency=plan.options.limits.concurrency,
                        workers=plan.workers,
                        total=content.rows(plan.limit),
                        watch=watcher,
                    )
            except BudgetReached as error:
                stopped = error
        tally = store.tally(run.id)
        if opened.llms and tally.unreached == tally.judgements and not stopped:
            check_answered(store.judgements(run.id))
        is_whole = results.taken == tally.judgements
        summary = results.finish(() if is_whole else store.judgements(run.id))
        if plan.output != STANDARD:
            show_summary(summary, plan.options.prices.currency)
        if not plan.quiet:
            say_report(stream.report)
            say_rest(summary, opened)
            say(f"the run {run.id} is in {store.label}")
    if stopped:
        raise stopped
    if not summary.total:
        raise UsageError(f"no case of {source} is of a task that {', '.join(r.name for r in plan.rubrics)} can judge")
    return summary


async def _judge_one(plan: _Plan, case: Case) -> Summary:
    """Judge one text and show what is said of it."""
    with open_store(plan.store) as store:
        async with open_judge(plan.specs, plan.options, store) as opened:
            judged = await opened.judge.judge_case(
                case, [rubric for rubric in plan.rubrics if rubric.task == case.task]
            )
    judgements = [one.judgement for one in judged]
    if opened.llms and not any(one.is_final for one in judged):
        check_answered(judgements)
    if plan.output != STANDARD:
        show_judgements(judgements)
    with Results(plan.output, plan.calibrations) as results:
        return results.finish(judgements)


async def _tell_expected(plan: _Plan, cases: Iterable[Case]) -> None:
    """Show what judging would take; a store that is not there is not made."""
    store: Store | None = None
    if not plan.options.is_fresh:
        try:
            store = open_store(plan.store, create=False)
        except UsageError as error:
            if not plan.quiet:
                say(f"note: no replies are kept as yet ({error})")
    with store or nullcontext():
        async with open_judge(plan.specs, plan.options, store) as opened:
            show_expected(forecast(cases, plan.rubrics, opened, store), plan.options.prices.currency)


def _gated(summary: Summary, plan: _Plan) -> None:
    """Exit 1 where a gate was missed, saying what missed it."""
    missed = check_gates(summary, plan.gates, plan.min_scored)
    for sentence in missed:
        complain(sentence)
    if missed:
        raise typer.Exit(1)


def _one_case(task: str | None, query: str | None, files: Sequence[str], text: str | None) -> Case:
    """The case that --task, --query, --product and --text make."""
    if task is None or text is None or not files:
        raise UsageError("give a file of CASES, or one text by --task, --product and --text (and --query)")
    products = [product for file in files for product in read_products(file)]
    words = sys.stdin.read() if text == STANDARD else text
    if not words.strip():
        raise UsageError("the text is empty; --text TEXT gives it, and --text - reads it from standard input")
    try:
        return Case.model_validate({"task": check_task(task), "query": query, "products": products, "text": words})
    except ValidationError as error:
        problems = (problem["msg"].removeprefix("Value error, ") for problem in error.errors())
        raise UsageError("; ".join(problems)) from None
