"""A judge that does not notice damage is caught, and so is one that takes it for something else."""

import asyncio

import pytest

from audited import make_bench, reply, steady
from triptych.audits import AuditResult, Damage, Finding, run_audits, sensitivity
from triptych.audits.sensitivity import AIMED_AT, ANY_DAMAGE, SPARED, carry_out
from triptych.models import Request
from triptych.models.scripted import Script

METRICS = ("opinion/faithfulness", "opinion/fluency")
CLAIM = "It was tested on the moon."


@pytest.fixture(autouse=True)
def damages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two damages: one aims at faithfulness and has nothing to do with fluency, one cannot be done."""
    fields = {"aims": METRICS[:1], "is_severe": True}
    claim = {"add_sentences": {"at": "end", "sentences": [CLAIM]}}
    added = Damage.model_validate({"name": "claim_added", "spares": METRICS[1:], "edits": [claim], **fields})
    impossible = Damage.model_validate({"name": "not_possible", "edits": ["drop_table"], **fields})
    monkeypatch.setattr(sensitivity, "load_damages", lambda: (added, impossible))


def careful(request: Request) -> str:
    """Takes an invented claim for what it is."""
    asked = request.messages[1].content
    return reply(2 if CLAIM in asked and "unsupported" in asked else 5)


def hasty(request: Request) -> str:
    """Likes nothing about a text with an invented claim."""
    return reply(2 if CLAIM in request.messages[1].content else 5)


def audit(script: Script) -> AuditResult:
    return asyncio.run(carry_out(make_bench(script, METRICS)))


def find(result: AuditResult, probe: str, metric: str) -> Finding:
    return next(finding for finding in result.findings if (finding.probe, finding.metric) == (probe, metric))


def test_a_blind_judge_is_caught() -> None:
    result = audit(steady)
    missed = find(result, ANY_DAMAGE, "opinion/faithfulness")
    assert missed.shift == 0 and missed.wants == "fall" and missed.is_worse_than(0.5)
    assert result.flagged[0].what == "claim added left it at 4.00 (before: 4.00)"
    report = asyncio.run(run_audits(make_bench(steady, METRICS), ["sensitivity"]))
    assert any("had to fall by at least 0.5" in sentence for sentence in report.failures)


def test_a_careful_judge_passes() -> None:
    result = audit(careful)
    for row in (find(result, ANY_DAMAGE, "opinion/faithfulness"), find(result, "claim added", AIMED_AT)):
        assert row.shift == -3 and row.moved == row.pairs == 2
    assert find(result, "claim added", SPARED).shift == 0
    assert not any(finding.is_worse_than(0.5) for finding in result.findings)
    assert not result.flagged


def test_severe_damage_has_to_be_felt_twice_as_much() -> None:
    row = find(audit(careful), "claim added", AIMED_AT).model_copy(update={"shift": -0.75})
    assert row.wants == "fall far" and row.is_worse_than(0.5)
    assert not row.model_copy(update={"wants": "fall"}).is_worse_than(0.5)


def test_what_is_not_concerned_has_to_stay() -> None:
    spared = find(audit(hasty), "claim added", SPARED)
    assert spared.shift == 3 and spared.wants == "stay" and spared.is_worse_than(0.5)


def test_a_damage_that_cannot_be_done_is_told() -> None:
    assert audit(steady).notes[0].startswith("1 of 2 kinds of damage")


def test_an_unscored_text_has_not_fallen() -> None:
    result = audit(lambda request: "I would rather not say." if CLAIM in request.messages[1].content else reply(5))
    for row in (find(result, ANY_DAMAGE, "opinion/faithfulness"), find(result, "claim added", AIMED_AT)):
        assert (row.pairs, row.unscored, row.shift, row.moved) == (0, 2, None, 0)
        assert row.fails(0.5)
