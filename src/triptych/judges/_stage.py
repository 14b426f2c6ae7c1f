"""Judging as a stage of the pipeline: what is missing, what is done, what is kept."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from triptych.engines import Outcome, Work
from triptych.judges._judge import Judge, Judged, unscored
from triptych.records import Case, Rubric
from triptych.stores import KeptCase, KeptJudgement, Row, Store, WantedJudgement


@dataclass(frozen=True, slots=True)
class CaseToJudge:
    """A case and what is asked of it."""

    position: int
    """Where it stands in the input."""
    content: str
    """The case as it is kept."""
    digest: str
    """Of that."""
    case: Case
    """The case."""
    rubrics: tuple[Rubric, ...]
    """Those that are still missing."""


def cases_to_judge(cases: Iterable[Case], rubrics: Sequence[Rubric]) -> Iterator[CaseToJudge]:
    """Cases with the rubrics of their task; a case that none of them is for is left out."""
    by_task = {task: tuple(rubric for rubric in rubrics if rubric.task == task) for task in {r.task for r in rubrics}}
    for position, case in enumerate(cases):
        asked = by_task.get(case.task, ())
        if asked:
            content = case.to_content()
            yield CaseToJudge(position, content, hashlib.sha256(content.encode()).hexdigest()[:16], case, asked)


def _products_of(given: CaseToJudge) -> tuple[str, ...]:
    """What cases share that are best judged one after another: their sources are read once."""
    return tuple(product.id for product in given.case.products)


@dataclass(frozen=True, slots=True)
class _Computing:
    """A judge that computes, as something a worker process can be handed."""

    judge: Judge

    def __call__(self, given: CaseToJudge) -> tuple[Judged, ...]:
        judging = self.judge.judge_case(given.case, given.rubrics)
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

    @cached_property
    def work(self) -> Work[CaseToJudge, tuple[Judged, ...]]:
        """Waiting for the judge, or computing what it says."""
        if self.judge.computes:
            return Work(compute=_Computing(self.judge), alike=_products_of)
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
            replace(
                given,
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
        for outcome in outcomes:
            given = outcome.given
            rows.append(KeptCase(self.run_id, given.position, given.digest, given.case, given.content))
            judged = outcome.result if outcome.result is not None else self._failed(given, outcome.error)
            rows += (KeptJudgement(self.run_id, given.digest, one.judgement, one.is_final) for one in judged)
        self.store.save(rows)

    async def _judge(self, given: CaseToJudge) -> tuple[Judged, ...]:
        return await self.judge.judge_case(given.case, given.rubrics)

    def _failed(self, given: CaseToJudge, error: Exception | None) -> tuple[Judged, ...]:
        failure = f"failed: {error or 'no result'}"
        return tuple(
            Judged(unscored(given.case, rubric, self.judge, failure), is_final=False) for rubric in given.rubrics
        )

    def _wanted(self, given: CaseToJudge, rubric: Rubric) -> WantedJudgement:
        return WantedJudgement(
            given.case.id, given.digest, rubric.metric, self.judge.name, self.judge.signature(rubric)
        )
