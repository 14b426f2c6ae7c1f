"""Judgements and ratings, matched by case and metric: what matched, what did not, and why."""

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from triptych.agreement._results import Matching
from triptych.agreement._sampling import Floats
from triptych.errors import UsageError
from triptych.records import Case, Judgement, Rating, Task, count_words

_MOST_EXAMPLES = 3

Pair = tuple[str, str]
"""A case's id and a metric."""


@dataclass(frozen=True, slots=True)
class CaseFacts:
    """What is known of a case beside its scores."""

    item: str
    system: str | None
    words: float
    """How long it is; NaN where unknown."""


@dataclass(frozen=True, slots=True)
class RatingSheet:
    """All ratings: by case and metric, then by rater."""

    scores: Mapping[Pair, Mapping[str, float]]
    """One score for each rater of a pair."""
    raters: tuple[str, ...]
    metrics: tuple[str, ...]
    notes: tuple[str, ...]
    """Ratings given twice."""

    def matrix(self, metric: str, case_ids: Sequence[str]) -> Floats:
        """The ratings of some cases on a metric, a case a row and a rater a column, NaN where there is none."""
        column = {rater: place for place, rater in enumerate(self.raters)}
        ratings = np.full((len(case_ids), len(self.raters)), np.nan)
        for row, case_id in enumerate(case_ids):
            for rater, score in self.scores[case_id, metric].items():
                ratings[row, column[rater]] = score
        return ratings


@dataclass(slots=True)
class JudgeScores:
    """One judge's scores by case and metric."""

    name: str
    """How the judge is named in the outcome."""
    values: dict[Pair, float] = field(default_factory=dict)
    """Where it scored."""
    failures: dict[Pair, str] = field(default_factory=dict)
    """Where it did not, and why."""
    repeated: int = 0
    """Judgements of a pair it had judged before; the last one counts."""

    @classmethod
    def of(cls, name: str, judgements: Iterable[Judgement]) -> "JudgeScores":
        """What one judge said."""
        judged = cls(name)
        for judgement in judgements:
            pair = (judgement.case_id, judgement.metric)
            judged.repeated += pair in judged.values or pair in judged.failures
            judged.values.pop(pair, None)
            judged.failures.pop(pair, None)
            if judgement.value is None:
                judged.failures[pair] = judgement.failure or "no reason given"
            else:
                judged.values[pair] = judgement.value
        return judged


def name_by_task(
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


def gather_ratings(ratings: Iterable[Rating]) -> RatingSheet:
    """Ratings by case, metric and rater; where one rater scored a pair twice, their mean counts."""
    found: dict[Pair, dict[str, list[float]]] = {}
    for rating in ratings:
        found.setdefault((rating.case_id, rating.metric), {}).setdefault(rating.rater, []).append(rating.score)
    if not found:
        raise UsageError("there are no ratings; a ratings file has the columns case_id, metric, rater, score")
    scores = {pair: {rater: sum(s) / len(s) for rater, s in given.items()} for pair, given in found.items()}
    raters = dict.fromkeys(rater for given in found.values() for rater in given)
    return RatingSheet(scores, tuple(sorted(raters)), tuple(dict.fromkeys(m for _, m in found)), _twice(found))


def _twice(found: Mapping[Pair, Mapping[str, Sequence[float]]]) -> tuple[str, ...]:
    repeated = [(pair, rater, s) for pair, given in found.items() for rater, s in given.items() if len(s) > 1]
    if not repeated:
        return ()
    differing = sorted((entry for entry in repeated if len(set(entry[2])) > 1), key=lambda entry: entry[0])
    note = f"of {len(repeated)} case and metric pairs one rater gave several scores"
    if not differing:
        return (f"{note}, always alike; each counts once",)
    (case_id, metric), rater, scores = differing[0]
    said = " and ".join(f"{score:g}" for score in scores)
    return (f"{note}; their mean is used ({rater} gave {case_id} {said} on {metric})",)


def gather_facts(judgements: Iterable[Judgement], cases: Iterable[Case]) -> dict[str, CaseFacts]:
    """What is known of each case; a case itself knows better than a judgement of it."""
    facts: dict[str, CaseFacts] = {}
    for judgement in judgements:
        # 0 means an unknown length.
        words = float(judgement.words) if judgement.words else np.nan
        facts.setdefault(judgement.case_id, CaseFacts(judgement.item, judgement.system, words))
    for case in cases:
        facts[case.id] = CaseFacts(case.item, case.system, float(count_words(case.text)))
    return facts


def match(judged: JudgeScores, sheet: RatingSheet) -> Matching:
    """What one judge's scores and the ratings have in common, and what is left over on either side."""
    pairs = judged.values.keys() | judged.failures.keys()
    rated = sheet.scores.keys()
    judged_cases, rated_cases = {case for case, _ in pairs}, {case for case, _ in rated}
    not_judged, not_rated = rated - pairs, pairs - rated
    matched = judged.values.keys() & rated
    left_over = sorted(not_judged) + sorted(not_rated)
    return Matching(
        judge=judged.name,
        judgements=len(pairs) + judged.repeated,
        matched=len(matched),
        cases=len({case for case, _ in matched}),
        unscored=dict(Counter(judged.failures[pair] for pair in sorted(judged.failures.keys() & rated)).most_common()),
        not_judged_cases=sum(case not in judged_cases for case, _ in not_judged),
        not_judged_metrics=sum(case in judged_cases for case, _ in not_judged),
        not_rated_cases=sum(case not in rated_cases for case, _ in not_rated),
        not_rated_metrics=sum(case in rated_cases for case, _ in not_rated),
        examples=tuple(f"{case} {metric}" for case, metric in left_over[:_MOST_EXAMPLES]),
    )


def no_overlap(judged: Sequence[JudgeScores], sheet: RatingSheet) -> UsageError:
    """The error for judgements and ratings that have nothing in common, with what each side holds."""
    pairs = {pair for judge in judged for pair in (*judge.values, *judge.failures)}
    rated_cases, judged_cases = {case for case, _ in sheet.scores}, {case for case, _ in pairs}
    if not any(judge.values for judge in judged):
        return UsageError("no judgement has a score, so there is nothing to hold against the ratings")
    if not rated_cases & judged_cases:
        return UsageError(
            f"no case is both judged and rated: judged are cases such as {min(judged_cases)!r}, "
            f"rated cases such as {min(rated_cases)!r}; case_id must be the same in both files"
        )
    judged_metrics = ", ".join(sorted({metric for _, metric in pairs}))
    return UsageError(
        f"no case is scored and rated on the same metric: judged are {judged_metrics}; "
        f"rated are {', '.join(sorted(sheet.metrics))}"
    )


def _tasks_of(judged: Mapping[str, Sequence[Judgement]], rated: Container[str]) -> dict[str, Task]:
    """The task of each case; a rating names a case by its id alone, so a rated id must be of one task."""
    tasks: dict[str, Task] = {}
    for judgements in judged.values():
        for one in judgements:
            known = tasks.setdefault(one.case_id, one.task)
            if known != one.task and one.case_id in rated:
                raise UsageError(
                    f"{one.case_id!r} is the id of a case of task {known} and of one of task {one.task}; "
                    "give each an id of its own, so that it is clear which was rated"
                )
    return tasks
