"""Judges held against people, and two systems against each other.

Measuring needs the extra `[stats]` and loads when it is first used; reading and applying a calibration does not.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from triptych.agreement._results import (
    ALL_METRICS,
    LEAVE_ONE_OUT,
    WORD_COUNT,
    Agreement,
    AgreementRow,
    Difference,
    Estimate,
    JudgedRun,
    ScatterPoint,
    show_number,
    show_p,
)
from triptych.agreement.calibration import Calibration, Calibrations, apply, load_calibration
from triptych.errors import MissingExtra

if TYPE_CHECKING:
    from triptych.agreement._fitting import fit_calibrations
    from triptych.agreement._study import measure_agreement
    from triptych.agreement.paired_difference import compare_sides, pool_sides

__all__ = [
    "ALL_METRICS",
    "LEAVE_ONE_OUT",
    "WORD_COUNT",
    "Agreement",
    "AgreementRow",
    "Calibration",
    "Calibrations",
    "Difference",
    "Estimate",
    "JudgedRun",
    "ScatterPoint",
    "apply",
    "compare_sides",
    "fit_calibrations",
    "load_calibration",
    "measure_agreement",
    "pool_sides",
    "show_number",
    "show_p",
]

_NEED_NUMPY = {"fit_calibrations": "_fitting", "measure_agreement": "_study"}
_NEED_NUMPY |= dict.fromkeys(("compare_sides", "pool_sides"), "paired_difference")


def __getattr__(name: str) -> object:
    if name not in _NEED_NUMPY:
        raise AttributeError(f"module 'triptych.agreement' has no attribute {name!r}")
    try:
        return getattr(import_module(f"triptych.agreement.{_NEED_NUMPY[name]}"), name)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "scipy":
            raise MissingExtra("measuring agreement and differences", "stats") from None
        raise
