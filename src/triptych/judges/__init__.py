"""Judges: a case and its rubrics in, judgements out. `llm` asks a model, `jury` several, `cascade` one by one."""

from triptych.judges._alone import judge, judge_sync
from triptych.judges._forecast import Expected, forecast
from triptych.judges._judge import Judge, Judged
from triptych.judges._open import JudgeOptions, OpenJudge, known_judges, open_judge
from triptych.judges._stage import CaseToJudge, JudgingStage, make_ready
from triptych.judges._summary import MetricSummary, Summary, student_quantile

__all__ = [
    "CaseToJudge",
    "Expected",
    "Judge",
    "JudgeOptions",
    "Judged",
    "JudgingStage",
    "MetricSummary",
    "OpenJudge",
    "Summary",
    "forecast",
    "judge",
    "judge_sync",
    "known_judges",
    "make_ready",
    "open_judge",
    "student_quantile",
]
