"""What matched, what did not, and why."""

import math

import pytest

from scored import judgement, rating
from triptych.agreement._matching import (
    JudgeScores,
    gather_facts,
    gather_ratings,
    match,
    name_by_task,
    no_overlap,
)
from triptych.errors import UsageError
from triptych.records import Case, Product


def test_every_leftover_is_counted_once_under_its_reason() -> None:
    judged = JudgeScores.of(
        "embedded",
        [
            judgement("a/s", 4.0),
            judgement("b/s", None),
            judgement("c/s", 3.0),
            judgement("a/s", 2.0, metric="coherence"),
        ],
    )
    sheet = gather_ratings([rating("a/s", 4), rating("b/s", 3), rating("d/s", 2), rating("b/s", 3, metric="relevance")])
    found = match(judged, sheet)
    assert (found.judgements, found.matched, found.cases) == (4, 1, 1)
    assert found.unscored == {"several scores": 1}
    assert (found.not_judged_cases, found.not_judged_metrics) == (1, 1)
    assert (found.not_rated_cases, found.not_rated_metrics) == (1, 1)
    assert found.examples == ("b/s relevance", "d/s fluency", "a/s coherence")


def test_a_rater_who_rates_twice_counts_once_with_the_mean() -> None:
    sheet = gather_ratings([rating("a", 4), rating("a", 2), rating("a", 5, rater="bob")])
    assert sheet.scores["a", "fluency"] == {"ann": 3.0, "bob": 5.0}
    assert len(sheet.notes) == 1
    assert sheet.notes[0].startswith("of 1 case and metric pairs one rater gave several scores; their mean is used")
    assert "(ann gave a 4 and 2 on fluency)" in sheet.notes[0]


def test_the_same_rating_twice_is_said_too() -> None:
    assert gather_ratings([rating("a", 4), rating("a", 4)]).notes[0].endswith("always alike; each counts once")


def test_no_ratings_is_a_sentence() -> None:
    with pytest.raises(UsageError, match="there are no ratings"):
        gather_ratings([])


def test_the_last_of_repeated_judgements_stands() -> None:
    judged = JudgeScores.of("embedded", [judgement("a", 4.0), judgement("a", None), judgement("a", 2.0)])
    assert (judged.values, judged.failures, judged.repeated) == ({("a", "fluency"): 2.0}, {}, 2)


def test_lengths_come_from_the_case_before_the_judgement() -> None:
    case = Case(id="a", item="i", task="opinion", products=(Product(id="p", title="P"),), text="four words are here")
    facts = gather_facts([judgement("a", 4.0, words=9), judgement("b", 4.0, words=0)], [case])
    assert facts["a"].words == 4
    assert math.isnan(facts["b"].words)


@pytest.mark.parametrize(
    ("case_id", "value", "metric", "sentence"),
    [
        ("x/s", 4.0, "fluency", "judged are cases such as 'x/s', rated cases such as 'a/s'"),
        ("a/s", 4.0, "clarity", "judged are clarity; rated are fluency"),
        ("a/s", None, "fluency", "no judgement has a score"),
    ],
)
def test_no_overlap_says_what_each_side_holds(case_id: str, value: float | None, metric: str, sentence: str) -> None:
    judged = JudgeScores.of("embedded", [judgement(case_id, value, metric=metric)])
    assert sentence in str(no_overlap([judged], gather_ratings([rating("a/s", 4)])))


def test_a_metric_rated_in_several_tasks_is_named_by_task() -> None:
    opinion, explanation = judgement("a", 4.0), judgement("b", 4.0).model_copy(update={"task": "explanation"})
    ratings = [rating("a", 4), rating("b", 3), rating("a", 2, metric="coherence")]
    judged, named = name_by_task({"embedded": [opinion, explanation]}, ratings, [])
    assert [one.metric for one in judged["embedded"]] == ["opinion/fluency", "explanation/fluency"]
    assert [one.metric for one in named] == ["opinion/fluency", "explanation/fluency", "coherence"]
    assert name_by_task({"embedded": [opinion]}, ratings[:1], [])[1] == ratings[:1]
