"""Words that say nothing are added; a judge that likes them is caught."""

import asyncio

import pytest

from audited import fond_of_length, make_bench, steady
from triptych.audits import bundled_cases
from triptych.audits.length import carry_out, pad
from triptych.records import count_words


@pytest.mark.parametrize("share", [0.5, 1.0, 3.0])
def test_padding_is_as_long_as_asked(share: float) -> None:
    case = bundled_cases()[0]
    longer = pad(case, share)
    assert longer.text.startswith(case.text)
    assert count_words(longer.text) == pytest.approx((1 + share) * count_words(case.text), abs=20)


def test_a_judge_that_likes_length_is_caught() -> None:
    result = asyncio.run(carry_out(make_bench(fond_of_length, ("opinion/coherence",))))
    assert [finding.shift for finding in result.findings] == [2.0, 2.0]
    assert all(finding.is_worse_than(0.5) for finding in result.findings)
    assert len(result.flagged) == 4


def test_a_fall_is_fine() -> None:
    result = asyncio.run(carry_out(make_bench(lambda request: steady(request), ("opinion/coherence",))))
    fallen = result.findings[0].model_copy(update={"shift": -2.0})
    assert not fallen.is_worse_than(0.5)
    assert [finding.shift for finding in result.findings] == [0.0, 0.0]
