"""From options to judges: one, a jury or a cascade, with models that share what they are opened with."""

import asyncio
from pathlib import Path

import pytest

from judged_cases import make_case
from triptych.errors import UsageError
from triptych.judges import Judged, OpenJudge, open_judge
from triptych.judges._open import known_judges
from triptych.rubrics import load_rubric
from triptych.settings import JudgeOptions
from triptych.stores import open_store

FLUENCY = load_rubric("opinion/fluency")


@pytest.fixture
def spec(tmp_path: Path) -> str:
    """A model that changes its mind."""
    replies = tmp_path / "replies.txt"
    said = "".join(f"It can be found among the reviews. Score- <score>{score}</score>\n" for score in (2, 5))
    replies.write_text(said)
    return f"scripted:{replies}"


def name_of(options: JudgeOptions) -> str:
    async def once() -> str:
        async with open_judge(options, None) as opened:
            return opened.judge.name

    return asyncio.run(once())


def test_several_judges_are_a_jury_or_a_cascade(spec: str) -> None:
    assert name_of(JudgeOptions(judge=("embedded",))) == "embedded"
    assert name_of(JudgeOptions(judge=("embedded", spec))) == f"jury(embedded, {spec})"
    assert name_of(JudgeOptions(judge=("embedded", spec), cascade=True)) == f"cascade(embedded > {spec})"


def test_a_judge_without_memory_asks_again(spec: str, tmp_path: Path) -> None:
    options = JudgeOptions(judge=(spec,))

    async def judge(opened: OpenJudge) -> list[Judged]:
        fresh = opened.without_memory(options)
        judges = (opened.judge, opened.judge, fresh)
        return [(await each.judge_case(make_case(), [FLUENCY]))[0] for each in judges]

    async def once() -> list[Judged]:
        with open_store(str(tmp_path / "s.db")) as store:
            async with open_judge(options, store) as opened:
                return await judge(opened)

    assert [one.judgement.score for one in asyncio.run(once())] == [2, 2, 5]


def test_prompts_are_rendered_as_the_judge_would() -> None:
    async def once() -> tuple[str, str]:
        async with open_judge(JudgeOptions(judge=("openai:m",)), None) as opened:
            shown = opened.show(make_case(), [FLUENCY])[FLUENCY.name]
            (own,) = opened.llms[0].prompts(make_case(), [FLUENCY])
            return shown.messages[-1].content, own.messages[-1].content

    shown, own = asyncio.run(once())
    assert shown == own


def test_an_unknown_judge_is_answered_with_those_there_are() -> None:
    with pytest.raises(UsageError, match="unknown judge 'oracle'; judges: embedded"):
        name_of(JudgeOptions(judge=("oracle",)))
    assert "openai:MODEL[@URL]" in known_judges()
