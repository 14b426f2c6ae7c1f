"""Metrics of one name in several tasks are different metrics, and are told apart by the task of their cases."""

from collections.abc import Iterable, Mapping, Sequence

from triptych.records import Case, Judgement, Rating, Task


def tell_tasks_apart(
    judged: Mapping[str, Sequence[Judgement]], ratings: Sequence[Rating], cases: Iterable[Case]
) -> tuple[dict[str, Sequence[Judgement]], Sequence[Rating]]:
    """Judgements and ratings, where a metric that was rated in several tasks is named `task/metric`."""
    tasks: dict[str, Task] = {one.case_id: one.task for judgements in judged.values() for one in judgements}
    tasks |= {case.id: case.task for case in cases}
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
