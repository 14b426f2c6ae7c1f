"""A bench judges each text once, and anew only where it is asked to."""

import asyncio
from collections.abc import Mapping, Sequence

from audited import make_bench, moody, steady
from triptych.audits import Bench, bundled_cases
from triptych.judges.llm import LlmJudge
from triptych.models.scripted import ScriptedModel
from triptych.records import Case, Judgement

OPINIONS = tuple(case for case in bundled_cases() if case.task == "opinion")
METRIC = "opinion/fluency"


def requests(bench: Bench) -> int:
    assert isinstance(bench.judge, LlmJudge) and isinstance(bench.judge.caller.model, ScriptedModel)
    return len(bench.judge.caller.model.requests)


def values(scores: Sequence[Mapping[str, Judgement]]) -> list[float | None]:
    return [one[METRIC].value for one in scores]


def test_known_texts_are_not_judged_again() -> None:
    bench = make_bench(steady, (METRIC,), OPINIONS)
    seen: list[int] = []
    bench.watch = seen.append
    first = asyncio.run(bench.judge_all(OPINIONS))
    again = asyncio.run(bench.judge_all([*OPINIONS[::-1], OPINIONS[0]]))
    assert requests(bench) == len(OPINIONS) and seen == [1, 2]
    assert again == [*first[::-1], first[0]]


def test_a_changed_text_is_another_text() -> None:
    bench = make_bench(steady, (METRIC,), OPINIONS)
    changed = OPINIONS[0].model_copy(update={"text": "Fine."})
    asyncio.run(bench.judge_all([OPINIONS[0], changed]))
    assert requests(bench) == 2


def test_judging_again_asks_anew() -> None:
    bench = make_bench(moody(), (METRIC,), OPINIONS[:1])
    rounds = [values(asyncio.run(bench.judge_again(OPINIONS[:1]))) for _ in range(2)]
    assert rounds == [[2.0], [4.0]]


def test_a_case_of_another_task_has_no_scores() -> None:
    comparison: Case = next(case for case in bundled_cases() if case.task == "comparison")
    bench = make_bench(steady, (METRIC,), OPINIONS)
    assert [rubric.name for rubric in bench.rubrics_for(OPINIONS[0])] == [METRIC]
    assert bench.rubrics_for(comparison) == ()
    assert asyncio.run(bench.judge_all([comparison, OPINIONS[0]]))[0] == {}
