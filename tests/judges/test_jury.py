"""Several judges of one case."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import pytest

from judged_cases import make_case
from triptych.judges import Judge, Judged
from triptych.judges._judge import Prompts, unscored
from triptych.judges.cascade import Cascade
from triptych.judges.jury import Jury
from triptych.records import Case, FailureKind, Judgement, Rubric, Usage
from triptych.rubrics import load_rubric

RUBRICS = (load_rubric("opinion/fluency"), load_rubric("opinion/coherence"))


@dataclass
class Fixed:
    """A judge that always says the same."""

    computes: ClassVar[bool] = False
    name: str
    value: float | None
    certainty: float | None = None
    asked: int = 0
    failure: tuple[FailureKind, str] = ("no answer", "gone")

    def signature(self, rubric: Rubric) -> str:
        return f"fixed|{self.name}|{rubric.name}.1|x|1|0|0.1.0"

    async def judge_case(
        self, case: Case, rubrics: Sequence[Rubric], prompts: Prompts | None = None
    ) -> tuple[Judged, ...]:
        self.asked += len(rubrics)
        return tuple(self._judged(case, rubric) for rubric in rubrics)

    def _judged(self, case: Case, rubric: Rubric) -> Judged:
        if self.value is None:
            return Judged(unscored(case, rubric, self, *self.failure), is_final=False)
        update = {
            "score": int(self.value + 0.5),
            "value": self.value,
            "failure": None,
            "failure_kind": None,
            "certainty": self.certainty,
            "method": "samples",
            "explanation": f"{self.name} thinks so.",
            "usage": Usage(calls=1),
        }
        return Judged(unscored(case, rubric, self, "failed").model_copy(update=update))


def judge(judge: Judge) -> list[Judged]:
    """What is said of one case on two rubrics."""
    return list(asyncio.run(judge.judge_case(make_case(), RUBRICS)))


def checked(judged: Judged) -> Judgement:
    """The judgement, after its own rules were checked again."""
    return Judgement.model_validate(judged.judgement.model_dump())


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
