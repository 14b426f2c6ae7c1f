"""Calibrations read and applied, without any extra part."""

import subprocess
import sys
from pathlib import Path

import pytest

from scored import judgement
from triptych.agreement import Calibration, Calibrations, Estimate, apply, load_calibration
from triptych.agreement.calibration import CalibrationMethod
from triptych.errors import UsageError


def entry(method: CalibrationMethod, shift: float = 0.0, knots: tuple[tuple[float, float], ...] = ()) -> Calibration:
    return Calibration(
        judge="embedded",
        task="opinion",
        metric="fluency",
        method=method,
        shift=shift,
        knots=knots,
        labels=30,
        items=10,
        error_before=1.0,
        error_after=0.5,
        gain=Estimate(value=0.5, low=0.2, high=0.8, count=30),
    )


@pytest.mark.parametrize(
    ("calibration", "value", "mapped"),
    [
        (entry("none"), 3.3, 3.3),
        (entry("shift", 0.5), 3.0, 3.5),
        (entry("shift", 0.5), 4.8, 5.0),
        (entry("shift", -2.0), 2.0, 1.0),
        (entry("isotonic", knots=((2.0, 1.0), (4.0, 2.0))), 3.0, 1.5),
        (entry("isotonic", knots=((2.0, 1.0), (4.0, 2.0))), 1.0, 1.0),
        (entry("isotonic", knots=((2.0, 1.0), (4.0, 2.0))), 5.0, 2.0),
        (entry("isotonic", knots=((3.0, 4.0),)), 1.0, 4.0),
    ],
)
def test_a_value_is_mapped_within_the_scale(calibration: Calibration, value: float, mapped: float) -> None:
    assert calibration.map(value) == pytest.approx(mapped)


def test_applying_changes_value_score_and_signature() -> None:
    plain = judgement("a/s", 3.2)
    changed = apply(Calibrations(entries=(entry("shift", 1.0),)), plain)
    assert changed.value == pytest.approx(4.2)
    assert changed.score == 4
    assert changed.signature.startswith(plain.signature + "|calibration:shift.")
    assert changed.model_copy(update={"value": 3.2, "score": 3, "signature": plain.signature}) == plain


def test_what_it_does_not_know_stays_as_it_is() -> None:
    known = Calibrations(entries=(entry("shift", 1.0),))
    for other in (judgement("a/s", None), judgement("a/s", 3.0, metric="coherence"), judgement("a/s", 3.0, judge="x")):
        assert apply(known, other) is other


def test_twice_is_refused() -> None:
    known = Calibrations(entries=(entry("shift", 1.0),))
    with pytest.raises(UsageError, match="calibrated already"):
        apply(known, apply(known, judgement("a/s", 3.0)))


def test_a_file_reads_back(tmp_path: Path) -> None:
    made = Calibrations(entries=(entry("isotonic", knots=((1.0, 2.0), (5.0, 4.5))),))
    (tmp_path / "c.json").write_text(made.to_text(), encoding="utf-8")
    assert load_calibration(str(tmp_path / "c.json")) == made


@pytest.mark.parametrize("content", ["", "{}", '{"version": 1, "entries": []}', '{"version": 2}', "[1]"])
def test_another_file_is_a_sentence(content: str, tmp_path: Path) -> None:
    (tmp_path / "c.json").write_text(content)
    with pytest.raises(UsageError, match=r"c.json is not a calibration: .*--calibrate FILE"):
        load_calibration(str(tmp_path / "c.json"))


def test_a_missing_file_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot read a calibration"):
        load_calibration(str(tmp_path / "none.json"))


def test_a_curve_never_falls() -> None:
    with pytest.raises(ValueError, match="never down"):
        entry("isotonic", knots=((1.0, 3.0), (2.0, 2.0)))


def test_reading_and_applying_load_no_statistics() -> None:
    code = (
        "import sys\nfrom triptych.agreement import apply, load_calibration, Calibration\n"
        "print({'numpy', 'scipy', 'krippendorff'} & {name.partition('.')[0] for name in sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
