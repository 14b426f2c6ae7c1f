"""The stages on one page: one service to read, one to write, one to judge, one to audit.

    read_products(products)                        what reviewers say, product by product
    open_writing(options, store)  -> WritingService  .write(shortlist), or .write_run(input) that the store keeps
    open_judging(rubrics, options, store) -> JudgingService  .judge(case), or .judge_run(input) that the store keeps
    forecast(cases, rubrics, judge, store)         what judging would take
    audit_judge(options, rubrics, cases)           whether a judge can be trusted
    judge, judge_sync, judge_many, write_many      the same in one call, for a script or a notebook

Commands, Python, the web page and a cluster call these. All take a `watch` that is given the Progress as it is made,
and an `engine` that does the work elsewhere than on this machine. A run goes on where it stopped.
"""

from triptych.pipeline.judging import JudgingService, audit_judge, check_answered, forecast, open_judging
from triptych.pipeline.python import judge, judge_many, judge_sync, write_many
from triptych.pipeline.reading import read_products
from triptych.pipeline.runs import Progress, RunInput, Watcher, input_from, input_of
from triptych.pipeline.writing import WritingService, open_writing

__all__ = [
    "JudgingService",
    "Progress",
    "RunInput",
    "Watcher",
    "WritingService",
    "audit_judge",
    "check_answered",
    "forecast",
    "input_from",
    "input_of",
    "judge",
    "judge_many",
    "judge_sync",
    "open_judging",
    "open_writing",
    "read_products",
    "write_many",
]
