"""Judging as a stage of the pipeline: what is missing, what is done, what is kept."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from triptych.engines import Outcome, Work
from triptych.judges._judge import Judge, Judged, Prompts, unscored
from triptych.records import Case, Rubric, Task
from triptych.stores import KeptCase, KeptJudgement, Row, Store, WantedJudgement

Show = Callable[[Case, Sequence[Rubric]], Prompts]
Told = Callable[[int, Sequence[KeptJudgement]], None]
"""Hears of what was committed: a case's position, and the judgements on it."""


class CaseToJudge(NamedTuple):
    """A case, what is asked of it, and what was prepared for that."""

    case: Case
    """The case."""
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
    by_task = _by_task(rubrics)
    for position, case in enumerate(case for case in cases if case.task in by_task):
        asked = by_task[case.task]
        content = case.to_content()
        digest = hashlib.sha256(content.encode()).hexdigest()[:16]
        prompts = show(case, asked) if show and position >= done else None
        yield CaseToJudge(case, asked, position, content, digest, prompts)


def _by_task(rubrics: Sequence[Rubric]) -> dict[Task, tuple[Rubric, ...]]:
    return {task: tuple(rubric for rubric in rubrics if rubric.task == task) for task in {r.task for r in rubrics}}


def _item_of(given: CaseToJudge) -> str:
    """What cases share that are best judged one after another: their sources are read once."""
    return given.case.item


@dataclass(frozen=True, slots=True)
class _Computing:
    """A judge that computes, as something a worker process can be handed."""

    judge: Judge

    def __call__(self, given: CaseToJudge) -> tuple[Judged, ...]:
        judging = self.judge.judge_case(given.case, given.rubrics, given.prompts)
        try:
            judging.send(None)
        except StopIteration as done:
            judged: tuple[Judged, ...] = done.value
            return judged
        raise RuntimeError(f"the judge {self.judge.name} says that it computes, but it waits")


@dataclass(frozen=True)
class JudgingStage:
    """Judges cases and keeps cases and judgements together."""

    store: Store
    """Where."""
    run_id: str
    """The run they belong to."""
    judge: Judge
    """Who judges."""
    retry_unscored: bool = False
    """Ask again where a reply had no score."""
    is_fresh: bool = False
    """Ask again whatever is there."""
    told: Told | None = None
    """Who hears of what was committed."""

    @cached_property
    def work(self) -> Work[CaseToJudge, tuple[Judged, ...]]:
        """Waiting for the judge, or computing what it says."""
        if self.judge.computes:
            return Work(compute=_Computing(self.judge), alike=_item_of)
        return Work(wait=self._judge)

    def missing(self, inputs: Sequence[CaseToJudge]) -> Sequence[CaseToJudge]:
        """The cases that lack a judgement, each with the rubrics that lack it."""
        if self.is_fresh:
            return inputs
        wanted = [self._wanted(given, rubric) for given in inputs for rubric in given.rubrics]
        found = self.store.missing_judgements(self.run_id, wanted, retry_unscored=self.retry_unscored)
        if not found or len(found) == len(wanted):
            return inputs if found else []
        lacking = {(want.case_id, want.case_digest, want.metric) for want in found}
        narrowed = (
            given._replace(
                rubrics=tuple(
                    rubric for rubric in given.rubrics if (given.case.id, given.digest, rubric.metric) in lacking
                ),
            )
            for given in inputs
        )
        return [given for given in narrowed if given.rubrics]

    def keep(self, outcomes: Sequence[Outcome[CaseToJudge, tuple[Judged, ...]]]) -> None:
        """Commit judgements with their cases."""
        rows: list[Row] = []
        committed: list[tuple[int, list[KeptJudgement]]] = []
        for outcome in outcomes:
            given = outcome.given
            judged = outcome.result if outcome.result is not None else self._failed(given, outcome.error)
            kept = [self._kept(given, one) for one in judged]
            rows += (KeptCase(self.run_id, given.position, given.digest, given.case.id, given.content), *kept)
            committed.append((given.position, kept))
        self.store.save(rows)
        if self.told:
            for position, kept in committed:
                self.told(position, kept)

    async def _judge(self, given: CaseToJudge) -> tuple[Judged, ...]:
        return await self.judge.judge_case(given.case, given.rubrics, given.prompts)

    def _kept(self, given: CaseToJudge, judged: Judged) -> KeptJudgement:
        content = judged.judgement.to_content()
        return KeptJudgement(self.run_id, given.digest, judged.judgement, judged.is_final, content)

    def _failed(self, given: CaseToJudge, error: Exception | None) -> tuple[Judged, ...]:
        why = str(error or "no result")
        return tuple(
            Judged(unscored(given.case, rubric, self.judge, "failed", why), is_final=False) for rubric in given.rubrics
        )

    def _wanted(self, given: CaseToJudge, rubric: Rubric) -> WantedJudgement:
        return WantedJudgement(
            given.case.id, given.digest, rubric.metric, self.judge.name, self.judge.signature(rubric)
        )
