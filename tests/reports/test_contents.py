"""What a report holds can name and add up itself."""

from reported import run
from triptych.records import Usage
from triptych.reports import make_contents


def test_a_metric_is_named_with_its_task_and_usage_is_added_over_runs() -> None:
    contents = make_contents([run("before"), run("after")])
    assert contents.standings[0].name == "explanation/clarity"
    one, two = contents.runs
    assert contents.usage == one.usage + two.usage and contents.usage.calls == 2 * one.usage.calls > 0
    assert contents.model_copy(update={"runs": ()}).usage == Usage()
