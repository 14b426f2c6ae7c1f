"""Runs in a store, for the pages about them."""

import datetime as dt

from judged_cases import make_case
from triptych.records import Case, Evidence, Judgement, Rating, Run, RunStatus
from triptych.stores import KeptCase, KeptJudgement, Store

NOON = dt.datetime(2026, 3, 1, 12, tzinfo=dt.UTC)
METRICS = ("faithfulness", "prevalence")


def keep_run(
    store: Store, run_id: str = "judge-1", cases: int = 6, *, status: RunStatus = "done", rise: int = 0, text: str = ""
) -> None:
    """A run of opinions: two systems, three texts an item, scores from 1 to 5 in turn, every seventh missing."""
    run = Run(
        id=run_id, command="judge", source="cases.jsonl", options={"judge": "embedded"}, started=NOON, total=cases
    )
    store.start_run(run)
    rows: list[KeptCase | KeptJudgement] = []
    for place in range(cases):
        case = make_case(place, text=text or None).model_copy(
            update={"id": f"case-{place:05d}", "item": f"item-{place // 3}"}
        )
        digest = case.digest()
        rows.append(KeptCase.of(run_id, place, digest, case))
        rows += [
            KeptJudgement(run_id, digest, judgement(case, metric, place + n + rise)) for n, metric in enumerate(METRICS)
        ]
    store.save(rows)
    if status != "running":
        store.finish_run(run_id, status, NOON)


def judgement(case: Case, metric: str, number: int) -> Judgement:
    """A judgement with evidence, or none, of every seventh."""
    score = None if number % 7 == 6 else 1 + number % 5
    review = case.products[0].reviews[0]
    quoted = Evidence(
        product_id=case.products[0].id, source="review", source_id=review.id, start=0, end=11, text=review.text[:11]
    )
    return Judgement(
        case_id=case.id,
        item=case.item,
        task=case.task,
        metric=metric,
        system=case.system,
        judge="embedded",
        score=score,
        value=None if score is None else float(score),
        failure=None if score else "nothing to measure",
        explanation=f"Reason {number}.",
        evidence=(quoted,),
        words=case.words,
        signature="s",
    )


def rating(place: int, metric: str, rater: str, score: float) -> Rating:
    """A rating from elsewhere."""
    return Rating(case_id=f"case-{place:05d}", metric=metric, rater=rater, score=score)
