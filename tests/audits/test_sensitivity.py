"""Every damage spoils some good text and leaves others alone; a judge that does not notice it is caught.

So is one that takes it for something else.
"""

import asyncio
from collections import Counter
from hashlib import sha256
from pathlib import Path

import pytest
import yaml

from audited import make_bench, reply, steady
from triptych.audits import AuditResult, Damage, Finding, bundled_cases, load_damages, run_audits, sensitivity
from triptych.audits.sensitivity import AIMED_AT, ANY_DAMAGE, SPARED, carry_out
from triptych.judges.embedded import connect
from triptych.models import Request
from triptych.models.scripted import Script
from triptych.records import Case
from triptych.rubrics import find_rubrics

METRICS = ("opinion/faithfulness", "opinion/fluency")
CASES = bundled_cases()
RUBRICS = {rubric.name: rubric for rubric in find_rubrics()}
FEWEST_KINDS = 4
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


def spoiled(damage: Damage) -> list[tuple[Case, str]]:
    """The bundled cases that the damage can spoil, with what it makes of them."""
    tasks = {name.partition("/")[0] for name in damage.aims}
    made = [(case, damage.spoil(case)) for case in CASES if case.task in tasks]
    return [(case, text) for case, text in made if text is not None and text != case.text]


@pytest.mark.parametrize("damage", load_damages(), ids=lambda damage: damage.name)
def test_it_aims_at_rubrics_that_exist_and_spares_others(damage: Damage) -> None:
    assert damage.aims and {*damage.aims, *damage.spares} <= set(RUBRICS)
    assert not set(damage.aims) & set(damage.spares)


@pytest.mark.parametrize("damage", load_damages(), ids=lambda damage: damage.name)
def test_it_is_the_same_each_time_and_never_empty(damage: Damage) -> None:
    for case, text in spoiled(damage):
        assert text.strip() and damage.spoil(case) == text


def test_at_least_four_kinds_aim_at_each_rubric() -> None:
    kinds = Counter(name for damage in load_damages() for name in damage.aims)
    assert {name for name in RUBRICS if kinds[name] < FEWEST_KINDS} == set()


def test_every_damage_can_be_done_to_the_bundled_texts() -> None:
    assert [damage.name for damage in load_damages() if not spoiled(damage)] == []


def test_damages_do_what_they_always_did() -> None:
    """Figures of benchmarks can be compared only as long as the damaged texts are the same.

    Where a damage is changed on purpose, change its line in `damaged_texts.yaml` and say so in the changelog. Damages
    that depend on how reviews are read are not in it.
    """
    known = yaml.safe_load((Path(__file__).parent / "damaged_texts.yaml").read_text(encoding="utf-8"))
    of_reading = {"complaints_praised", "praise_blamed", "majority_reversed", "quotes_misplaced"}
    assert {damage.name: digest(damage) for damage in load_damages() if damage.name not in of_reading} == known


def digest(damage: Damage) -> str:
    return sha256("\0".join(f"{case.id}\0{text}" for case, text in spoiled(damage)).encode()).hexdigest()[:16]


def test_other_tasks_are_left_alone() -> None:
    damage = Damage.model_validate({"name": "a", "aims": ["opinion/fluency"], "edits": ["repeat_sentences"]})
    assert {case.task for case in CASES if damage.spoil(case)} == {"opinion"}


def test_an_edit_that_cannot_be_done_is_passed_over() -> None:
    edits = ["drop_table", {"replace_text": {"text": "Fine."}}, "change_price"]
    damage = Damage.model_validate({"name": "a", "aims": ["opinion/fluency"], "edits": edits})
    assert damage.spoil(CASES[0]) == "Fine."
    assert damage.model_copy(update={"edits": damage.edits[:1]}).spoil(CASES[0]) is None


@pytest.mark.slow
def test_what_is_aimed_at_falls_and_does_so_mostly() -> None:
    judge, unscored = connect(), 0
    falls: list[float] = []
    for damage in load_damages():
        rubrics = [RUBRICS[name] for name in damage.aims]
        for case, text in spoiled(damage):
            asked = [rubric for rubric in rubrics if rubric.task == case.task]
            before = judge.judge_all(case, asked)
            after = judge.judge_all(case.model_copy(update={"text": text}), asked)
            pairs = [(a.value, b.value) for a, b in zip(before, after, strict=True)]
            falls += [one - two for one, two in pairs if one is not None and one >= 4 and two is not None]
            unscored += sum(two is None for _, two in pairs)
    assert len(falls) > 10 * unscored
    assert sum(fall >= 0.5 for fall in falls) / len(falls) >= 0.8
