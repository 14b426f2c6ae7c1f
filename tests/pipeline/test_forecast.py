"""What judging would take is found out without asking anybody."""

import asyncio
from pathlib import Path

from judged_cases import make_case
from triptych.pipeline import Expected, forecast, input_of, open_judging
from triptych.rubrics import load_rubric
from triptych.settings import JudgeOptions
from triptych.stores import open_store

RUBRICS = [load_rubric("opinion/fluency"), load_rubric("opinion/coherence"), load_rubric("comparison/clarity")]
CASES = [make_case(number) for number in range(4)]


def test_replies_in_the_store_are_not_counted_as_calls(tmp_path: Path) -> None:
    replies = tmp_path / "replies.txt"
    replies.write_text("All of it is among the reviews.\\nScore- <score>4</score>\n")
    options = JudgeOptions(judge=(f"scripted:{replies}",), samples=2)

    async def expect_judge_expect() -> tuple[Expected, Expected]:
        with open_store(str(tmp_path / "s.db")) as store:
            async with open_judging(RUBRICS, options, store) as judging:
                before = forecast(CASES, RUBRICS, judging.opened, store)
                await judging.judge_run(input_of(CASES[:1], "one"))
            return before, forecast(CASES, RUBRICS, judging.opened, store)

    before, after = asyncio.run(expect_judge_expect())
    assert (before.cases, before.judgements, before.usage.calls, before.from_store) == (4, 8, 16, 0)
    assert (after.usage.calls, after.from_store) == (12, 4)
    assert before.usage.prompt_tokens > after.usage.prompt_tokens > 0


def test_a_case_that_does_not_fit_is_counted(tmp_path: Path) -> None:
    options = JudgeOptions(judge=("openai:m",), context_tokens=2000)

    async def expect() -> Expected:
        async with open_judging(RUBRICS, options) as judging:
            return forecast([make_case(text="word " * 5000)], RUBRICS, judging.opened, None)

    assert asyncio.run(expect()).too_long == 1


def test_the_embedded_judge_calls_nobody() -> None:
    async def expect() -> Expected:
        async with open_judging(RUBRICS, JudgeOptions()) as judging:
            return forecast(CASES, RUBRICS, judging.opened, None)

    assert asyncio.run(expect()) == Expected(cases=4, judgements=8)
