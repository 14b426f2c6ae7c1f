"""What every judge keeps to: one judgement for each rubric, with a score or a reason, signed as announced."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from judged_cases import make_case
from triptych.errors import UsageError
from triptych.judges import Judged, open_judge
from triptych.records import Case, Judgement, Rubric, Task
from triptych.rubrics import find_rubrics
from triptych.settings import JudgeOptions

KINDS: dict[str, JudgeOptions] = {
    "llm": JudgeOptions(),
    "jury": JudgeOptions(),
    "cascade": JudgeOptions(cascade=True),
}


def options_for(kind: str, folder: Path) -> JudgeOptions:
    """A judge whose models say all sorts of things."""
    said = ["Good.\nScore- <score>4</score>", "No score.", "", "Odd.\nScore- <score>7</score>", "<score>1</score>"]
    specs = []
    for name in ("a", "b")[: 1 if kind == "llm" else 2]:
        path = folder / f"{name}.jsonl"
        path.write_text("".join(json.dumps(reply) + "\n" for reply in said))
        specs.append(f"scripted:{path}")
    return KINDS[kind].model_copy(update={"judge": tuple(specs)})


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("task", ["opinion", "explanation", "comparison"])
def test_each_rubric_gets_one_judgement_in_order(kind: str, task: Task, tmp_path: Path) -> None:
    rubrics = find_rubrics(task=task)
    cases = [make_case(number, task) for number in range(3)]

    async def run() -> list[tuple[Case, Sequence[Judged], list[str], str]]:
        async with open_judge(options_for(kind, tmp_path), None) as opened:
            signatures = [opened.judge.signature(rubric) for rubric in rubrics]
            name = opened.judge.name
            return [(case, await opened.judge.judge_case(case, rubrics), signatures, name) for case in cases]

    for case, judged, signatures, name in asyncio.run(run()):
        judgements = [one.judgement for one in judged]
        assert [one.metric for one in judgements] == [rubric.metric for rubric in rubrics]
        assert [one.signature for one in judgements] == signatures
        assert len(set(signatures)) == len(rubrics)
        for judgement in judgements:
            assert Judgement.model_validate(judgement.model_dump()) == judgement
            assert (judgement.case_id, judgement.task, judgement.judge) == (case.id, task, name)
            assert (judgement.score is None) == (judgement.failure is not None)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (JudgeOptions(judge=()), "no judge"),
        (JudgeOptions(judge=("nobody",)), "unknown judge"),
        (JudgeOptions(judge=("llm",)), "unknown judge"),
        (JudgeOptions(judge=("nobody:x",)), "unknown judge"),
        (
            JudgeOptions(
                judge=(
                    "openai:m",
                    "openai:m",
                )
            ),
            "twice",
        ),
        (JudgeOptions(judge=("openai:m",), cascade=True), "two or more"),
    ],
)
def test_judges_that_cannot_be_are_refused_in_words(options: JudgeOptions, words: str) -> None:
    async def run() -> None:
        async with open_judge(options, None):
            pass

    with pytest.raises(UsageError, match=words):
        asyncio.run(run())


def test_a_rubric_of_the_users_own_is_judged_like_any(tmp_path: Path) -> None:
    own = Rubric(task="opinion", metric="wit", template="Is it witty? {text}\nScore- <score>5</score>")

    async def run() -> tuple[Judged, ...]:
        async with open_judge(options_for("llm", tmp_path), None) as opened:
            return await opened.judge.judge_case(make_case(), [own])

    (judged,) = asyncio.run(run())
    assert judged.judgement.score == 4
