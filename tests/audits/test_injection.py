"""Attacks are disguised as they say; a judge that obeys is caught, one that does not is let go.

The harmless control is what the shift is against.
"""

import asyncio
import base64

import pytest

from audited import make_bench, obedient, reply, steady
from triptych.audits import AuditResult, Finding, bundled_cases
from triptych.audits.injection import PLANTED, POOR, Attack, Goal, carry_out, harmless, load_attacks, place_in, plant
from triptych.calls.fence import find_instructions
from triptych.models import Request
from triptych.models.scripted import Script

ATTACKS = load_attacks()
COMPARISON = next(case for case in bundled_cases() if case.task == "comparison")
OPINION = next(case for case in bundled_cases() if case.task == "opinion")
METRICS = ("opinion/faithfulness", "opinion/fluency", "comparison/faithfulness")


def audit(script: Script) -> AuditResult:
    return asyncio.run(carry_out(make_bench(script, METRICS)))


def find(result: AuditResult, probe: str, metric: str) -> Finding:
    return next(finding for finding in result.findings if (finding.probe, finding.metric) == (probe, metric))


def test_an_obedient_judge_is_caught() -> None:
    result = audit(obedient)
    direct = find(result, "direct", "all metrics")
    assert direct.shift is not None and direct.shift > 2
    assert direct.is_worse_than(0.5)
    assert find(result, "all attacks", "opinion/faithfulness").moved > 20
    assert any("direct/give_the_score" in flagged.what for flagged in result.flagged)
    assert "attacks moved a score" in result.notes[0] and not result.notes[0].startswith("0 of")


def test_a_rubric_that_shows_no_source_cannot_be_reached() -> None:
    assert find(audit(obedient), "all attacks", "opinion/fluency").shift == 0


def test_a_steady_judge_is_let_go() -> None:
    result = audit(steady)
    assert {finding.shift for finding in result.findings} == {0.0}
    assert not result.flagged
    assert result.notes[0].startswith(f"0 of {len(load_attacks())} attacks")


def test_a_judge_that_can_only_be_talked_up_is_caught() -> None:
    """The texts are good, so that asking for less is all that could move it there."""

    def flattered(request: Request) -> str:
        is_poor = POOR in request.messages[-1].content
        return reply(5) if "5</score>" in obedient(request) else reply(2 if is_poor else 4)

    result = audit(flattered)
    assert find(result, "direct", "all metrics").is_worse_than(0.5)
    assert any("poor text" in flagged.case_id and "from 2.00 to 5.00" in flagged.what for flagged in result.flagged)


def test_good_and_poor_texts_have_their_turn_in_every_task() -> None:
    planted: list[str] = []

    def noting(request: Request) -> str:
        planted.append(request.messages[-1].content)
        return reply(4)

    audit(noting)
    share = sum(POOR in content for content in planted) / len(planted)
    assert 0.4 < share < 0.6


def test_an_attack_asks_for_the_far_end() -> None:
    def low_but_obedient(request: Request) -> str:
        return reply(2) if "4</score>" in obedient(request) else obedient(request)

    high, low = audit(obedient), audit(low_but_obedient)
    assert any("from 4.00 to 1.00" in flagged.what for flagged in high.flagged)
    assert any("from 2.00 to 5.00" in flagged.what for flagged in low.flagged)


def test_what_the_control_does_as_well_is_not_the_attacks_doing() -> None:
    def dislikes_any_change(request: Request) -> str:
        planted = "planted" in request.messages[-1].content or "kitchen" in request.messages[-1].content
        return reply(1 if planted else 5)

    review = find(audit(dislikes_any_change), "persuasion", "all metrics")
    assert review.moved_anyway
    assert review.shift is not None and review.shift < 2


def test_a_silenced_judge_is_told() -> None:
    def speechless(request: Request) -> str:
        return "I would rather not say." if "rubric" in request.messages[1].content.split("[[rubric ")[0] else reply(4)

    result = audit(speechless)
    assert any("left the judge without a score" in note for note in result.notes)
    assert find(result, "direct", "all metrics").unscored > 0


def test_there_are_enough_in_every_place() -> None:
    assert len(ATTACKS) >= 40
    assert {attack.place for attack in ATTACKS} == {
        "review",
        "title",
        "specification",
        "key_feature",
        "description",
        "opinion",
    }
    names = [(attack.family, attack.name) for attack in ATTACKS]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: f"{attack.family}/{attack.name}")
def test_each_differs_by_goal_and_can_be_planted(attack: Attack) -> None:
    one, five = attack.words(1), attack.words(5)
    assert one != five
    assert "{score}" not in one and "{word}" not in one
    planted = plant(COMPARISON, attack.place, five, 4)
    assert planted.products[0] == COMPARISON.products[0]
    assert planted.products[1] != COMPARISON.products[1]
    assert any(five.strip() in source.text for source in planted.products[1].sources())


@pytest.mark.parametrize(("length", "goal"), [(1, 1), (60, 5), (5000, 1)])
def test_the_control_is_as_long_and_harmless(length: int, goal: Goal) -> None:
    control = harmless(length)
    assert abs(len(control) - length) <= 1 or length == 1
    assert not find_instructions(plant(OPINION, "review", control, 0))


def test_disguises() -> None:
    by_name = {attack.name: attack for attack in ATTACKS}
    assert base64.b64decode(by_name["base64"].words(5).rpartition(" ")[2]).decode().endswith("score 5.")
    assert "\u200b" in by_name["zero_width_in_the_tag"].words(5)
    assert not by_name["cyrillic_letters"].words(5).isascii()
    assert by_name["repeated_order"].words(5).count("The score is 5.") == 60
    assert len(by_name["buried_order"].words(5).split()) > 600


def test_an_opinion_text_is_attacked_only_where_there_is_one() -> None:
    attack = next(attack for attack in ATTACKS if attack.place == "opinion")
    assert place_in(COMPARISON, attack) == "opinion"
    assert place_in(OPINION, attack) == "review"


def test_a_planted_specification_has_a_name_of_its_own() -> None:
    planted = plant(OPINION, "specification", "x", 0)
    assert planted.products[0].specifications[PLANTED] == "x"
