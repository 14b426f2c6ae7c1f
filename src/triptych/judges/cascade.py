"""The cheap judge first, the next one only where it is unsure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from triptych.judges._judge import AllJudged, Judge, Judged, Prompts
from triptych.judges.jury import combined_signature
from triptych.options import SURE
from triptych.records import Case, Judgement, Rubric, Usage


@dataclass(frozen=True, slots=True)
class Cascade:
    """Judges who are asked in turn until one is sure.

    A judge is unsure where it gives no score, or where less than `sure` of its distribution lies on the whole score:
    samples or probabilities that are spread, or a value between two anchors. One that gives no certainty is taken as
    sure.
    """

    computes: ClassVar[bool] = False

    judges: tuple[Judge, ...]
    """The cheapest first."""
    sure: float = SURE
    """The least certainty that settles."""

    @property
    def name(self) -> str:
        """`cascade(a > b)`."""
        return f"cascade({' > '.join(judge.name for judge in self.judges)})"

    def signature(self, rubric: Rubric) -> str:
        """The judges' signatures in one."""
        return combined_signature(f"cascade-{self.sure:g}", self.judges, rubric)

    async def judge_case(self, case: Case, rubrics: Sequence[Rubric], prompts: Prompts | None = None) -> AllJudged:
        """For each rubric the judgement of the first judge that was sure, or of the last."""
        trail: dict[str, list[Judged]] = {rubric.name: [] for rubric in rubrics}
        open_rubrics = list(rubrics)
        for judge in self.judges:
            made = await judge.judge_case(case, open_rubrics, prompts)
            for rubric, judged in zip(open_rubrics, made, strict=True):
                trail[rubric.name].append(judged)
            open_rubrics = [rubric for rubric in open_rubrics if not self.is_sure(trail[rubric.name][-1].judgement)]
            if not open_rubrics:
                break
        return tuple(self._settle(rubric, trail[rubric.name]) for rubric in rubrics)

    def is_sure(self, judgement: Judgement) -> bool:
        """True where the next judge need not be asked."""
        return judgement.score is not None and (judgement.certainty is None or judgement.certainty >= self.sure)

    def _settle(self, rubric: Rubric, trail: Sequence[Judged]) -> Judged:
        scored = [judged for judged in trail if judged.judgement.score is not None]
        last = scored[-1] if scored else trail[-1]
        judgement = last.judgement
        others = [judged.judgement for judged in trail if judged is not last]
        unsure = ", ".join(f"{other.judge} ({_doubt(other)})" for other in others)
        head = f"Settled by {judgement.judge}{f' after {unsure}' if unsure else ''}."
        shown = {"explanation": f"{head}\n\n{judgement.explanation}"} if judgement.score is not None else {}
        settled = judgement.model_copy(
            update={
                "judge": self.name,
                "settled_by": judgement.judge if judgement.score is not None else None,
                "usage": sum((one.judgement.usage for one in trail), Usage()),
                "signature": self.signature(rubric),
                **shown,
            }
        )
        # A score of one who was unsure does not settle what the next, who could not be reached, was to be asked.
        return Judged(settled, trail[-1].is_final)


def _doubt(judgement: Judgement) -> str:
    if judgement.value is None:
        return f"unscored: {judgement.failure}"
    return f"{judgement.value:.2f}, certainty {judgement.certainty or 0:.2f}"
