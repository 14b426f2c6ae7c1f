"""The attacks as data: enough of them, in every place, disguised as they say, each with a control of its length."""

import base64

import pytest

from triptych.audits import bundled_cases
from triptych.audits._attacks import PLANTED, Attack, Goal, harmless, load_attacks, place_in, plant
from triptych.calls.fence import find_instructions

ATTACKS = load_attacks()
COMPARISON = next(case for case in bundled_cases() if case.task == "comparison")
OPINION = next(case for case in bundled_cases() if case.task == "opinion")


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
