"""Judges: a case and its rubrics in, judgements out. `llm` asks a model, `jury` several, `cascade` one by one."""

from triptych.judges._judge import CaseToJudge as CaseToJudge
from triptych.judges._judge import Judge as Judge
from triptych.judges._judge import Judged as Judged
from triptych.judges._judge import judging_work as judging_work
from triptych.judges._judge import make_ready as make_ready
from triptych.judges._judge import round_score as round_score
from triptych.judges._judge import sign as sign
from triptych.judges._judge import unscored as unscored
from triptych.judges._open import OpenJudge as OpenJudge
from triptych.judges._open import open_judge as open_judge
from triptych.judges._summary import MetricSummary as MetricSummary
from triptych.judges._summary import Summary as Summary
from triptych.judges._summary import mean_interval as mean_interval
