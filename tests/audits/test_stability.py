"""The same case again and again: how far apart, and which flip."""

import asyncio
from itertools import cycle

from audited import make_bench, moody, reply, steady
from triptych.audits import bundled_cases
from triptych.audits.stability import carry_out
from triptych.judges.llm import LlmJudge
from triptych.models import Completion, Request
from triptych.models.scripted import ScriptedModel

ONE = (bundled_cases()[0],)


def test_a_moody_judge_is_caught_and_its_flips_are_listed() -> None:
    result = asyncio.run(carry_out(make_bench(moody(), ("opinion/fluency",), ONE)))
    (finding,) = result.findings
    assert (finding.shift, finding.worst, finding.moved) == (2.0, 2.0, 1)
    assert finding.low is None  # One case tells nothing about others.
    (flagged,) = result.flagged
    assert sorted(flagged.what.removeprefix("scores ").split(", ")) == ["2", "4", "4"]


class SlowModel(ScriptedModel):
    """Takes its time, as real ones do, so that requests are under way together."""

    async def ask(self, request: Request) -> Completion:
        await asyncio.sleep(0.01)
        return await super().ask(request)


def test_repeats_do_not_share_a_reply_that_is_under_way() -> None:
    bench = make_bench(steady, ("opinion/fluency",), ONE)
    assert isinstance(bench.judge, LlmJudge)
    bench.judge.caller.model = SlowModel(moody())
    assert asyncio.run(carry_out(bench)).findings[0].shift == 2.0


def test_a_steady_judge_is_let_go() -> None:
    result = asyncio.run(carry_out(make_bench(steady, ("opinion/fluency",), repeats=4)))
    assert result.judged == 4 * len(bundled_cases())
    assert result.findings[0].shift == 0 and not result.flagged


def test_a_score_that_comes_and_goes_is_flagged_and_not_averaged() -> None:
    script = cycle([reply(4), "no idea", "none", "nothing"])
    result = asyncio.run(carry_out(make_bench(script, ("opinion/fluency",), ONE, repeats=2)))
    (finding,) = result.findings
    assert (finding.pairs, finding.unscored) == (0, 1)
    assert "unscored" in result.flagged[0].what
