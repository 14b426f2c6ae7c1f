"""Correlations, one a file: each over the rows of two matrices, and over all cases of many resamples."""

from triptych.agreement.correlations._correlation import Correlation, correlations

__all__ = ["Correlation", "correlations"]
