"""Every damage spoils some good text, leaves others alone, and says what it aims at."""

from collections import Counter

import pytest

from triptych.audits import bundled_cases
from triptych.audits.damages import Damage, all_damages
from triptych.judges.embedded import connect
from triptych.records import Case
from triptych.rubrics import list_rubrics

CASES = bundled_cases()
RUBRICS = {rubric.name: rubric for rubric in list_rubrics()}
FEWEST_KINDS = 4


def spoiled(damage: Damage) -> list[tuple[Case, str]]:
    """The bundled cases that the damage can spoil, with what it makes of them."""
    tasks = {name.partition("/")[0] for name in damage.aims}
    made = [(case, damage.spoil(case)) for case in CASES if case.task in tasks]
    return [(case, text) for case, text in made if text is not None and text != case.text]


@pytest.mark.parametrize("damage", all_damages(), ids=lambda damage: damage.name)
def test_it_aims_at_rubrics_that_exist_and_spares_others(damage: Damage) -> None:
    assert damage.aims and {*damage.aims, *damage.spares} <= set(RUBRICS)
    assert not set(damage.aims) & set(damage.spares)


@pytest.mark.parametrize("damage", all_damages(), ids=lambda damage: damage.name)
def test_it_is_the_same_each_time_and_never_empty(damage: Damage) -> None:
    for case, text in spoiled(damage):
        assert text.strip() and damage.spoil(case) == text


def test_at_least_four_kinds_aim_at_each_rubric() -> None:
    kinds = Counter(name for damage in all_damages() for name in damage.aims)
    assert {name for name in RUBRICS if kinds[name] < FEWEST_KINDS} == set()


@pytest.mark.slow
def test_what_is_aimed_at_falls_and_does_so_mostly() -> None:
    judge, falls = connect(), []
    for damage in all_damages():
        rubrics = [RUBRICS[name] for name in damage.aims]
        for case, text in spoiled(damage):
            asked = [rubric for rubric in rubrics if rubric.task == case.task]
            before = judge.judge_all(case, asked)
            after = judge.judge_all(case.model_copy(update={"text": text}), asked)
            falls += [
                (a.value or 0) - (b.value or 1) for a, b in zip(before, after, strict=True) if (a.value or 0) >= 4
            ]
    assert falls and sum(fall >= 0.5 for fall in falls) / len(falls) >= 0.8
