"""The 25 files that come with Triptych: each whole, in our own words, and fit for a judge."""

import re
from collections import Counter
from pathlib import Path

import pytest
import yaml

from prompted_cases import fence_of, make_case, render
from triptych.calls.score import SCORE_LINE
from triptych.records import RUBRIC_INPUTS, TASKS, Rubric
from triptych.rubrics import find_rubrics
from triptych.rubrics._files import BUNDLED, dump_rubric

RUBRICS = find_rubrics()
SEEDS = Path(__file__).parents[3] / "shared" / "seeds"
TEXT_ALONE = {"fluency", "coherence"}

each_rubric = pytest.mark.parametrize("rubric", RUBRICS, ids=lambda rubric: rubric.name)


def words_of(rubric: Rubric) -> str:
    return "\n".join([rubric.definition or "", *rubric.anchors.values(), *rubric.steps])


def test_there_are_25() -> None:
    assert Counter(rubric.task for rubric in RUBRICS) == {"opinion": 8, "explanation": 5, "comparison": 12}


@each_rubric
def test_a_rubric_is_whole(rubric: Rubric) -> None:
    assert rubric.template is None
    assert rubric.version >= 1
    assert sorted(rubric.anchors) == [1, 2, 3, 4, 5]
    assert len(set(rubric.anchors.values())) == 5
    assert 4 <= len(rubric.steps) <= 8
    assert set(rubric.inputs) <= set(RUBRIC_INPUTS[rubric.task])
    assert (rubric.inputs == ()) == (rubric.metric in TEXT_ALONE)
    assert 40 <= len((rubric.definition or "").split()) <= 140


@each_rubric
def test_its_words_name_no_number_as_the_score_and_hold_no_tag(rubric: Rubric) -> None:
    words = words_of(rubric)
    assert "<" not in words
    assert not re.search(r"\bscore (?:of )?[1-5]\b", words)
    assert rubric.task in words
    assert rubric.metric.replace("_", " ") in words.casefold()
    assert re.search(r"\bquot", "\n".join(rubric.steps), re.IGNORECASE)


@each_rubric
def test_shares_are_called_by_the_same_names_everywhere(rubric: Rubric) -> None:
    words = " ".join(words_of(rubric).split())
    if "60%" in words:
        assert re.search(r"above about 60% is most|most is above about 60%", words)
        assert re.search(r"about half is from 40 to 60%|from 40 to 60% about half", words)


@each_rubric
def test_its_prompt_has_the_case_before_the_rubric(rubric: Rubric) -> None:
    case = make_case(rubric.task)
    prompt = render(rubric, case, fence_of(case))
    system, user = prompt.messages
    assert (system.role, user.role) == ("system", "user")
    assert user.content.index(case.text) < user.content.index(rubric.definition or "-")
    blocks = re.findall(r"^\[\[(\w+) [a-z]{12}\]\]$", user.content, re.MULTILINE)
    assert blocks == ["text", *rubric.inputs, "rubric"]
    closing = user.content.rsplit("\n", 3)
    assert closing[1:] == [f"Case- {prompt.canary}", SCORE_LINE, f"[[/rubric {fence_of(case).mark}]]"]
    for step in (*rubric.steps, *rubric.anchors.values()):
        assert step in user.content
    assert not re.search(r"<score>\s*\d", system.content + user.content)


@each_rubric
def test_it_can_be_written_and_read_again(rubric: Rubric) -> None:
    assert Rubric.model_validate(yaml.safe_load(dump_rubric(rubric))) == rubric


@pytest.mark.skipif(not SEEDS.is_dir(), reason="the user's own templates are not beside this checkout")
@each_rubric
def test_its_words_are_our_own(rubric: Rubric) -> None:
    runs = {run for path in SEEDS.glob("*.txt") for run in runs_of_eight(path.read_text(encoding="utf-8"))}
    assert len(runs) > 1000
    assert not runs & runs_of_eight(words_of(rubric))


def runs_of_eight(text: str) -> set[tuple[str, ...]]:
    words = re.findall(r"[a-z0-9']+", text.casefold())
    return {tuple(words[start : start + 8]) for start in range(len(words) - 7)}


def test_every_task_has_its_folder_and_nothing_else_lies_there() -> None:
    files = {path.relative_to(BUNDLED).as_posix() for path in BUNDLED.glob("*/*") if "__pycache__" not in path.parts}
    assert files == {f"{rubric.name}.yaml" for rubric in RUBRICS}
    assert {rubric.task for rubric in RUBRICS} == set(TASKS)
