"""Judges held against people, and two systems against each other.

Measuring needs the extra `[stats]` and loads when it is first used; reading and applying a calibration does not.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from triptych.agreement._results import ALL_METRICS as ALL_METRICS
from triptych.agreement._results import LEAVE_ONE_OUT as LEAVE_ONE_OUT
from triptych.agreement._results import WORD_COUNT as WORD_COUNT
from triptych.agreement._results import Agreement as Agreement
from triptych.agreement._results import AgreementRow as AgreementRow
from triptych.agreement._results import Difference as Difference
from triptych.agreement._results import Estimate as Estimate
from triptych.agreement._results import JudgedRun as JudgedRun
from triptych.agreement._results import ScatterPoint as ScatterPoint
from triptych.agreement._results import show_number as show_number
from triptych.agreement._results import show_p as show_p
from triptych.agreement.calibration import Calibration as Calibration
from triptych.agreement.calibration import Calibrations as Calibrations
from triptych.agreement.calibration import apply as apply
from triptych.agreement.calibration import load_calibration as load_calibration
from triptych.errors import MissingExtra

if TYPE_CHECKING:
    from triptych.agreement._fitting import fit_calibrations as fit_calibrations
    from triptych.agreement._study import measure_agreement as measure_agreement
    from triptych.agreement.paired_difference import compare_sides as compare_sides
    from triptych.agreement.paired_difference import pool_sides as pool_sides

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
