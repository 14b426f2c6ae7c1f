"""Judges held against people, and two systems against each other.

Names load when they are first used. Measuring needs the extra `[stats]`; reading and applying a calibration does not.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from triptych.errors import MissingExtra

if TYPE_CHECKING:
    from triptych.agreement._fitting import fit_calibrations
    from triptych.agreement._matching import read_judgements
    from triptych.agreement._results import (
        ALL_METRICS,
        LEAVE_ONE_OUT,
        WORD_COUNT,
        Agreement,
        AgreementRow,
        Alpha,
        Difference,
        Estimate,
        Matching,
        ScatterPoint,
        Side,
        Statistic,
        show_number,
        show_p,
    )
    from triptych.agreement._study import measure_agreement
    from triptych.agreement.calibration import Calibration, Calibrations, apply, load_calibration
    from triptych.agreement.paired_difference import compare_sides, pool_sides

__all__ = [
    "ALL_METRICS",
    "LEAVE_ONE_OUT",
    "WORD_COUNT",
    "Agreement",
    "AgreementRow",
    "Alpha",
    "Calibration",
    "Calibrations",
    "Difference",
    "Estimate",
    "Matching",
    "ScatterPoint",
    "Side",
    "Statistic",
    "apply",
    "compare_sides",
    "fit_calibrations",
    "load_calibration",
    "measure_agreement",
    "pool_sides",
    "read_judgements",
    "show_number",
    "show_p",
]

_HOMES = {
    "Calibration": "calibration",
    "Calibrations": "calibration",
    "apply": "calibration",
    "compare_sides": "paired_difference",
    "pool_sides": "paired_difference",
    "fit_calibrations": "_fitting",
    "load_calibration": "calibration",
    "measure_agreement": "_study",
    "read_judgements": "_matching",
}


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'triptych.agreement' has no attribute {name!r}")
    try:
        return getattr(import_module(f"triptych.agreement.{_HOMES.get(name, '_results')}"), name)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "scipy":
            raise MissingExtra("measuring agreement and differences", "stats") from None
        raise


def __dir__() -> list[str]:
    return list(__all__)
