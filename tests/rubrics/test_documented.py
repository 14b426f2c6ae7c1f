"""The examples of docs/rubrics.md work as they stand there."""

import re
from pathlib import Path

from prompted_cases import fence_of, make_case, render
from triptych.records import TASKS
from triptych.rubrics import import_template, load_rubric
from triptych.rubrics._prompt import find_slot

PAGE = (Path(__file__).parents[2] / "docs" / "rubrics.md").read_text(encoding="utf-8")


def example(language: str) -> str:
    found = re.search(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert found
    return found[1]


def test_the_rubric_written_there_is_a_rubric(tmp_path: Path) -> None:
    path = tmp_path / "explanation" / "warmth.yaml"
    path.parent.mkdir()
    path.write_text(example("yaml"), encoding="utf-8")
    case = make_case("explanation")
    prompt = render(load_rubric("explanation/warmth", tmp_path), case, fence_of(case))
    assert "Warmth is whether" in prompt.messages[-1].content


def test_the_template_written_there_is_a_template() -> None:
    imported = import_template(example("python"), "explanation", "brevity")
    assert imported.rubric.inputs == ("query",)
    assert not imported.rubric.case_block_added


def test_every_placeholder_named_there_is_one() -> None:
    table = [line for line in PAGE.splitlines() if line.startswith("| `{")]
    names = [name for line in table for name in re.findall(r"`\{(\w+)\}`", line.split("|")[1])]
    assert len(names) >= 15
    assert [name for name in names if not any(find_slot(name, task) for task in TASKS)] == []
