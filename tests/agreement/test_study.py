"""The whole comparison: levels against scipy, several judges, and input that is thin or wrong."""

import math

import numpy as np
import pytest
from scipy.stats import spearmanr

from scored import judgement, rating
from triptych.agreement import LEAVE_ONE_OUT, WORD_COUNT, Agreement, AgreementRow, measure_agreement
from triptych.agreement._study import (
    JudgeScores,
    gather_facts,
    gather_ratings,
    match,
    name_by_task,
    no_overlap,
)
from triptych.errors import UsageError
from triptych.records import Case, Judgement, Product, Rating

ITEMS, SYSTEMS = "abcdef", "stuv"


def sample(seed: int = 0, judge: str = "embedded") -> tuple[list[Judgement], list[Rating]]:
    rng = np.random.default_rng(seed)
    judgements, ratings = [], []
    for item in ITEMS:
        for place, system in enumerate(SYSTEMS):
            truth = 1.5 + place * 0.7 + rng.normal(0, 0.5)
            value = float(np.clip(truth + rng.normal(0, 0.4), 1, 5))
            words = int(40 + 10 * place + rng.integers(0, 30))
            judgements.append(judgement(f"{item}/{system}", value, judge=judge, words=words))
            ratings += [
                rating(f"{item}/{system}", float(np.clip(round(truth + rng.normal(0, 0.4)), 1, 5)), rater=rater)
                for rater in ("ann", "bob")
            ]
    return judgements, ratings


def row_of(found: Agreement, who: str, metric: str = "fluency") -> AgreementRow:
    [row] = [row for row in found.rows if row.who == who and row.metric == metric]
    return row


def test_every_level_equals_scipy() -> None:
    judgements, ratings = sample()
    row = row_of(measure_agreement({"embedded": judgements}, ratings, resamples=100), "embedded")
    values = np.array([one.value for one in judgements], dtype=float).reshape(len(ITEMS), len(SYSTEMS))
    people = np.array([one.score for one in ratings]).reshape(len(ITEMS), len(SYSTEMS), 2).mean(axis=2)
    by_item = [spearmanr(a, b).statistic for a, b in zip(values, people, strict=True)]
    expected = {
        "by_item": np.mean(by_item),
        "pooled": spearmanr(values.ravel(), people.ravel()).statistic,
        "by_system": spearmanr(values.mean(axis=0), people.mean(axis=0)).statistic,
    }
    found: dict[str, float | None] = {
        figure.level: figure.value for figure in row.figures if figure.statistic == "spearman"
    }
    assert {level: found[level] for level in expected} == pytest.approx(expected)
    error = row.figure("absolute_error", "pooled")
    assert error is not None and error.value == pytest.approx(np.abs(values - people).mean())


def test_undefined_items_count_as_zero_and_are_also_skipped() -> None:
    judgements = [
        judgement(f"{item}/{s}", v)
        for item, vs in (("a", (1.0, 2, 3)), ("b", (4.0, 4, 4)))
        for s, v in zip("stu", vs, strict=True)
    ]
    ratings = [rating(f"{item}/{s}", n) for item in "ab" for n, s in enumerate("stu", start=1)]
    row = row_of(measure_agreement({"embedded": judgements}, ratings), "embedded")
    zero, skipped = row.figure("spearman", "by_item"), row.figure("spearman", "by_item_defined")
    assert zero is not None and skipped is not None
    assert (zero.value, zero.count) == (0.5, 2)
    assert (skipped.value, skipped.count) == (1.0, 1)
    assert row.undefined_items == 1


def test_judges_stand_side_by_side_with_words_and_people() -> None:
    judgements, ratings = sample()
    others, _ = sample(seed=1, judge="other")
    found = measure_agreement({"embedded": judgements, "other": others}, ratings, resamples=100)
    assert [row.who for row in found.rows] == [
        "embedded",
        "other",
        WORD_COUNT,
        LEAVE_ONE_OUT,
        "people, in pairs",
    ]
    assert [matching.matched for matching in found.matching] == [24, 24]
    assert len(found.points) == 48


def test_metrics_are_averaged_in_rows_of_their_own() -> None:
    judgements, ratings = sample()
    both = [*ratings, *(one.model_copy(update={"metric": "coherence"}) for one in ratings)]
    judged = [
        *judgements,
        *(one.model_copy(update={"metric": "coherence", "value": 3.0, "score": 3}) for one in judgements),
    ]
    found = measure_agreement({"embedded": judged}, both, resamples=100)
    plain, mean = row_of(found, WORD_COUNT), row_of(found, WORD_COUNT, "all metrics")
    assert mean.cases == 48
    one, both_alike = plain.figure("spearman", "by_item"), mean.figure("spearman", "by_item")
    assert one is not None and both_alike == one.model_copy(update={"count": 12})


def test_a_mean_over_metrics_is_over_the_same_metrics_for_all() -> None:
    judgements, ratings = sample()
    rated = [
        one.model_copy(update={"metric": metric}) for metric in ("fluency", "coherence", "relevance") for one in ratings
    ]
    judged = [one.model_copy(update={"metric": metric}) for metric in ("fluency", "relevance") for one in judgements]
    found = measure_agreement({"embedded": judged}, rated, resamples=100)
    assert {row_of(found, who, "all metrics").cases for who in ("embedded", WORD_COUNT, LEAVE_ONE_OUT)} == {48}
    assert "all metrics is the mean over those that all judges scored: fluency, relevance" in found.notes


def test_only_common_cases_count_where_asked() -> None:
    judgements, ratings = sample()
    other = [one.model_copy(update={"judge": "other"}) for one in judgements[4:]]
    found = measure_agreement({"embedded": judgements, "other": other}, ratings, resamples=100)
    assert row_of(found, "embedded").cases == 24
    assert any("20 pairs are scored by all" in note for note in found.notes)
    common = measure_agreement({"embedded": judgements, "other": other}, ratings, resamples=100, common=True)
    assert row_of(common, "embedded").cases == 20
    assert common.matching[0].matched == 24


def test_the_same_seed_gives_the_same_bytes() -> None:
    judgements, ratings = sample()
    first, second = (measure_agreement({"embedded": judgements}, ratings, resamples=100) for _ in range(2))
    assert first.to_json() == second.to_json()
    other = measure_agreement({"embedded": judgements}, ratings, resamples=100, seed=1)
    assert other.to_json() != first.to_json()


def test_one_rater_has_no_ceiling_and_says_so() -> None:
    judgements, ratings = sample()
    found = measure_agreement({"embedded": judgements}, [one for one in ratings if one.rater == "ann"], resamples=100)
    assert found.notes == ("fluency: people's own agreement needs two raters or more; there is 1",)
    assert found.alphas[0].alpha.value is None
    assert not [row for row in found.rows if row.kind == "people"]


def test_constant_scores_have_a_reason_instead_of_a_value() -> None:
    judgements, ratings = sample()
    constant = [one.model_copy(update={"value": 3.0, "score": 3}) for one in judgements]
    row = row_of(measure_agreement({"embedded": constant}, ratings, resamples=100), "embedded")
    pooled, skipped = row.figure("spearman", "pooled"), row.figure("spearman", "by_item_defined")
    assert pooled is not None and (pooled.value, pooled.reason) == (None, "all scores are 3")
    assert skipped is not None and skipped.reason == "in every item one side is constant: all scores are 3"


def test_without_systems_or_lengths_those_figures_say_why() -> None:
    judgements, ratings = sample()
    bare = [one.model_copy(update={"system": None, "words": 0}) for one in judgements]
    found = measure_agreement({"embedded": bare}, ratings, resamples=100)
    row = row_of(found, "embedded")
    by_system, held = row.figure("spearman", "by_system"), row.figure("spearman_length_held", "pooled")
    assert by_system is not None and by_system.reason == "0 named systems; 3 are needed"
    assert held is not None and held.reason == "no word counts are known"
    assert WORD_COUNT not in {row.who for row in found.rows}


def test_one_text_an_item_leaves_only_the_pooled_figures() -> None:
    judgements, ratings = sample()
    alone = [one.model_copy(update={"item": one.case_id}) for one in judgements]
    row = row_of(measure_agreement({"embedded": alone}, ratings, resamples=100), "embedded")
    by_item, pooled = row.figure("spearman", "by_item"), row.figure("spearman", "pooled")
    assert by_item is not None and by_item.reason == "no item has two cases or more"
    assert pooled is not None and pooled.value is not None and pooled.low is not None


def test_nothing_in_common_is_a_sentence() -> None:
    judgements, _ = sample()
    with pytest.raises(UsageError, match="no case is both judged and rated"):
        measure_agreement({"embedded": judgements}, [rating("elsewhere", 4)])
    with pytest.raises(UsageError, match="no rated case is known"):
        measure_agreement({}, [rating("elsewhere", 4)])


def test_a_metric_of_several_tasks_is_told_apart() -> None:
    opinions, ratings = sample()
    others, more = sample(seed=1)
    comparisons = [one.model_copy(update={"task": "comparison", "case_id": f"c{one.case_id}"}) for one in others]
    ratings += [one.model_copy(update={"case_id": f"c{one.case_id}"}) for one in more]
    found = measure_agreement({"embedded": [*opinions, *comparisons]}, ratings, resamples=100)
    assert list(dict.fromkeys(row.metric for row in found.rows))[:2] == ["opinion/fluency", "comparison/fluency"]
    alone = measure_agreement({"embedded": others}, more, resamples=100)
    mixed, own = row_of(found, "embedded", "comparison/fluency"), row_of(alone, "embedded")
    assert mixed.figure("spearman", "by_item") == own.figure("spearman", "by_item")


def test_an_id_of_two_tasks_cannot_be_rated() -> None:
    opinion = judgement("a/s", 3.0)
    explanation = opinion.model_copy(update={"task": "explanation"})
    with pytest.raises(UsageError, match="'a/s' is the id of a case of task opinion and of one of task explanation"):
        measure_agreement({"embedded": [opinion, explanation]}, [rating("a/s", 4)])


def test_two_systems_are_warned_of() -> None:
    judgements, ratings = sample()
    two = [one for one in ratings if one.case_id[-1] in "st"]
    [note] = [note for note in measure_agreement({"j": judgements}, two).notes if "two texts" in note]
    assert "rho by item can only be +1 or -1" in note
    assert not any("two texts" in note for note in measure_agreement({"j": judgements}, ratings).notes)


def test_every_leftover_is_counted_once_under_its_reason() -> None:
    judged = JudgeScores(
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
    judged = JudgeScores("embedded", [judgement("a", 4.0), judgement("a", None), judgement("a", 2.0)])
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
    judged = JudgeScores("embedded", [judgement(case_id, value, metric=metric)])
    assert sentence in str(no_overlap([judged], gather_ratings([rating("a/s", 4)])))


def test_a_metric_rated_in_several_tasks_is_named_by_task() -> None:
    opinion, explanation = judgement("a", 4.0), judgement("b", 4.0).model_copy(update={"task": "explanation"})
    ratings = [rating("a", 4), rating("b", 3), rating("a", 2, metric="coherence")]
    judged, named = name_by_task({"embedded": [opinion, explanation]}, ratings, [])
    assert [one.metric for one in judged["embedded"]] == ["opinion/fluency", "explanation/fluency"]
    assert [one.metric for one in named] == ["opinion/fluency", "explanation/fluency", "coherence"]
    assert name_by_task({"embedded": [opinion]}, ratings[:1], [])[1] == ratings[:1]
