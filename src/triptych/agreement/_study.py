"""Judges held against people: every judge, the word count and the people themselves, metric by metric."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from triptych.agreement._matching import (
    CaseFacts,
    JudgeScores,
    RatingSheet,
    gather_facts,
    gather_ratings,
    match,
    name_by_task,
    no_overlap,
)
from triptych.agreement._results import (
    ALL_METRICS,
    LEAVE_ONE_OUT,
    PAIRWISE,
    WORD_COUNT,
    Agreement,
    AgreementRow,
    Alpha,
    Estimate,
    Kind,
    Matching,
    ScatterPoint,
)
from triptych.agreement._sampled_row import SampledRow, mean_row, measure
from triptych.agreement._sampling import NO_SYSTEM, RESAMPLES, Floats, Scores, draw_items
from triptych.agreement.ceiling import MOST_RATERS, leave_one_out, pair_by_pair
from triptych.agreement.krippendorff_alpha import alpha_of
from triptych.errors import UsageError
from triptych.records import Case, Judgement, Rating


def measure_agreement(
    judged: Mapping[str, Sequence[Judgement]],
    ratings: Iterable[Rating],
    *,
    cases: Iterable[Case] = (),
    resamples: int = RESAMPLES,
    seed: int = 0,
    common: bool = False,
) -> Agreement:
    """How judges, the word count and people agree with people; `judged` maps a judge's name to what it said.

    A metric that was rated in several tasks is named by task. With `common`, only cases that all judges scored
    count. Cases give lengths where judgements do not; with cases and no judgements, only the word count and the
    people are compared.
    """
    known = list(cases)
    judged, given = name_by_task(judged, list(ratings), known)
    study = _Study.of(judged, gather_ratings(given), known, common)
    return study.carry_out(len(given), resamples, seed)


@dataclass(slots=True)
class _Study:
    """One comparison, being made."""

    judges: list[JudgeScores]
    sheet: RatingSheet
    facts: dict[str, CaseFacts]
    draws: Floats = field(init=False)
    item_places: dict[str, int] = field(init=False)
    system_places: dict[str | None, int] = field(init=False)
    matching: tuple[Matching, ...] = ()
    notes: list[str] = field(default_factory=list)
    sampled: dict[tuple[str, Kind], list[tuple[str, SampledRow]]] = field(default_factory=dict)

    @classmethod
    def of(
        cls, judged: Mapping[str, Sequence[Judgement]], sheet: RatingSheet, cases: list[Case], common: bool
    ) -> "_Study":
        judges = [JudgeScores.of(name, judgements) for name, judgements in judged.items()]
        if judges and not any(judge.values.keys() & sheet.scores.keys() for judge in judges):
            raise no_overlap(judges, sheet)
        every = (judgement for judgements in judged.values() for judgement in judgements)
        matching = tuple(match(judge, sheet) for judge in judges)
        study = cls(judges, sheet, gather_facts(every, cases), matching, list(sheet.notes))
        study._note_uneven()
        if common:
            study._keep_common()
        return study

    def carry_out(self, rating_count: int, resamples: int, seed: int) -> Agreement:
        known = {case for case, _ in self.sheet.scores if case in self.facts}
        items = sorted({self.facts[case].item for case in known})
        if not items:
            raise UsageError("no rated case is known: give judgements of the cases that were rated")
        systems = sorted({facts.system for case in known if (facts := self.facts[case]).system is not None})
        self.item_places = {item: place for place, item in enumerate(items)}
        self.system_places = {system: place for place, system in enumerate(systems)}
        self.draws = draw_items(len(items), resamples, seed)
        most = max(Counter(self.facts[case].item for case in known).values())
        if most == 2:
            self.notes.append(
                "items have two texts each, so that rho by item can only be +1 or -1 in each of them; "
                "look at the pooled figure, or rate a third system"
            )
        alphas = [self._measure_metric(metric) for metric in self.sheet.metrics]
        return Agreement(
            ratings=rating_count,
            raters=len(self.sheet.raters),
            rated=len(self.sheet.scores),
            matching=self.matching,
            rows=tuple(self._rows()),
            alphas=tuple(alpha for alpha in alphas if alpha),
            points=tuple(self._points()),
            notes=tuple(self.notes),
        )

    def _measure_metric(self, metric: str) -> Alpha | None:
        case_ids = sorted(case for case, rated in self.sheet.scores if rated == metric and case in self.facts)
        if not case_ids:
            self.notes.append(f"{metric}: rated, but none of its cases is known here")
            return None
        ratings = self.sheet.matrix(metric, case_ids)
        cases = self._scores_of(case_ids, np.nanmean(ratings, axis=1))
        for judge in self.judges:
            values = np.array([judge.values.get((case_id, metric), np.nan) for case_id in case_ids])
            self._measure(metric, judge.name, "judge", replace(cases, values=values).only(~np.isnan(values)))
        self._measure(metric, WORD_COUNT, "baseline", replace(cases, values=cases.words).with_words())
        return self._measure_people(metric, cases, ratings)

    def _measure(self, metric: str, who: str, kind: Kind, scores: Scores) -> None:
        if len(scores):
            self.sampled.setdefault((who, kind), []).append((metric, measure(scores, self.draws, kind)))

    def _measure_people(self, metric: str, cases: Scores, ratings: Floats) -> Alpha:
        raters = int((~np.isnan(ratings)).any(axis=0).sum())
        if raters < 2:
            reason = "people's own agreement needs two raters or more; there is 1"
            self.notes.append(f"{metric}: {reason}")
            return Alpha(metric=metric, raters=raters, alpha=Estimate(count=0, reason=reason))
        if raters > MOST_RATERS:
            self.notes.append(f"{metric}: of {raters} raters, only the {MOST_RATERS} who rated most are used")
        for who, row in (
            (LEAVE_ONE_OUT, leave_one_out(cases, ratings, self.draws)),
            (PAIRWISE, pair_by_pair(cases, ratings, self.draws)),
        ):
            if row is None:
                self.notes.append(f"{metric}: {who}: no two raters share two cases")
            else:
                self.sampled.setdefault((who, "people"), []).append((metric, row))
        return Alpha(metric=metric, raters=raters, alpha=alpha_of(ratings))

    def _scores_of(self, case_ids: list[str], people: Floats) -> Scores:
        facts = [self.facts[case_id] for case_id in case_ids]
        return Scores(
            values=people,
            people=people,
            words=np.array([fact.words for fact in facts]),
            items=np.array([self.item_places[fact.item] for fact in facts]),
            systems=np.array([self.system_places.get(fact.system, NO_SYSTEM) for fact in facts]),
        )

    def _rows(self) -> Iterator[AgreementRow]:
        """By metric, then the mean over the metrics that all judges have, so that every row is the mean of the same."""
        for metric in self.sheet.metrics:
            for (who, kind), rows in self.sampled.items():
                yield from (row.to_row(metric, who, kind) for measured, row in rows if measured == metric)
        judged = [{metric for metric, _ in rows} for (_, kind), rows in self.sampled.items() if kind == "judge"]
        measured = {metric for rows in self.sampled.values() for metric, _ in rows}
        known = [metric for metric in self.sheet.metrics if metric in measured]
        shared = [metric for metric in known if all(metric in metrics for metrics in judged)]
        if len(shared) < 2:
            return
        if len(shared) < len(known):
            self.notes.append(f"{ALL_METRICS} is the mean over those that all judges scored: {', '.join(shared)}")
        for (who, kind), rows in self.sampled.items():
            chosen = [row for metric, row in rows if metric in shared]
            if chosen:
                yield mean_row(chosen, [1.0] * len(chosen)).to_row(ALL_METRICS, who, kind)

    def _points(self) -> Iterable[ScatterPoint]:
        for judge in self.judges:
            for case_id, metric in sorted(judge.values.keys() & self.sheet.scores.keys()):
                ratings = self.sheet.scores[case_id, metric].values()
                people = sum(ratings) / len(ratings)
                value = judge.values[case_id, metric]
                yield ScatterPoint(case_id=case_id, metric=metric, judge=judge.name, value=value, people=people)

    def _note_uneven(self) -> None:
        for judge in self.judges:
            if judge.repeated:
                self.notes.append(
                    f"{judge.name}: {judge.repeated} judgements repeat an earlier one; the last one counts"
                )
        rated = [judge.values.keys() & self.sheet.scores.keys() for judge in self.judges]
        shared = set.intersection(*map(set, rated)) if rated else set()
        if any(len(pairs) != len(shared) for pairs in rated):
            self.notes.append(
                f"judges scored different cases; {len(shared)} pairs are scored by all (--common uses those only)"
            )

    def _keep_common(self) -> None:
        shared = set.intersection(*(set(judge.values) for judge in self.judges)) if self.judges else set()
        if self.judges and not shared & self.sheet.scores.keys():
            raise UsageError("no rated case was scored by all judges; leave out --common")
        for judge in self.judges:
            judge.values = {pair: value for pair, value in judge.values.items() if pair in shared}
