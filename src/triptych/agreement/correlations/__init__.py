"""Correlations, one a file: each over the rows of two matrices, and over all cases of many resamples."""
