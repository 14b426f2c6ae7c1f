"""RATE: people score cases blind. Who rates what next, how far each is, and how people and judges agree.

All raters get the same texts, items whole, each in an order of his own. Both are drawn by hashes under the store's
secret: nothing is planned ahead, so raters come and go, and nobody can tell a text's place from another's.
"""

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

import triptych.agreement as agreement
from triptych.agreement import Agreement
from triptych.records import Rating, Run, Task, group_by
from triptych.stores import JudgedName, KeptRating, Store

_RESAMPLES = 300
"""Enough for a page that is looked at while ratings come in; `triptych agree` takes more."""


class RatingPlan(NamedTuple):
    """What one rater is asked: some texts on some rubrics."""

    run_id: str
    rater: str
    rubrics: tuple[str, ...]
    """`opinion/clarity`, in the order they are asked."""
    texts: int
    """How many texts at most."""


class RatingQuestion(NamedTuple):
    """One text on one rubric."""

    key: str
    """Names the text to its rater and nobody else."""
    name: JudgedName
    metric: str


class RaterSheet(NamedTuple):
    """A rater's questions in order, and what was said so far."""

    questions: tuple[RatingQuestion, ...]
    given: dict[tuple[str, str], KeptRating]
    """Answers by text's key and metric."""

    @property
    def done(self) -> int:
        """Answers, skipped ones among them."""
        return len(self.given)

    @property
    def skipped(self) -> int:
        """Questions that were passed over."""
        return sum(one.score is None for one in self.given.values())

    def next(self) -> RatingQuestion | None:
        """The first without an answer."""
        return next((one for one in self.questions if (one.key, one.metric) not in self.given), None)

    def find(self, key: str, metric: str) -> RatingQuestion | None:
        """The question of that name."""
        return next((one for one in self.questions if (one.key, one.metric) == (key, metric)), None)


def open_sheet(store: Store, plan: RatingPlan, names: Sequence[JudgedName] | None = None) -> RaterSheet:
    """What a rater is asked, and where he stopped; `names` are the run's `judged_names`, where they are known."""
    secret = store.secret()
    fitting = [one for one in names or store.judged_names(plan.run_id) if _metrics(plan, one.task)]
    # Every rater of these rubrics gets the same texts: items whole, as far as the number reaches.
    chosen = sorted(fitting, key=lambda one: (_lot(secret, one.item), one.case_id))[: plan.texts]
    keyed = sorted((_lot(secret, plan.rater, one.case_id, one.digest), one) for one in chosen)
    questions = tuple(RatingQuestion(key, one, metric) for key, one in keyed for metric in _metrics(plan, one.task))
    keys = {one.case_id: key for key, one in keyed}
    asked = {(one.key, one.metric) for one in questions}
    said = {(keys.get(one.case_id, ""), one.metric): one for one in store.ratings_of(plan.run_id, plan.rater)}
    return RaterSheet(questions, {place: one for place, one in said.items() if place in asked})


def _metrics(plan: RatingPlan, task: Task) -> list[str]:
    return [rubric.partition("/")[2] for rubric in plan.rubrics if rubric.partition("/")[0] == task]


def _lot(secret: bytes, *words: str) -> str:
    return hashlib.blake2b("\0".join(words).encode(errors="replace"), key=secret, digest_size=9).hexdigest()


def ratings_in(store: Store, run: Run) -> list[Rating]:
    """What people said of a run's texts, as `triptych agree` reads it."""
    return [one.rating for one in store.ratings_of(run.id) if one.rating]


def measure_ratings(store: Store, run: Run) -> Agreement | None:
    """How people agree with each other and with the judge, as far as they are; None before the first rating."""
    ratings = ratings_in(store, run)
    if not ratings:
        return None
    judged = group_by(store.scores(run.id, sorted({rating.case_id for rating in ratings})), lambda one: one.judge)
    return agreement.measure_agreement(judged, ratings, resamples=_RESAMPLES)
