"""What a judge is: one case and all rubrics asked of it in, one judgement for each out."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple, Protocol

from triptych import __version__
from triptych.records import Case, FailureKind, Judgement, Rubric, Usage
from triptych.rubrics import Prompt

Prompts = Mapping[str, Prompt]
"""What a model that has room for all of it is shown of a case, by the rubric's name."""


class Judged(NamedTuple):
    """A judgement, and whether it stands."""

    judgement: Judgement
    """What the judge says."""
    is_final: bool = True
    """False where the judge could not be reached: another start asks again."""


class Judge(Protocol):
    """Scores cases. It is given all rubrics of a case at once, so that what they share is made once."""

    computes: ClassVar[bool]
    """True where judging waits for nothing: it is then done in worker processes, so the judge can be pickled."""

    @property
    def name(self) -> str:
        """What `Judgement.judge` says: never with a key in it."""
        ...

    def signature(self, rubric: Rubric) -> str:
        """What every judgement on this rubric is signed with; known before any is made."""
        ...

    async def judge_case(
        self, case: Case, rubrics: Sequence[Rubric], prompts: Prompts | None = None
    ) -> tuple[Judged, ...]:
        """A judgement for each rubric, in their order; `prompts` are those that were rendered before.

        What goes wrong with one of them is its failure; BudgetReached and EndpointError concern all and are raised.
        """
        ...


def sign(judge: str, model: str, rubric: Rubric, prompt: str, samples: int, temperature: str) -> str:
    """judge|model|rubric.version|prompt hash|samples|temperature|triptych version."""
    parts = (judge, model, f"{rubric.name}.{rubric.version}", prompt, str(samples), temperature, __version__)
    return "|".join(parts)


def unscored(
    case: Case,
    rubric: Rubric,
    judge: Judge,
    kind: FailureKind,
    detail: str = "",
    *,
    reply: str = "",
    usage: Usage | None = None,
) -> Judgement:
    """A judgement without a score that says why."""
    return Judgement(
        case_id=case.id,
        item=case.item,
        task=case.task,
        metric=rubric.metric,
        system=case.system,
        judge=judge.name,
        failure=f"{kind}: {detail}" if detail else kind,
        failure_kind=kind,
        explanation=reply,
        words=case.words,
        usage=usage or Usage(),
        signature=judge.signature(rubric),
    )
