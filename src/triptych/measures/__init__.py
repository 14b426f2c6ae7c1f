"""Measures: one file for each thing that is counted in a text; a rubric names those it uses."""

from functools import cache
from typing import cast

from triptych.measures._analysis import Analysis
from triptych.measures._measured import Measure, Measured, NothingToMeasure
from triptych.plugins import load

__all__ = ["Analysis", "Measure", "Measured", "NothingToMeasure", "take_measure"]

_FOLDER = "triptych.measures"


@cache
def _measure(name: str) -> Measure:
    return cast(Measure, load(_FOLDER, name))


def take_measure(name: str, analysis: Analysis) -> Measured:
    """What one measure finds in an analysed case."""
    return _measure(name).measure(analysis)
