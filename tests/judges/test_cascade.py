"""The cheap judge first, the next one only where it is unsure."""

import pytest

from fixed_judge import Fixed, checked, judge
from triptych.judges.cascade import Cascade


@pytest.mark.parametrize(
    ("cheap", "settles"),
    [
        (Fixed("a", 4.0, 0.9), "a"),
        (Fixed("a", 4.0, 0.6), "a"),
        (Fixed("a", 4.0, None), "a"),
        (Fixed("a", 3.4, 0.5), "b"),
        (Fixed("a", None), "b"),
    ],
)
def test_a_cascade_asks_the_next_judge_only_where_the_first_is_unsure(cheap: Fixed, settles: str) -> None:
    dear = Fixed("b", 2.0, 0.1)
    judged = judge(Cascade((cheap, dear)))
    judgement = checked(judged[0])
    assert judgement.settled_by == settles
    assert dear.asked == (2 if settles == "b" else 0)
    assert judgement.value == (2.0 if settles == "b" else 4.0)
    assert judgement.judge == "cascade(a > b)"
    assert judged[0].is_final


def test_the_last_score_stands_where_the_next_judge_fails() -> None:
    judged = judge(Cascade((Fixed("a", 3.4, 0.5), Fixed("b", None))))[0]
    assert not judged.is_final, "another start asks the one who was away"
    judgement = checked(judged)
    assert judgement.value == 3.4
    assert judgement.settled_by == "a"
    assert "b (unscored: no answer: gone)" in judgement.explanation


def test_a_cascade_names_who_settled_it() -> None:
    judgement = checked(judge(Cascade((Fixed("openai:m@http://127.0.0.1:8/v1", 4.0, 0.1), Fixed("b.c", 4.0))))[0])
    assert judgement.settled_by == "b.c"
