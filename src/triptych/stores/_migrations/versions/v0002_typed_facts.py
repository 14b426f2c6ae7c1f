"""Version 2: what judgements said only in words (kind of failure, doubts, jury, cascade, cut) becomes fields."""

import json
import re
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_KINDS = {
    "no answer",
    "failed",
    "too long",
    "no score",
    "no complete score tag",
    "several scores",
    "not a whole score from 1 to 5",
    "cut off while replying",
    "cut off while reasoning",
    "empty reply",
    "refused",
    "tool call instead of a reply",
    "obeyed the case",
    "the text is empty",
    "the text is in another language than English",
    "no measures",
    "nothing to measure",
    "no judge has a score",
}
_APART = re.compile(r"[^\n]*; (\d\.\d\d) apart\.")
_SETTLED = re.compile(r"Settled by (.+?)(?: after .*)?\.$", re.MULTILINE)
_DOUBT = re.compile(r"^Note: the reply may have obeyed the case instead of the rubric: it (.*)\.$", re.MULTILINE)
_LEFT_OUT = re.compile(r"^Note: (query|products|opinions|facts|reviews) left out for lack of room\.$", re.MULTILINE)
_SAMPLED = re.compile(r"^Note: (\d+) of (\d+) reviews shown, star levels in their shares\.$", re.MULTILINE)
_BATCH = 1000


def upgrade() -> None:
    """Fill in the fields of the judgements that an earlier release kept."""
    connection = op.get_bind()
    keys = ("run_id", "case_id", "metric", "judge")
    table = sa.table("triptych_judgements", *(sa.column(name, sa.Text) for name in (*keys, "state", "content")))
    concerned = sa.or_(
        table.c.state != "scored",
        table.c.judge.startswith("jury("),
        table.c.judge.startswith("cascade("),
        table.c.content.contains("Note: "),
    )
    rows = connection.execute(sa.select(table).where(concerned)).mappings().all()
    same = [table.c[key] == sa.bindparam(f"old_{key}") for key in keys]
    change = sa.update(table).where(*same).values(content=sa.bindparam("new"))
    found = ((row, facts_of(json.loads(row["content"]))) for row in rows)
    changes = [
        {**{f"old_{key}": row[key] for key in keys}, "new": json.dumps({**json.loads(row["content"]), **facts})}
        for row, facts in found
        if facts
    ]
    for start in range(0, len(changes), _BATCH):
        connection.execute(change, changes[start : start + _BATCH])


def facts_of(judgement: dict[str, Any]) -> dict[str, Any]:
    """The new fields that a judgement of version 1 has something for."""
    said, judge = judgement.get("explanation") or "", judgement["judge"]
    kind = (judgement.get("failure") or "").partition(":")[0]
    apart = _APART.match(said) if judge.startswith("jury(") else None
    settled = _SETTLED.match(said) if judge.startswith("cascade(") else None
    left_out, sampled = _LEFT_OUT.findall(said), _SAMPLED.search(said)
    shown, reviews = (int(sampled[1]), int(sampled[2])) if sampled else (None, 0)
    facts = {
        "failure_kind": kind if kind in _KINDS else None,
        "apart": float(apart[1]) if apart else None,
        "settled_by": settled[1] if settled else None,
        "doubts": list(dict.fromkeys(_DOUBT.findall(said))),
        "cut": {"left_out": left_out, "reviews_shown": shown, "reviews": reviews} if left_out or sampled else None,
    }
    return {name: value for name, value in facts.items() if value}
