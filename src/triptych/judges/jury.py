"""Several judges of one case: their mean or median, and how far they are apart."""

import asyncio
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, median, stdev
from typing import ClassVar, Literal

from triptych.judges._judge import Judge, Judged, kind_of, unscored
from triptych.judges._ready import ReadyCase
from triptych.records import Judgement, Rubric, Usage, digest_of

Combination = Literal["mean", "median"]

_APART = re.compile(r"[^\n]*; (\d\.\d\d) apart\.")


@dataclass(frozen=True, slots=True)
class Jury:
    """Judges who are all asked."""

    computes: ClassVar[bool] = False

    members: tuple[Judge, ...]
    """Two or more."""
    combination: Combination = "mean"
    """How their values become one."""

    @property
    def name(self) -> str:
        """`jury(a, b)`."""
        return f"jury({', '.join(member.name for member in self.members)})"

    def signature(self, rubric: Rubric) -> str:
        """The members' signatures in one."""
        return combined_signature(f"jury-{self.combination}", self.members, rubric)

    async def judge_case(self, case: ReadyCase, rubrics: Sequence[Rubric]) -> tuple[Judged, ...]:
        """What the members say together."""
        made = await asyncio.gather(*(member.judge_case(case, rubrics) for member in self.members))
        return tuple(
            self._combine(case, rubric, [judged[place] for judged in made]) for place, rubric in enumerate(rubrics)
        )

    def _combine(self, case: ReadyCase, rubric: Rubric, judged: Sequence[Judged]) -> Judged:
        judgements = [one.judgement for one in judged]
        usage = sum((judgement.usage for judgement in judgements), Usage())
        values = [judgement.value for judgement in judgements if judgement.value is not None]
        is_final = all(one.is_final for one in judged)
        told = [f"{judgement.judge}: {_outcome(judgement)}" for judgement in judgements]
        if not values:
            return Judged(unscored(case, rubric, self, _why_none(judgements), usage=usage), is_final)
        value = round(fmean(values) if self.combination == "mean" else median(values), 6)
        score = int(value + 0.5)
        head = self._head(value, values)
        parts = [f"[{line}]\n{judgement.explanation}" for line, judgement in zip(told, judgements, strict=True)]
        combined = judgements[0].model_copy(
            update={
                "judge": self.name,
                "score": score,
                "value": value,
                "failure": None,
                "certainty": fmean(float(int(other + 0.5) == score) for other in values) if len(values) > 1 else None,
                "method": next(judgement.method for judgement in judgements if judgement.method),
                "explanation": "\n\n".join([head, *parts]),
                "evidence": tuple(dict.fromkeys(span for judgement in judgements for span in judgement.evidence)),
                "samples": tuple(judgement.score for judgement in judgements if judgement.score is not None),
                "stderr": round(stdev(values) / math.sqrt(len(values)), 6) if len(values) > 1 else None,
                "sources_seen": max((judgement.sources_seen for judgement in judgements), key=len),
                "usage": usage,
                "signature": self.signature(rubric),
            }
        )
        return Judged(combined, is_final)

    def _head(self, value: float, values: Sequence[float]) -> str:
        """What the members come to, and how far they are apart."""
        apart = f"; {max(values) - min(values):.2f} apart" if len(values) > 1 else ""
        if len(values) < len(self.members):
            return f"Of {len(self.members)} judges {len(values)} gave a score, {self.combination} {value:.2f}{apart}."
        return f"The {self.combination} of {len(values)} judges is {value:.2f}{apart}."


def apart_in(judgement: Judgement) -> float | None:
    """How far the members of a jury are apart; None for judgements of another kind, or where one alone has a score."""
    found = _APART.match(judgement.explanation) if judgement.judge.startswith("jury(") else None
    return float(found[1]) if found else None


def combined_signature(kind: str, judges: Sequence[Judge], rubric: Rubric) -> str:
    """One signature for several judges, with the same parts as any."""
    signatures = [judge.signature(rubric) for judge in judges]
    *_, version = signatures[0].split("|")
    models = "+".join(judge.name for judge in judges)
    return f"{kind}|{models}|{rubric.name}.{rubric.version}|{digest_of(signatures)}|{len(judges)}||{version}"


def _outcome(judgement: Judgement) -> str:
    return f"{judgement.value:.2f}" if judgement.value is not None else f"unscored ({judgement.failure})"


def _why_none(judgements: Sequence[Judgement]) -> str:
    """The members' reasons: as one kind where they have the same, so that it is counted with others of its kind."""
    kinds = {kind_of(judgement.failure or "") for judgement in judgements}
    kind = kinds.pop() if len(kinds) == 1 else "no judge has a score"
    return f"{kind}: {'; '.join(f'{judgement.judge} ({judgement.failure})' for judgement in judgements)}"
