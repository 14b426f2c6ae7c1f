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

from triptych.pipeline.judging import JudgingService as JudgingService
from triptych.pipeline.judging import audit_judge as audit_judge
from triptych.pipeline.judging import check_answered as check_answered
from triptych.pipeline.judging import forecast as forecast
from triptych.pipeline.judging import open_judging as open_judging
from triptych.pipeline.python import judge as judge
from triptych.pipeline.python import judge_many as judge_many
from triptych.pipeline.python import judge_sync as judge_sync
from triptych.pipeline.python import write_many as write_many
from triptych.pipeline.reading import read_products as read_products
from triptych.pipeline.runs import Progress as Progress
from triptych.pipeline.runs import RunInput as RunInput
from triptych.pipeline.runs import Watcher as Watcher
from triptych.pipeline.runs import input_from as input_from
from triptych.pipeline.runs import input_of as input_of
from triptych.pipeline.writing import WritingService as WritingService
from triptych.pipeline.writing import open_writing as open_writing
