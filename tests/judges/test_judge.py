"""Cases made ready for judges, with the rubrics of their task."""

from collections.abc import Sequence

import pytest

from judged_cases import make_case
from triptych.calls.fence import fence_case
from triptych.judges import make_ready, round_score
from triptych.judges._judge import Prompts
from triptych.records import Case, Rubric
from triptych.rubrics import find_rubrics, load_rubric, render_all

RUBRICS = [load_rubric("opinion/coherence"), load_rubric("comparison/clarity"), load_rubric("opinion/fluency")]


def show(case: Case, rubrics: Sequence[Rubric]) -> Prompts:
    return {prompt.rubric: prompt for prompt in render_all(rubrics, case, fence_case(case, b"s" * 32))}


def test_a_case_is_given_the_rubrics_of_its_task_and_none_is_left_out() -> None:
    others = [rubric for rubric in find_rubrics() if rubric.task == "explanation"]
    cases = [make_case(number) for number in range(3)]
    given = list(make_ready(cases, RUBRICS))
    assert [one.case for one in given] == cases
    assert [one.position for one in given] == [0, 1, 2]
    assert [one.rubrics for one in given] == [(RUBRICS[0], RUBRICS[2])] * 3
    assert list(make_ready(cases, others)) == []


def test_prompts_are_rendered_for_what_is_not_done() -> None:
    cases = [make_case(number) for number in range(4)]
    ready = list(make_ready(cases, RUBRICS, show, done=3))
    assert [one.prompts is None for one in ready] == [True, True, True, False]
    assert list(ready[3].prompts or ()) == ["opinion/coherence", "opinion/fluency"]
    assert ready[0].digest == next(make_ready(cases, RUBRICS)).digest != ready[1].digest


@pytest.mark.parametrize(("value", "score"), [(1.0, 1), (1.49, 1), (1.5, 2), (2.5, 3), (3.49, 3), (4.5, 5), (5.0, 5)])
def test_halves_go_up(value: float, score: int) -> None:
    assert round_score(value) == score
