"""Every judge, the word count and the people themselves held against people, matched by case and metric."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from statistics import fmean
from typing import NamedTuple

import numpy as np

from triptych.agreement import _results as results
from triptych.agreement._sampled_row import MOST_RATERS, SampledRow, leave_one_out, mean_row, measure, pair_by_pair
from triptych.agreement._sampling import NO_SYSTEM, RESAMPLES, Floats, Scores, draw_items
from triptych.agreement.krippendorff_alpha import alpha_of
from triptych.errors import UsageError
from triptych.records import Case, Judgement, Rating, Task, count_words

_MOST_EXAMPLES = 3

Pair = tuple[str, str]
"""A case's id and a metric."""


class CaseFacts(NamedTuple):
    """What is known of a case beside its scores."""

    item: str
    system: str | None
    words: float
    """How long it is; NaN where unknown."""


class RatingSheet(NamedTuple):
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


class JudgeScores:
    """One judge's scores by case and metric; where it judged a pair several times, the last one counts."""

    def __init__(self, name: str, judgements: Sequence[Judgement]) -> None:
        last = {(one.case_id, one.metric): one for one in judgements}
        self.name = name
        self.values = {pair: one.value for pair, one in last.items() if one.value is not None}
        self.failures = {pair: one.failure or "no reason given" for pair, one in last.items() if one.value is None}
        self.repeated = len(judgements) - len(last)


def measure_agreement(
    judged: Mapping[str, Sequence[Judgement]],
    ratings: Iterable[Rating],
    *,
    cases: Iterable[Case] = (),
    resamples: int = RESAMPLES,
    seed: int = 0,
    common: bool = False,
) -> results.Agreement:
    """How judges, the word count and people agree with people; `judged` maps a judge's name to what it said.

    A metric that was rated in several tasks is named by task. With `common`, only cases that all judges scored
    count. Cases give lengths where judgements do not; with cases and no judgements, only the word count and the
    people are compared.
    """
    known = list(cases)
    judged, given = name_by_task(judged, list(ratings), known)
    sheet = gather_ratings(given)
    judges = [JudgeScores(name, judgements) for name, judgements in judged.items()]
    if judges and not any(judge.values.keys() & sheet.scores.keys() for judge in judges):
        raise no_overlap(judges, sheet)
    matching = tuple(match(judge, sheet) for judge in judges)
    notes = [*sheet.notes, *_uneven(judges, sheet)]
    if common and judges:
        shared = set.intersection(*(set(judge.values) for judge in judges))
        if not shared & sheet.scores.keys():
            raise UsageError("no rated case was scored by all judges; leave out --common")
        for judge in judges:
            judge.values = {pair: value for pair, value in judge.values.items() if pair in shared}
    facts = gather_facts(chain.from_iterable(judged.values()), known)
    study = _Study(judges, sheet, facts, notes, resamples, seed)
    alphas = [study.measure_metric(metric) for metric in sheet.metrics]
    return results.Agreement(
        ratings=len(given),
        raters=len(sheet.raters),
        rated=len(sheet.scores),
        matching=matching,
        rows=tuple(study.rows()),
        alphas=tuple(alpha for alpha in alphas if alpha),
        points=tuple(_points(judges, sheet)),
        notes=tuple(notes),
    )


class _Study:
    """One comparison, being made."""

    def __init__(
        self,
        judges: Sequence[JudgeScores],
        sheet: RatingSheet,
        facts: Mapping[str, CaseFacts],
        notes: list[str],
        resamples: int,
        seed: int,
    ) -> None:
        self._judges, self._sheet, self._facts, self._notes = judges, sheet, facts, notes
        known = [facts[case] for case in {case for case, _ in sheet.scores} if case in facts]
        by_item = Counter(one.item for one in known)
        if not by_item:
            raise UsageError("no rated case is known: give judgements of the cases that were rated")
        if max(by_item.values()) == 2:
            notes.append(
                "items have two texts each, so that rho by item can only be +1 or -1 in each of them; "
                "look at the pooled figure, or rate a third system"
            )
        self._items = {item: place for place, item in enumerate(sorted(by_item))}
        systems = sorted({one.system for one in known if one.system is not None})
        self._systems: dict[str | None, int] = {system: place for place, system in enumerate(systems)}
        self._draws = draw_items(len(by_item), resamples, seed)
        self._sampled: dict[tuple[str, results.Kind], dict[str, SampledRow]] = {}

    def measure_metric(self, metric: str) -> results.Alpha | None:
        """Measure everybody on a metric; returns the alpha of the people."""
        case_ids = sorted(case for case, rated in self._sheet.scores if rated == metric and case in self._facts)
        if not case_ids:
            self._notes.append(f"{metric}: rated, but none of its cases is known here")
            return None
        ratings = self._sheet.matrix(metric, case_ids)
        people = np.nanmean(ratings, axis=1)
        facts = [self._facts[case_id] for case_id in case_ids]
        words, items = np.array([fact.words for fact in facts]), np.array([self._items[fact.item] for fact in facts])
        systems = np.array([self._systems.get(fact.system, NO_SYSTEM) for fact in facts])
        cases = Scores(values=people, people=people, words=words, items=items, systems=systems)
        for judge in self._judges:
            values = np.array([judge.values.get((case_id, metric), np.nan) for case_id in case_ids])
            self._measure(metric, judge.name, "judge", replace(cases, values=values).only(~np.isnan(values)))
        self._measure(metric, results.WORD_COUNT, "baseline", replace(cases, values=cases.words).with_words())
        return self._measure_people(metric, cases, ratings)

    def _measure(self, metric: str, who: str, kind: results.Kind, scores: Scores) -> None:
        if len(scores):
            self._sampled.setdefault((who, kind), {})[metric] = measure(scores, self._draws, kind)

    def _measure_people(self, metric: str, cases: Scores, ratings: Floats) -> results.Alpha:
        raters = int((~np.isnan(ratings)).any(axis=0).sum())
        if raters < 2:
            reason = "people's own agreement needs two raters or more; there is 1"
            self._notes.append(f"{metric}: {reason}")
            return results.Alpha(metric=metric, raters=raters, alpha=results.Estimate(count=0, reason=reason))
        if raters > MOST_RATERS:
            self._notes.append(f"{metric}: of {raters} raters, only the {MOST_RATERS} who rated most are used")
        for who, measured in ((results.LEAVE_ONE_OUT, leave_one_out), (results.PAIRWISE, pair_by_pair)):
            row = measured(cases, ratings, self._draws)
            if row is None:
                self._notes.append(f"{metric}: {who}: no two raters share two cases")
            else:
                self._sampled.setdefault((who, "people"), {})[metric] = row
        return results.Alpha(metric=metric, raters=raters, alpha=alpha_of(ratings))

    def rows(self) -> Iterator[results.AgreementRow]:
        """By metric, then the mean over the metrics that all judges have, so that every row is the mean of the same."""
        for metric in self._sheet.metrics:
            for (who, kind), rows in self._sampled.items():
                if metric in rows:
                    yield rows[metric].to_row(metric, who, kind)
        judged = [rows for (_, kind), rows in self._sampled.items() if kind == "judge"]
        known = [metric for metric in self._sheet.metrics if any(metric in rows for rows in self._sampled.values())]
        shared = [metric for metric in known if all(metric in rows for rows in judged)]
        if len(shared) < 2:
            return
        if len(shared) < len(known):
            named = ", ".join(shared)
            self._notes.append(f"{results.ALL_METRICS} is the mean over those that all judges scored: {named}")
        for (who, kind), rows in self._sampled.items():
            chosen = [rows[metric] for metric in shared if metric in rows]
            if chosen:
                yield mean_row(chosen, [1.0] * len(chosen)).to_row(results.ALL_METRICS, who, kind)


def _points(judges: Iterable[JudgeScores], sheet: RatingSheet) -> Iterator[results.ScatterPoint]:
    for judge in judges:
        for case_id, metric in sorted(judge.values.keys() & sheet.scores.keys()):
            people = fmean(sheet.scores[case_id, metric].values())
            value = judge.values[case_id, metric]
            yield results.ScatterPoint(case_id=case_id, metric=metric, judge=judge.name, value=value, people=people)


def _uneven(judges: Sequence[JudgeScores], sheet: RatingSheet) -> Iterator[str]:
    """What one should know of judgements that were repeated or are of different cases."""
    for judge in judges:
        if judge.repeated:
            yield f"{judge.name}: {judge.repeated} judgements repeat an earlier one; the last one counts"
    rated = [judge.values.keys() & sheet.scores.keys() for judge in judges]
    shared = set.intersection(*rated) if rated else set()
    if any(len(pairs) != len(shared) for pairs in rated):
        yield f"judges scored different cases; {len(shared)} pairs are scored by all (--common uses those only)"


def name_by_task(
    judged: Mapping[str, Sequence[Judgement]], ratings: Sequence[Rating], cases: Iterable[Case]
) -> tuple[dict[str, Sequence[Judgement]], Sequence[Rating]]:
    """Judgements and ratings, where a metric that was rated in several tasks is named `task/metric`."""
    every = chain.from_iterable(judged.values())
    tasks = _tasks_of(every, {rating.case_id for rating in ratings}) | {case.id: case.task for case in cases}
    rated = {(rating.metric, tasks[rating.case_id]) for rating in ratings if rating.case_id in tasks}
    several = {metric for metric, count in Counter(metric for metric, _ in rated).items() if count > 1}
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
    scores = {pair: {rater: fmean(s) for rater, s in given.items()} for pair, given in found.items()}
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
    known = {case.id: CaseFacts(case.item, case.system, float(count_words(case.text))) for case in cases}
    return facts | known


def match(judged: JudgeScores, sheet: RatingSheet) -> results.Matching:
    """What one judge's scores and the ratings have in common, and what is left over on either side."""
    pairs = judged.values.keys() | judged.failures.keys()
    rated = sheet.scores.keys()
    judged_cases, rated_cases = {case for case, _ in pairs}, {case for case, _ in rated}
    not_judged, not_rated = rated - pairs, pairs - rated
    matched = judged.values.keys() & rated
    left_over = sorted(not_judged) + sorted(not_rated)
    return results.Matching(
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


def _tasks_of(judgements: Iterable[Judgement], rated: Container[str]) -> dict[str, Task]:
    """The task of each case; a rating names a case by its id alone, so a rated id must be of one task."""
    tasks: dict[str, Task] = {}
    for one in judgements:
        known = tasks.setdefault(one.case_id, one.task)
        if known != one.task and one.case_id in rated:
            raise UsageError(
                f"{one.case_id!r} is the id of a case of task {known} and of one of task {one.task}; "
                "give each an id of its own, so that it is clear which was rated"
            )
    return tasks
