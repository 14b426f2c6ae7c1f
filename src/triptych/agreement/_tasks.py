"""Metrics of one name in several tasks are different metrics, and are told apart by the task of their cases."""

from collections.abc import Container, Iterable, Mapping, Sequence

from triptych.errors import UsageError
from triptych.records import Case, Judgement, Rating, Task


def tell_tasks_apart(
    judged: Mapping[str, Sequence[Judgement]], ratings: Sequence[Rating], cases: Iterable[Case]
) -> tuple[dict[str, Sequence[Judgement]], Sequence[Rating]]:
    """Judgements and ratings, where a metric that was rated in several tasks is named `task/metric`."""
    tasks = _tasks_of(judged, {rating.case_id for rating in ratings}) | {case.id: case.task for case in cases}
    rated: dict[str, set[Task]] = {}
    for rating in ratings:
        if rating.case_id in tasks:
            rated.setdefault(rating.metric, set()).add(tasks[rating.case_id])
    several = {metric for metric, found in rated.items() if len(found) > 1}
    if not several:
        return dict(judged), ratings

    def named(case_id: str, metric: str) -> dict[str, str]:
        return {"metric": f"{tasks[case_id]}/{metric}" if metric in several and case_id in tasks else metric}

    renamed: dict[str, Sequence[Judgement]] = {
        judge: [one.model_copy(update=named(one.case_id, one.metric)) for one in judgements]
        for judge, judgements in judged.items()
    }
    return renamed, [rating.model_copy(update=named(rating.case_id, rating.metric)) for rating in ratings]


def _tasks_of(judged: Mapping[str, Sequence[Judgement]], rated: Container[str]) -> dict[str, Task]:
    """The task of each case; a rating names a case by its id alone, so no id that is rated may stand for two."""
    tasks: dict[str, Task] = {}
    for judgements in judged.values():
        for one in judgements:
            known = tasks.setdefault(one.case_id, one.task)
            if known != one.task and one.case_id in rated:
                raise UsageError(
                    f"{one.case_id!r} is the id of a case of task {known} and of one of task {one.task}; "
                    "which of them was rated cannot be told, so give each an id of its own"
                )
    return tasks
