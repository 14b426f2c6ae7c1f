"""Judges: a case and its rubrics in, judgements out. `llm` asks a model, `jury` several, `cascade` one by one."""

from triptych.judges._judge import (
    CaseToJudge,
    Judge,
    Judged,
    Show,
    judging_work,
    make_ready,
    round_score,
    sign,
    unscored,
)
from triptych.judges._open import OpenJudge, known_judges, open_judge
from triptych.judges._summary import MetricSummary, Summary, mean_interval, student_quantile

__all__ = [
    "CaseToJudge",
    "Judge",
    "Judged",
    "MetricSummary",
    "OpenJudge",
    "Show",
    "Summary",
    "judging_work",
    "known_judges",
    "make_ready",
    "mean_interval",
    "open_judge",
    "round_score",
    "sign",
    "student_quantile",
    "unscored",
]
