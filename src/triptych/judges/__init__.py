"""Judges: a case and its rubrics in, judgements out. `llm` asks a model, `jury` several, `cascade` one by one."""

from triptych.judges._judge import CaseToJudge, Judge, Judged, judging_work, make_ready, round_score, sign, unscored
from triptych.judges._open import OpenJudge, open_judge
from triptych.judges._summary import MetricSummary, Summary, mean_interval

__all__ = [
    "CaseToJudge",
    "Judge",
    "Judged",
    "MetricSummary",
    "OpenJudge",
    "Summary",
    "judging_work",
    "make_ready",
    "mean_interval",
    "open_judge",
    "round_score",
    "sign",
    "unscored",
]
