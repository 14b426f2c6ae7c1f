"""Audits of the judge that options name."""

import asyncio
from pathlib import Path

from triptych.audits import bundled_cases
from triptych.pipeline import Progress, audit_judge
from triptych.rubrics import find_rubrics
from triptych.settings import JudgeOptions
from triptych.stores import open_store


def test_a_judge_is_judged_again_without_its_memory(tmp_path: Path) -> None:
    replies = tmp_path / "replies.txt"
    said = ["Score- <score>2</score>", "Score- <score>5</score>"]
    replies.write_text("".join(f"It was held against the sources one by one.\\n{one}\n" for one in said))
    seen: list[Progress] = []
    with open_store(str(tmp_path / "s.db")) as store:
        report = asyncio.run(
            audit_judge(
                JudgeOptions(judge=(f"scripted:{replies}",), concurrency=1),
                find_rubrics(["opinion/fluency"]),
                bundled_cases()[:1],
                ["stability"],
                repeats=2,
                store=store,
                watch=seen.append,
            )
        )
    assert report.judge == f"scripted:{replies}"
    assert report.failures, "it changes its mind each time it is asked, and is asked each time"
    assert [progress.done for progress in seen] == list(range(1, len(seen) + 1))


def test_all_options_are_optional() -> None:
    report = asyncio.run(
        audit_judge(JudgeOptions(), find_rubrics(["opinion/fluency"]), bundled_cases()[:1], ["stability"])
    )
    assert (report.judge, report.failures) == ("embedded", ())
