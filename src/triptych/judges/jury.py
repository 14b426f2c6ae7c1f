"""Several judges of one case: their mean or median, and how far they are apart."""

import asyncio
import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, median, stdev
from typing import ClassVar

from triptych.judges._judge import AllJudged, Judge, Judged, Prompts, round_score, unscored
from triptych.options import Combination
from triptych.records import Case, FailureKind, Judgement, Rubric, Usage, digest_of


@dataclass(frozen=True, slots=True)
class Jury:
    """Judges who are all asked."""

    computes: ClassVar[bool] = False

    members: tuple[Judge, ...]
    """Two or more."""
    combination: Combination = "mean"

    @property
    def name(self) -> str:
        """`jury(a, b)`."""
        return f"jury({', '.join(member.name for member in self.members)})"

    def signature(self, rubric: Rubric) -> str:
        """The members' signatures in one."""
        return combined_signature(f"jury-{self.combination}", self.members, rubric)

    async def judge_case(self, case: Case, rubrics: Sequence[Rubric], prompts: Prompts | None = None) -> AllJudged:
        """What the members say together."""
        made = await asyncio.gather(*(member.judge_case(case, rubrics, prompts) for member in self.members))
        by_rubric = zip(rubrics, zip(*made, strict=True), strict=True)
        return tuple(self._combine(case, rubric, judged) for rubric, judged in by_rubric)

    def _combine(self, case: Case, rubric: Rubric, judged: Sequence[Judged]) -> Judged:
        judgements = [one.judgement for one in judged]
        usage = sum((judgement.usage for judgement in judgements), Usage())
        values = [judgement.value for judgement in judgements if judgement.value is not None]
        is_final = all(one.is_final for one in judged)
        if not values:
            return Judged(unscored(case, rubric, self, *_why_none(judgements), usage=usage), is_final)
        value = round(fmean(values) if self.combination == "mean" else median(values), 6)
        score = round_score(value)
        apart = round(max(values) - min(values), 6) if len(values) > 1 else None
        some = f"Of {len(judged)} judges {len(values)} gave a score, {self.combination}"
        who = some if len(values) < len(judged) else f"The {self.combination} of {len(values)} judges is"
        head = f"{who} {value:.2f}{'' if apart is None else f'; {apart:.2f} apart'}."
        outcomes = [f"unscored ({j.failure})" if j.value is None else f"{j.value:.2f}" for j in judgements]
        parts = [f"[{j.judge}: {told}]\n{j.explanation}" for j, told in zip(judgements, outcomes, strict=True)]
        combined = judgements[0].model_copy(
            update={
                "judge": self.name,
                "score": score,
                "value": value,
                "failure": None,
                "failure_kind": None,
                "certainty": fmean(float(round_score(other) == score) for other in values) if len(values) > 1 else None,
                "method": next(judgement.method for judgement in judgements if judgement.method),
                "explanation": "\n\n".join([head, *parts]),
                "evidence": tuple(dict.fromkeys(span for judgement in judgements for span in judgement.evidence)),
                "samples": tuple(judgement.score for judgement in judgements if judgement.score is not None),
                "stderr": round(stdev(values) / math.sqrt(len(values)), 6) if len(values) > 1 else None,
                "sources_seen": max((judgement.sources_seen for judgement in judgements), key=len),
                "cut": next((judgement.cut for judgement in judgements if judgement.cut), None),
                "doubts": tuple(dict.fromkeys(doubt for judgement in judgements for doubt in judgement.doubts)),
                "apart": apart,
                "usage": usage,
                "signature": self.signature(rubric),
            }
        )
        return Judged(combined, is_final)


def combined_signature(kind: str, judges: Sequence[Judge], rubric: Rubric) -> str:
    """One signature for several judges, with the same parts as any."""
    signatures = [judge.signature(rubric) for judge in judges]
    *_, version = signatures[0].split("|")
    models = "+".join(judge.name for judge in judges)
    return f"{kind}|{models}|{rubric.name}.{rubric.version}|{digest_of(signatures)}|{len(judges)}||{version}"


def _why_none(judgements: Sequence[Judgement]) -> tuple[FailureKind, str]:
    """The kind that all members' failures share, or one of its own; and all their reasons."""
    kinds = {judgement.failure_kind for judgement in judgements}
    kind = (kinds.pop() if len(kinds) == 1 else None) or "no judge has a score"
    return kind, "; ".join(f"{judgement.judge} ({judgement.failure})" for judgement in judgements)
