"""What is done with judgements: they are written, counted, calibrated and held to gates."""

from pathlib import Path

import pytest

from judged_cases import make_case
from triptych.agreement import Calibration, Calibrations, Estimate
from triptych.cli._judging import Gates, JudgePlan, Results, check_gates, write_results
from triptych.errors import UsageError
from triptych.records import Judgement
from triptych.settings import JudgeOptions, Settings

PLAN = JudgePlan((), Settings(), JudgeOptions(), None, None, None, False, Gates())

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
    summary = write_results(iter(given), PLAN._replace(output=str(output))).summary
    assert output.read_text() == "".join(one.to_json() + "\n" for one in given)
    assert (summary.total, summary.metrics["opinion/fluency"].mean) == (4, 2.5)


def test_without_an_output_they_are_counted() -> None:
    assert write_results([judgement(0)], PLAN).summary.total == 1


def test_a_calibration_that_has_nothing_for_them_is_said_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "out.jsonl"
    write_results([judgement(0), judgement(1)], PLAN._replace(output=str(output), calibrations=OF_ANOTHER))
    assert Judgement.model_validate_json(output.read_text().splitlines()[0]).value == 3.0
    assert capsys.readouterr().err.count("the calibration has nothing for j on opinion/fluency") == 1


def by_system(gates: Gates) -> Results:
    given = [judgement(number, 2.0 + number).model_copy(update={"system": f"s{number % 2}"}) for number in range(4)]
    return write_results(given, PLAN._replace(gates=gates))


def test_gates_may_be_about_one_system_or_every_text() -> None:
    gate = (("fluency", 3.5),)
    mean, any_text = Gates(gate), Gates(gate, every_text=True)
    assert check_gates(by_system(mean), mean) == []
    [missed] = check_gates(by_system(any_text), any_text)
    assert missed == "opinion/fluency: texts are under 3.5; the lowest: case-0 (2.00), case-1 (3.00)"
    weak, strong = Gates(gate, systems=("s0",)), Gates(gate, systems=("s1",))
    assert check_gates(by_system(weak), weak)[0].startswith(
        "opinion/fluency: mean 3.00 is under 3.5; the lowest: case-0"
    )
    assert check_gates(by_system(strong), strong) == []
    with pytest.raises(UsageError, match=r"unknown system 's7'; known: s0, s1"):
        by_system(Gates(gate, systems=("s7",)))
