"""Several judges of one case."""

from fixed_judge import RUBRICS, Fixed, checked, judge
from triptych.judges.jury import Jury


def test_a_jury_gives_the_mean_and_shows_how_far_its_members_are_apart() -> None:
    first, second = judge(Jury((Fixed("a", 2.0), Fixed("b", 5.0))))
    judgement = checked(first)
    assert (judgement.value, judgement.score, judgement.samples) == (3.5, 4, (2, 5))
    assert judgement.judge == "jury(a, b)"
    assert "3.00 apart" in judgement.explanation
    assert "a: 2.00" in judgement.explanation
    assert "b thinks so." in judgement.explanation
    assert judgement.usage.calls == 2
    assert judgement.certainty == 0.0
    assert second.judgement.metric == "coherence"


def test_a_median_is_not_moved_by_one_member() -> None:
    members = (Fixed("a", 4.0), Fixed("b", 4.0), Fixed("c", 1.0))
    assert [checked(one).value for one in judge(Jury(members, "median"))] == [4.0, 4.0]
    assert [checked(one).value for one in judge(Jury(members))] == [3.0, 3.0]
    assert Jury(members).signature(RUBRICS[0]) != Jury(members, "median").signature(RUBRICS[0])


def test_a_member_who_fails_is_named_and_asked_again_another_time() -> None:
    first, _ = judge(Jury((Fixed("a", None), Fixed("b", 4.0))))
    judgement = checked(first)
    assert (judgement.value, judgement.failure) == (4.0, None)
    assert "a: unscored (no answer: gone)" in judgement.explanation
    assert not first.is_final


def test_a_jury_of_whom_nobody_scores_gives_all_reasons() -> None:
    first, _ = judge(Jury((Fixed("a", None), Fixed("b", None))))
    judgement = checked(first)
    assert judgement.score is None
    assert judgement.failure == "no answer: a (no answer: gone); b (no answer: gone)"
    assert judgement.failure_kind == "no answer"


def test_different_reasons_of_a_jury_are_a_kind_of_their_own() -> None:
    unsure = Fixed("b", None, failure=("several scores", ""))
    first, _ = judge(Jury((Fixed("openai:m@http://h/v1", None), unsure)))
    judgement = checked(first)
    assert judgement.failure_kind == "no judge has a score"
    assert judgement.failure == "no judge has a score: openai:m@http://h/v1 (no answer: gone); b (several scores)"


def test_how_far_a_jury_is_apart_is_a_field_that_the_explanation_shows() -> None:
    whole = judge(Jury((Fixed("a", 2.0), Fixed("b", 5.0))))[0].judgement
    lacking = judge(Jury((Fixed("a", 2.0), Fixed("b", None), Fixed("c", 3.5))))[0].judgement
    alone = judge(Jury((Fixed("a", None), Fixed("b", 4.0))))[0].judgement
    assert [one.apart for one in (whole, lacking, alone)] == [3.0, 1.5, None]
    assert lacking.explanation.startswith("Of 3 judges 2 gave a score, mean 2.75; 1.50 apart.\n")
    assert alone.explanation.startswith("Of 2 judges 1 gave a score, mean 4.00.\n")
