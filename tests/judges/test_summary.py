"""What many judgements come to."""

import statistics

import pytest

from judged_cases import make_case
from triptych.judges import Summary
from triptych.judges._summary import student_quantile
from triptych.records import FailureKind, Judgement, Usage


def judgement(number: int, value: float | None, kind: FailureKind | None = None, detail: str = "") -> Judgement:
    """One of many."""
    case = make_case(number)
    return Judgement(
        case_id=case.id,
        item=case.item,
        task="opinion",
        metric="fluency",
        judge="j",
        value=value,
        score=None if value is None else int(value + 0.5),
        failure=f"{kind}{detail}" if kind else None,
        failure_kind=kind,
        usage=Usage(calls=1, prompt_tokens=10),
        signature="s",
    )


def summed(*judgements: Judgement) -> Summary:
    """Their summary."""
    summary = Summary()
    for one in judgements:
        summary.add(one)
    return summary


def test_mean_interval_and_lowest() -> None:
    values = [4.0, 3.5, 5.0, 2.0, 4.5, 1.0, 3.0]
    metric = summed(*(judgement(at, value) for at, value in enumerate(values))).metrics["opinion/fluency"]
    assert metric.mean == pytest.approx(statistics.fmean(values))
    assert metric.interval is not None
    error = statistics.stdev(values) / len(values) ** 0.5
    assert metric.interval[1] - metric.mean == pytest.approx(2.447 * error, rel=1e-3)
    assert metric.lowest == [(1.0, "case-5"), (2.0, "case-3"), (3.0, "case-6"), (3.5, "case-1"), (4.0, "case-0")]
    assert metric.usage.prompt_tokens == 70


def test_reasons_are_counted_by_kind() -> None:
    summary = summed(
        judgement(0, 3.0),
        judgement(1, None, "no answer", ": HTTP 500: a"),
        judgement(2, None, "no answer", ": HTTP 500: b"),
        judgement(3, None, "several scores"),
    )
    assert summary.metrics["opinion/fluency"].reasons == {"no answer": 2, "several scores": 1}
    assert (summary.scored, summary.total) == (1, 4)
    assert summary.metrics["opinion/fluency"].interval is None


def test_the_first_doubtful_ones_are_named() -> None:
    doubted = [judgement(at, 5.0).model_copy(update={"doubts": ("is bare",)}) for at in range(7)]
    summary = summed(judgement(9, 4.0), *doubted)
    assert summary.doubted == 7
    assert summary.doubtful == [f"case-{at} on opinion/fluency" for at in range(5)]


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042)]
)
def test_students_quantiles_agree_with_the_tables(freedom: int, quantile: float) -> None:
    assert student_quantile(freedom) == pytest.approx(quantile, abs=0.01)


def test_texts_about_one_item_count_as_one_whatever_comes_between() -> None:
    """Four copies of each text say no more about the mean than one of each."""
    values = [4.0, 3.5, 5.0, 2.0, 4.5, 1.0]
    once = [judgement(at, value) for at, value in enumerate(values)]
    alone, copied = summed(*once), summed(*once, *once, *once, *once)
    assert copied.metrics["opinion/fluency"].interval == pytest.approx(alone.metrics["opinion/fluency"].interval)
