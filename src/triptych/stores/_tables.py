"""The tables of a store, as the latest migration leaves them, and what pages ask of them about a run.

Every name begins with `triptych_`, so that a store can share a PostgreSQL database with other things. Pages ask along
the index of figures and leave the long contents unread; a judgement of what a case was before it changed does not
count: hence the join.
"""

from typing import Any

import sqlalchemy as sa
from sqlalchemy import Select, and_, func, select

from triptych.stores._rows import CaseQuery

# One order everywhere: PostgreSQL would otherwise sort names by the language of its database.
_NAME = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")

metadata = sa.MetaData()


def _filled(kind: sa.types.TypeEngine[str], names: str) -> list[sa.Column[str]]:
    """Columns of one kind that always hold something."""
    return [sa.Column(name, kind, nullable=False) for name in names.split()]


runs = sa.Table(
    "triptych_runs",
    metadata,
    sa.Column("id", _NAME, primary_key=True),
    *_filled(sa.Text(), "command source options status"),
    *_filled(_NAME, "started"),
    sa.Column("finished", _NAME),
    sa.Column("total", sa.Integer),
)

cases = sa.Table(
    "triptych_cases",
    metadata,
    sa.Column("run_id", _NAME, sa.ForeignKey(runs.c.id, ondelete="CASCADE"), nullable=False),
    *_filled(_NAME, "case_id"),
    sa.Column("position", sa.Integer, nullable=False),
    *_filled(sa.Text(), "digest content"),
    sa.PrimaryKeyConstraint("run_id", "case_id"),
    sa.Index("triptych_cases_in_order", "run_id", "position", "case_id"),
)

judgements = sa.Table(
    "triptych_judgements",
    metadata,
    *_filled(_NAME, "run_id case_id metric judge"),
    *_filled(sa.Text(), "case_digest signature state content"),
    # Parts of the content that runs are counted, sorted and filtered by.
    *_filled(_NAME, "task item system"),
    sa.Column("score", sa.Integer),
    sa.Column("value", sa.Float),
    sa.Column("words", sa.Integer, nullable=False),
    sa.PrimaryKeyConstraint("run_id", "case_id", "metric", "judge"),
    sa.ForeignKeyConstraint(["run_id", "case_id"], [cases.c.run_id, cases.c.case_id], ondelete="CASCADE"),
)
# Holds all that a page about a run asks of its judgements, so that the long content stays unread. The task before the
# case: for the judgements of a case planners keep to the primary key.
_FIGURES = ("case_id", "case_digest", "metric", "judge", "state", "item", "system", "score", "value", "words")
sa.Index("triptych_judgements_figures", *(judgements.c[name] for name in ("run_id", "task", *_FIGURES)))

replies = sa.Table(
    "triptych_replies",
    metadata,
    sa.Column("key", _NAME, primary_key=True),
    sa.Column("content", sa.Text, nullable=False),
)

ratings = sa.Table(
    "triptych_ratings",
    metadata,
    *_filled(_NAME, "case_id case_digest metric rater"),
    sa.Column("score", sa.Float),
    sa.Column("skipped", sa.Text),
    sa.PrimaryKeyConstraint("case_id", "case_digest", "metric", "rater"),
)

claims = sa.Table(
    "triptych_claims",
    metadata,
    sa.Column("run_id", _NAME, sa.ForeignKey(runs.c.id, ondelete="CASCADE"), nullable=False),
    *_filled(_NAME, "name"),
    *_filled(sa.Text(), "holder"),
    sa.Column("until", sa.Float, nullable=False),
    sa.PrimaryKeyConstraint("run_id", "name"),
)

secrets = sa.Table(
    "triptych_secrets",
    metadata,
    sa.Column("name", _NAME, primary_key=True),
    sa.Column("value", sa.LargeBinary, nullable=False),
)


_J = judgements.c
_CURRENT = and_(cases.c.run_id == _J.run_id, cases.c.case_id == _J.case_id, cases.c.digest == _J.case_digest)
_SCORES = ("ones", "twos", "threes", "fours", "fives")


def current(*columns: Any) -> Select[Any]:
    """Columns of judgements of cases as they are."""
    return select(*columns).select_from(judgements.join(cases, _CURRENT))


def sum_scores(run_id: str) -> Select[Any]:
    """Sums by task, metric and system, made of those by item."""
    group = (_J.task, _J.metric, _J.system)
    counts = (func.count().filter(_J.score == place).label(name) for place, name in enumerate(_SCORES, start=1))
    scored, value = func.count(_J.value).label("scored"), func.coalesce(func.sum(_J.value), 0.0).label("value")
    by_item = current(*group, func.count().label("total"), scored, value, *counts).where(_J.run_id == run_id)
    item = by_item.group_by(*group, _J.item).subquery().c
    sums = (
        func.sum(item.total).label("total"),
        func.sum(item.scored).label("scored"),
        func.sum(item.value).label("value"),
        func.count().filter(item.scored > 0).label("items"),
        func.sum(item.value * item.value).label("squares"),
        func.sum(item.value * item.scored).label("products"),
        func.sum(item.scored * item.scored).label("counts_squared"),
        *(func.sum(item[name]).label(name) for name in _SCORES),
    )
    names = (item.task, item.metric, item.system)
    return select(*names, *sums).group_by(*names).order_by(*names)


def _of_cases(run_id: str, one: Any, *more: Any) -> Select[Any]:
    """Groups of judgements of cases as they are: joined when they are few, after grouping."""
    is_current = and_(cases.c.run_id == run_id, cases.c.case_id == one.case_id, cases.c.digest == one.case_digest)
    return select(*one, *more).join(cases, is_current)


def name_cases(run_id: str) -> Select[Any]:
    """Judged cases by task and id."""
    names = (_J.task, _J.case_id, _J.case_digest, _J.item)
    one = select(*names).where(_J.run_id == run_id).group_by(*names).subquery().c
    return _of_cases(run_id, one).order_by(one.task, one.case_id)


def find_cases(run_id: str, query: CaseQuery) -> Select[Any]:
    """A page of judged cases, each row with how many there are in all."""
    counted = _J.value if query.metric is None else sa.case((_J.metric == query.metric, _J.value))
    value, unscored = func.avg(counted).label("value"), (func.count() - func.count(_J.value)).label("unscored")
    system, words = func.min(_J.system).label("system"), func.max(_J.words).label("words")
    key = (_J.case_id, _J.case_digest)
    found = select(*key, system, words, value, unscored).where(_J.run_id == run_id, _J.task == query.task)
    if query.system is not None:
        found = found.where(_J.system == query.system)
    if query.words:
        found = found.where(_J.case_id.icontains(query.words, autoescape=True))
    one = found.group_by(*key).subquery().c
    wanted = _of_cases(run_id, one, func.count().over().label("total"))
    if query.least is not None:
        wanted = wanted.where(one.value >= query.least)
    if query.most is not None:
        wanted = wanted.where(one.value <= query.most)
    if query.is_unscored:
        wanted = wanted.where(one.unscored > 0)
    chosen = one[query.order]
    order = (one.value.is_(None), chosen.desc() if query.is_descending else chosen, one.case_id)
    return wanted.order_by(*order[query.order != "value" :]).limit(query.limit).offset(query.offset)


def rated_in(run_id: str, rater: str | None) -> Select[Any]:
    """Ratings of cases as a run has them."""
    is_same = (ratings.c.case_digest == cases.c.digest) | (ratings.c.case_digest == "")
    its_case = and_(cases.c.run_id == run_id, cases.c.case_id == ratings.c.case_id, is_same)
    found = select(ratings).join(cases, its_case).order_by(*ratings.primary_key)
    return found if rater is None else found.where(ratings.c.rater == rater)
