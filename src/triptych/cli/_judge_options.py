"""The options of `triptych judge`, by what they are about."""

from pathlib import Path
from typing import Annotated, Any

import typer

from triptych.judges.jury import Combination


def _option(*names: str, panel: str, **told: Any) -> Any:
    return typer.Option(*names, rich_help_panel=panel, **told)


def _maybe(*names: str, panel: str, **told: Any) -> Any:
    """An option that need not be given."""
    return _option(*names, panel=panel, show_default=False, **told)


CasesArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="CASES", help="A file of cases, a JSON line each; `-` is standard input.", show_default=False
    ),
]

_WHAT = "What is judged"
MetricOption = Annotated[
    list[str] | None,
    _maybe(
        "--metric",
        panel=_WHAT,
        metavar="METRIC",
        help="`comparison/clarity`, or `clarity` in every task; may be repeated (default: all).",
    ),
]
TaskOption = Annotated[str | None, _maybe("--task", panel=_WHAT, metavar="TASK", help="Only rubrics of this task.")]
QueryOption = Annotated[
    str | None, _maybe("--query", panel=_WHAT, metavar="TEXT", help="For one text: the shopper's words.")
]
ProductOption = Annotated[
    list[str] | None,
    _maybe("--product", panel=_WHAT, metavar="FILE", help="For one text: a file of products; may be repeated."),
]
TextOption = Annotated[
    str | None,
    _maybe("--text", panel=_WHAT, metavar="TEXT", help="For one text: the text; `-` reads it from standard input."),
]

_JUDGES = "Judges"
JudgeOption = Annotated[
    list[str] | None,
    _maybe(
        "--judge",
        panel=_JUDGES,
        metavar="JUDGE",
        help="`embedded` (the default: no model), `openai:MODEL[@URL]`, `gguf:PATH` or `scripted:FILE`; "
        "several make a jury.",
    ),
]
CalibrationOption = Annotated[
    str | None,
    _maybe(
        "--calibration",
        panel=_JUDGES,
        metavar="FILE",
        help="Map values to people's as `triptych agree --calibrate FILE` found; the signature says so.",
    ),
]
SamplesOption = Annotated[
    int, _option("--samples", panel=_JUDGES, min=1, max=1000, metavar="N", help="Replies for each rubric.")
]
StopAtStderrOption = Annotated[
    float | None,
    _maybe(
        "--stop-at-stderr",
        panel=_JUDGES,
        min=0.0,
        metavar="E",
        help="Stop sampling once the standard error of the mean is this small.",
    ),
]
TemperatureOption = Annotated[
    float | None,
    _maybe("--temperature", panel=_JUDGES, min=0.0, metavar="T", help="Default 0, or 0.7 with several samples."),
]
SeedOption = Annotated[int | None, _maybe("--seed", panel=_JUDGES, metavar="N", help="Sent to the model.")]
ModelOptionOption = Annotated[
    list[str] | None,
    _maybe(
        "--model-option",
        panel=_JUDGES,
        metavar="K=V",
        help="A further field of each request, or of loading a GGUF file (`n_ctx=16384`); `K=null` takes one out.",
    ),
]
LogprobsOption = Annotated[
    bool, _option("--logprobs/--no-logprobs", panel=_JUDGES, help="Ask for the probabilities of the score.")
]
ContextTokensOption = Annotated[
    int | None,
    _maybe(
        "--context-tokens",
        panel=_JUDGES,
        min=1000,
        metavar="N",
        help="The model's context, where the server does not tell; larger cases are cut to it.",
    ),
]
JuryOption = Annotated[Combination, _option("--jury", panel=_JUDGES, help="How a jury's scores become one.")]
CascadeOption = Annotated[
    bool, _option("--cascade", panel=_JUDGES, help="Ask each further judge only where the one before is unsure.")
]
SureOption = Annotated[
    float,
    _option("--sure", panel=_JUDGES, min=0.0, max=1.0, metavar="C", help="The certainty that settles in a cascade."),
]

_CALLS = "Calls"
ConcurrencyOption = Annotated[
    int | None, _maybe("--concurrency", panel=_CALLS, min=1, metavar="N", help="Calls in flight (default 32).")
]
RpmOption = Annotated[
    float | None, _maybe("--rpm", panel=_CALLS, min=0.001, metavar="N", help="Calls a minute, at most.")
]
TpmOption = Annotated[float | None, _maybe("--tpm", panel=_CALLS, min=1, metavar="N", help="Tokens a minute, at most.")]
TimeoutOption = Annotated[
    float, _option("--timeout", panel=_CALLS, min=0.1, metavar="S", help="Seconds one call may take.")
]
PatienceOption = Annotated[
    float,
    _option(
        "--patience",
        panel=_CALLS,
        min=0.0,
        metavar="S",
        help="Seconds an endpoint may answer nothing before the run stops (exit 4).",
    ),
]
FreshOption = Annotated[bool, _option("--fresh", panel=_CALLS, help="Ask anew what the store has replies for.")]
RetryUnscoredOption = Annotated[bool, _option("--retry-unscored", panel=_CALLS, help="Judge again what has no score.")]
EngineOption = Annotated[str, _option("--engine", panel=_CALLS, metavar="ENGINE", help="Where the work runs.")]

_SPENDING = "Spending"
DryRunOption = Annotated[bool, _option("--dry-run", panel=_SPENDING, help="Tell calls, tokens and cost; call nobody.")]
BudgetTokensOption = Annotated[
    int | None,
    _maybe("--budget-tokens", panel=_SPENDING, min=1, metavar="N", help="Stop before more tokens than this (exit 3)."),
]
BudgetCostOption = Annotated[
    str | None,
    _maybe("--budget-cost", panel=_SPENDING, metavar="X", help="Stop before more money than this (exit 3)."),
]
PricesOption = Annotated[
    Path | None,
    _maybe("--prices", panel=_SPENDING, metavar="FILE", help="A TOML file of prices per million tokens."),
]

_GATES = "Gates"
FailUnderOption = Annotated[
    list[str] | None,
    _maybe(
        "--fail-under", panel=_GATES, metavar="METRIC=SCORE", help="Exit 1 where the mean is lower; may be repeated."
    ),
]
MinScoredOption = Annotated[
    float | None,
    _maybe("--min-scored", panel=_GATES, min=0.0, max=1.0, metavar="SHARE", help="Exit 1 where fewer have a score."),
]
