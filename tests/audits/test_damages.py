"""Every damage spoils some good text, leaves others alone, and says what it aims at."""

from collections import Counter
from hashlib import sha256
from pathlib import Path

import pytest
import yaml

from triptych.audits import Damage, bundled_cases, load_damages
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
