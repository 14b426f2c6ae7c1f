"""A judge that always says the same, and what is said of one case."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from judged_cases import make_case
from triptych.judges import Judge, Judged, unscored
from triptych.judges._judge import Prompts
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
