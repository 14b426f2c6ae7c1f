"""Judgements are counted and written in the order they come in."""

from pathlib import Path

import pytest

from judged_cases import make_case
from triptych.agreement import Calibration, Calibrations, Estimate
from triptych.cli._judging import write_results
from triptych.records import Judgement

OF_ANOTHER = Calibrations(
    entries=(
        Calibration(
            judge="another",
            task="opinion",
            metric="fluency",
            method="shift",
            shift=1.0,
            labels=30,
            items=10,
            error_before=1.0,
            error_after=0.5,
            gain=Estimate(value=0.5, low=0.2, high=0.8, count=30),
        ),
    )
)


def judgement(number: int, value: float = 3.0) -> Judgement:
    """One of case `number`."""
    case = make_case(number)
    return Judgement(
        case_id=case.id,
        item=case.item,
        task="opinion",
        metric="fluency",
        judge="j",
        score=int(value + 0.5),
        value=value,
        signature="s",
    )


def test_they_are_written_a_line_each_and_counted(tmp_path: Path) -> None:
    output = tmp_path / "out.jsonl"
    given = [judgement(number, 1.0 + number) for number in range(4)]
    summary = write_results(iter(given), str(output))
    assert output.read_text() == "".join(one.to_content() + "\n" for one in given)
    assert (summary.total, summary.metrics["opinion/fluency"].mean) == (4, 2.5)


def test_without_an_output_they_are_counted() -> None:
    assert write_results([judgement(0)], None).total == 1


def test_a_calibration_that_has_nothing_for_them_is_said_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "out.jsonl"
    write_results([judgement(0), judgement(1)], str(output), OF_ANOTHER)
    assert Judgement.from_content(output.read_text().splitlines()[0]).value == 3.0
    assert capsys.readouterr().err.count("the calibration has nothing for j on opinion/fluency") == 1
