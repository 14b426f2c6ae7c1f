"""Correlations, one a file: each over the rows of two matrices, and over all cases of many resamples."""

from triptych.agreement.correlations._correlation import (
    FEWEST_SYSTEMS,
    Correlation,
    ItemValues,
    by_system,
    correlations,
    within_items,
)

__all__ = ["FEWEST_SYSTEMS", "Correlation", "ItemValues", "by_system", "correlations", "within_items"]
