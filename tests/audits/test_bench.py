"""A bench judges each text once, and anew only where it is asked to."""

import asyncio
from collections.abc import Mapping, Sequence

from audited import make_bench, moody, steady
from triptych.audits import Bench, bundled_cases
from triptych.calls.fence import find_instructions
from triptych.judges.llm import LlmJudge
from triptych.models.scripted import ScriptedModel
from triptych.records import TASKS, Case, Judgement, count_words
from triptych.texts import read_comparison

OPINIONS = tuple(case for case in bundled_cases() if case.task == "opinion")
METRIC = "opinion/fluency"
CASES = bundled_cases()


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


def test_there_are_two_of_each_task() -> None:
    assert sorted(case.task for case in CASES) == sorted(TASKS * 2)
    assert len({case.id for case in CASES}) == len(CASES)


def test_texts_keep_to_their_limits() -> None:
    for case in CASES:
        if case.task == "comparison":
            comparison = read_comparison(case.text)
            assert count_words(comparison.verdict) < 100
            assert [column.title for column in comparison.columns] == [product.title for product in case.products]
            for column, product in zip(comparison.columns, case.products, strict=True):
                prices = product.base_price, product.final_price, product.average_rating
                assert (column.base_price, column.final_price, column.average_rating) == prices
        else:
            assert count_words(case.text) < (100 if case.task == "explanation" else 250)


def test_nothing_in_them_speaks_to_a_judge() -> None:
    assert all(not find_instructions(case) for case in CASES)
    assert all(len(product.reviews) == 10 for case in CASES for product in case.products)
