"""Version 4: figures of judgements as columns, the length of a run, and ratings that know the text they are of."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_NAME = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
_FIGURES = ("case_id", "case_digest", "metric", "judge", "state", "item", "system", "score", "value", "words")
_KEY = ("run_id", "case_id", "metric", "judge")
_FILLED = ("task", "item", "system", "score", "value", "words")
_AT_ONCE = 1000


def upgrade() -> None:
    """Fill the columns from what is there, and make the ratings anew with their longer key."""
    op.add_column("triptych_runs", sa.Column("total", sa.Integer))
    for name in ("task", "item", "system"):
        op.add_column("triptych_judgements", sa.Column(name, _NAME, nullable=False, server_default=""))
    op.add_column("triptych_judgements", sa.Column("score", sa.Integer))
    op.add_column("triptych_judgements", sa.Column("value", sa.Float))
    op.add_column("triptych_judgements", sa.Column("words", sa.Integer, nullable=False, server_default="0"))
    _fill_columns(op.get_bind())
    op.drop_index("triptych_judgements_by_state", "triptych_judgements")
    op.create_index("triptych_judgements_figures", "triptych_judgements", ["run_id", "task", *_FIGURES])
    op.rename_table("triptych_ratings", "triptych_ratings_before")
    op.create_table(
        "triptych_ratings",
        sa.Column("case_id", _NAME, nullable=False),
        sa.Column("case_digest", _NAME, nullable=False),
        sa.Column("metric", _NAME, nullable=False),
        sa.Column("rater", _NAME, nullable=False),
        sa.Column("score", sa.Float),
        sa.Column("skipped", sa.Text),
        sa.PrimaryKeyConstraint("case_id", "case_digest", "metric", "rater"),
    )
    op.execute(
        "INSERT INTO triptych_ratings SELECT case_id, '', metric, rater, score, NULL FROM triptych_ratings_before"
    )
    op.drop_table("triptych_ratings_before")


def _fill_columns(connection: sa.Connection) -> None:
    table = sa.table("triptych_judgements", *(sa.column(name) for name in (*_KEY, *_FILLED, "content")))
    key = [table.c[name] for name in _KEY]
    change = sa.update(table).where(*(table.c[name] == sa.bindparam(f"old_{name}") for name in _KEY))
    change = change.values({name: sa.bindparam(f"new_{name}") for name in _FILLED})
    rows = sa.select(*key, table.c.content).order_by(*key).limit(_AT_ONCE)
    page = connection.execute(rows).all()
    while page:
        connection.execute(change, [_change(row[:-1], json.loads(row[-1])) for row in page])
        page = connection.execute(rows.where(sa.tuple_(*key) > sa.tuple_(*page[-1][:-1]))).all()


def _change(key: tuple[str, ...], judgement: dict[str, Any]) -> dict[str, Any]:
    filled = {f"new_{name}": judgement.get(name) for name in _FILLED}
    system = (judgement.get("system") or "")[:200].encode(errors="backslashreplace").decode().replace("\0", "\\0")
    filled |= {"new_system": system, "new_words": judgement.get("words") or 0}
    return filled | {f"old_{name}": value for name, value in zip(_KEY, key, strict=True)}
