"""What a judge is: one case and all rubrics asked of it in, one judgement for each out; and judging as work."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, NamedTuple, Protocol

from triptych import __version__
from triptych.engines import Work
from triptych.records import Case, FailureKind, Judgement, Rubric, group_by
from triptych.rubrics import Prompt

Prompts = Mapping[str, Prompt]
"""What a model that has room for all of it is shown of a case, by the rubric's name."""
Show = Callable[[Case, Sequence[Rubric]], Prompts]


class Judged(NamedTuple):
    """A judgement, and whether it is final."""

    judgement: Judgement
    is_final: bool = True
    """False where the judge could not be reached: another start asks again."""


AllJudged = tuple[Judged, ...]
"""A judgement for each rubric asked of a case, in their order."""


class Judge(Protocol):
    """Scores cases. It is given all rubrics of a case at once, so that what they share is made once."""

    computes: ClassVar[bool]
    """True where judging waits for nothing: it is then done in worker processes, so the judge can be pickled."""

    @property
    def name(self) -> str:
        """What `Judgement.judge` says: never with a key in it."""

    def signature(self, rubric: Rubric) -> str:
        """What every judgement on this rubric is signed with; known before any is made."""

    async def judge_case(self, case: Case, rubrics: Sequence[Rubric], prompts: Prompts | None = None) -> AllJudged:
        """A judgement for each rubric, in their order; `prompts` are those that were rendered before.

        What goes wrong with one of them is its failure; BudgetReached and EndpointError concern all and are raised.
        """


def sign(judge: str, model: str, rubric: Rubric, prompt: str, samples: int, temperature: str) -> str:
    """judge|model|rubric.version|prompt hash|samples|temperature|triptych version."""
    parts = (judge, model, f"{rubric.name}.{rubric.version}", prompt, str(samples), temperature, __version__)
    return "|".join(parts)


def round_score(value: float) -> int:
    """The whole score of a value from 1 to 5; halves go up, as people round."""
    return int(value + 0.5)


def judgement_on(case: Case, rubric: Rubric, judge: Judge, **found: Any) -> Judgement:
    """What a judge found, as its judgement of a case on a rubric."""
    return Judgement(
        case_id=case.id,
        item=case.item,
        task=case.task,
        metric=rubric.metric,
        system=case.system,
        judge=judge.name,
        words=case.words,
        signature=judge.signature(rubric),
        **found,
    )


def unscored(case: Case, rubric: Rubric, judge: Judge, kind: FailureKind, detail: str = "", **found: Any) -> Judgement:
    """A judgement without a score that says why."""
    failure = f"{kind}: {detail}" if detail else kind
    return judgement_on(case, rubric, judge, failure=failure, failure_kind=kind, **found)


class CaseToJudge(NamedTuple):
    """A case, what is asked of it, and what was prepared for that."""

    case: Case
    rubrics: tuple[Rubric, ...]
    """Those that are still missing."""
    position: int
    """Its place among the cases that are judged."""
    content: str
    """The case as stores keep it."""
    digest: str
    """Of the content."""
    prompts: Prompts | None = None
    """What a model is shown of it, where one will be asked."""


def make_ready(
    cases: Iterable[Case], rubrics: Sequence[Rubric], show: Show | None = None, *, done: int = 0
) -> Iterator[CaseToJudge]:
    """The cases with the rubrics of their task; the first `done`, which have their judgements, without prompts."""
    by_task = {task: tuple(asked) for task, asked in group_by(rubrics, lambda rubric: rubric.task).items()}
    for position, case in enumerate(case for case in cases if case.task in by_task):
        asked = by_task[case.task]
        content = case.to_json()
        digest = hashlib.sha256(content.encode()).hexdigest()[:16]
        prompts = show(case, asked) if show and position >= done else None
        yield CaseToJudge(case, asked, position, content, digest, prompts)


def judging_work(judge: Judge) -> Work[CaseToJudge, AllJudged]:
    """Judging as an engine does it: waiting for the judge, or computing what it says."""
    if judge.computes:
        # The sources that cases about one item share are read once.
        return Work(compute=partial(_compute, judge), alike=lambda given: given.case.item)

    async def wait(given: CaseToJudge) -> AllJudged:
        return await judge.judge_case(given.case, given.rubrics, given.prompts)

    return Work(wait=wait)


def _compute(judge: Judge, given: CaseToJudge) -> AllJudged:
    """What a judge says that computes; worker processes are handed this."""
    judging = judge.judge_case(given.case, given.rubrics, given.prompts)
    try:
        judging.send(None)
    except StopIteration as done:
        judged: AllJudged = done.value
        return judged
    raise RuntimeError(f"the judge {judge.name} says that it computes, but it waits")
