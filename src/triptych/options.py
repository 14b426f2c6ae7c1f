"""The options of judging and writing: what each takes, its default, its limits and its help.

The command line makes its options of these, and `settings.py` the records that Python and `triptych.toml` fill. They
are apart from the records because Pydantic takes as long to import as all else that a help needs.
"""

from dataclasses import dataclass
from typing import Any, Literal

Combination = Literal["mean", "median"]
SURE = 0.6
"""The least certainty that settles a judgement in a cascade."""


@dataclass(frozen=True)
class Option:
    """One option."""

    kind: Any
    """What the command line reads it as: `list[str]` for what may be repeated, `str` for what its record reads."""
    default: object
    """What holds where nobody says otherwise."""
    words: str
    """Its help."""
    panel: str
    """The section of the help that it stands in."""
    metavar: str | None = None
    """What stands for its value in the help."""
    least: float | None = None
    """The smallest number that is taken."""
    most: float | None = None
    """The largest number that is taken."""


_ADDRESS = "The Ray cluster to join (default: that of this machine, or one for the while)."
_SHARDS = "With --engine ray: the folder or URL for Parquet shards (default: OUTPUT.shards)."
_MODEL_OPTION = "A further field of each request, or of loading a GGUF file (`n_ctx=16384`); `K=null` takes one out."
_CONTEXT = "The model's context, where the server does not say; larger cases are cut to it."
_PATIENCE = "Seconds an endpoint may answer nothing before the run stops (exit 4)."
_MODELS = "`openai:MODEL[@URL]`, `gguf:PATH` or `scripted:FILE`"
_JUDGE = f"`embedded` (the default: no model), {_MODELS}; several make a jury."
_STDERR = "Stop sampling once the standard error of the mean is this small."

ENGINE = {
    "engine": Option(str, "local", "Where the work runs: `local`, or `ray` for a cluster.", "Cluster", "ENGINE"),
    "address": Option(str, None, _ADDRESS, "Cluster", "ADDRESS"),
    "shards": Option(str, None, _SHARDS, "Cluster", "URL"),
}
"""Where the work runs."""

CALLS = ENGINE | {
    "seed": Option(int, None, "Sent to the model.", "Models", "N"),
    "model_option": Option(list[str], {}, _MODEL_OPTION, "Models", "K=V"),
    "context_tokens": Option(int, None, _CONTEXT, "Models", "N", least=1000),
    "concurrency": Option(int, None, "Calls in flight (default 32).", "Calls", "N", least=1),
    "rpm": Option(float, None, "Calls a minute, at most.", "Calls", "N", least=0.001),
    "tpm": Option(float, None, "Tokens a minute, at most.", "Calls", "N", least=1),
    "timeout": Option(float, 180.0, "Seconds one call may take.", "Calls", "S", least=0.1),
    "patience": Option(float, 90.0, _PATIENCE, "Calls", "S", least=0),
    "fresh": Option(bool, False, "Ask anew what the store has replies for.", "Calls"),
    "budget_tokens": Option(int, None, "Stop before more tokens than this (exit 3).", "Spending", "N", least=1),
    "budget_cost": Option(str, None, "Stop before more money than this (exit 3).", "Spending", "X"),
    "prices": Option(str, None, "A TOML file of prices per million tokens.", "Spending", "FILE"),
}
"""How models are asked, whatever for."""

JUDGE = {
    "judge": Option(list[str], ("embedded",), _JUDGE, "Judges", "JUDGE"),
    "samples": Option(int, 1, "Replies for each rubric.", "Judges", "N", least=1, most=1000),
    "stop_at_stderr": Option(float, None, _STDERR, "Judges", "E", least=0),
    "temperature": Option(float, None, "Default 0, or 0.7 with several samples.", "Judges", "T", least=0),
    "logprobs": Option(bool, True, "Ask for the probabilities of the score.", "Judges"),
    "jury": Option(Combination, "mean", "How a jury's scores become one.", "Judges"),
    "cascade": Option(bool, False, "Ask each further judge only where the one before is unsure.", "Judges"),
    "sure": Option(float, SURE, "The certainty that settles in a cascade.", "Judges", "C", least=0, most=1),
    "retry_unscored": Option(bool, False, "Judge again what has no score.", "Calls"),
} | CALLS
"""Who judges, and how."""

WRITE = {
    "writer": Option(str, "embedded", f"`embedded`, {_MODELS}.", "Writers", "WRITER"),
    "digest": Option(bool, False, "Send a model our notes on the sources alone, to save tokens.", "Writers"),
} | CALLS
"""Who writes, and how."""
