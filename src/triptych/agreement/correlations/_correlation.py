"""What every correlation offers."""

from functools import cache
from typing import Protocol, cast

from triptych.agreement._sampling import Floats, Ints
from triptych.plugins import load, names_in

_FOLDER = "triptych.agreement.correlations"


class Correlation(Protocol):
    """A module of this folder. A value is NaN where a side is constant."""

    def correlate_rows(self, first: Floats, second: Floats) -> Floats:
        """The correlation of each row of one matrix with the same row of the other."""
        ...

    def correlate_pooled(self, first: Floats, second: Floats, items: Ints, draws: Floats) -> Floats:
        """The correlation over all cases in every sample, where a case counts as often as its item was drawn."""
        ...


@cache
def correlations() -> dict[str, Correlation]:
    """All correlations by name."""
    return {name: cast(Correlation, load(_FOLDER, name)) for name in names_in(_FOLDER)}
