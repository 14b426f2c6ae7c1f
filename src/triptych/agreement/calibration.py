"""Calibration: a judge's values moved to where people's lie. Reading and applying one needs no extra part."""

import json
from itertools import pairwise
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from triptych.agreement._results import Estimate
from triptych.catalog import read_document
from triptych.errors import UsageError
from triptych.judges import round_score
from triptych.records import Count, Judgement, Record, SnakeName, Task, digest_of

CalibrationMethod = Literal["none", "shift", "isotonic"]
LOWEST, HIGHEST = 1.0, 5.0

OnScale = Annotated[float, Field(ge=LOWEST, le=HIGHEST)]


class Calibration(Record):
    """How one judge's values on one metric become people's."""

    judge: str
    task: Task
    metric: SnakeName
    method: CalibrationMethod
    """`shift` adds one number, `isotonic` follows a rising curve, `none` found nothing that helps on held-out items."""
    shift: float = 0.0
    """What is added, for `shift`."""
    knots: tuple[tuple[float, OnScale], ...] = ()
    """Points of the curve, for `isotonic`; between them it is straight, beyond them flat."""
    labels: Count
    """Cases with a score and a rating that it was made from."""
    items: Count
    error_before: Annotated[float, Field(ge=0)]
    """Mean absolute error of the judge as it is."""
    error_after: Annotated[float, Field(ge=0)]
    """The same on items held out from both the choice and the fit."""
    gain: Estimate
    """How much smaller the error is on held-out items, with its interval."""

    @model_validator(mode="after")
    def _curve_rises(self) -> Self:
        places, heights = [x for x, _ in self.knots], [y for _, y in self.knots]
        if (self.method == "isotonic") != bool(self.knots):
            raise ValueError("isotonic has knots, the other methods have none")
        if any(b <= a for a, b in pairwise(places)) or heights != sorted(heights):
            raise ValueError("knots go from left to right and never down")
        return self

    def map(self, value: float) -> float:
        """The value people would give, from 1 to 5."""
        if self.method == "none":
            return value
        if self.method == "shift":
            return min(HIGHEST, max(LOWEST, value + self.shift))
        # Here, so that `triptych judge --help` does without numpy.
        import numpy as np

        places, heights = zip(*self.knots, strict=True)
        return float(np.interp(value, places, heights))


class Calibrations(Record):
    """A calibration file: one entry for each judge, task and metric it knows."""

    version: Literal[1] = 1
    entries: tuple[Calibration, ...] = Field(min_length=1)
    """Each judge, task and metric once."""

    @model_validator(mode="after")
    def _each_once(self) -> Self:
        keys = [(entry.judge, entry.task, entry.metric) for entry in self.entries]
        if len(set(keys)) != len(keys):
            raise ValueError("it has two entries for one judge, task and metric")
        return self

    def find(self, judge: str, task: str, metric: str) -> Calibration | None:
        """The entry for one judge's values on one metric."""
        wanted = (judge, task, metric)
        return next((entry for entry in self.entries if (entry.judge, entry.task, entry.metric) == wanted), None)

    def to_text(self) -> str:
        return json.dumps(self.model_dump(mode="json"), indent=2, ensure_ascii=False) + "\n"


def load_calibration(path: str) -> Calibrations:
    """The calibration file that `triptych agree --calibrate` wrote."""
    made_by = "triptych agree JUDGEMENTS RATINGS --calibrate FILE"
    return read_document(path, Calibrations, "a calibration", made_by)


def apply(calibrations: Calibrations, judgement: Judgement) -> Judgement:
    """The judgement with its value calibrated and its signature saying so; unchanged where nothing is known for it."""
    entry = calibrations.find(judgement.judge, judgement.task, judgement.metric)
    if entry is None or entry.method == "none" or judgement.value is None:
        return judgement
    made = {"method": entry.method, "shift": entry.shift, "knots": entry.knots}
    mark = f"|calibration:{entry.method}.{digest_of(made)[:8]}"
    if judgement.signature.endswith(mark):
        raise UsageError(f"the judgement of {judgement.case_id} on {judgement.metric} is calibrated already")
    value = entry.map(judgement.value)
    changed = {"value": value, "score": round_score(value), "signature": judgement.signature + mark}
    return judgement.model_copy(update=changed)
