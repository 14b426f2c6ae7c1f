"""Measures: one file for each thing that is counted in a text; a rubric names those it uses."""

from triptych.measures._analysis import Analysis, Measure, Measured, NothingToMeasure, take_measure

__all__ = ["Analysis", "Measure", "Measured", "NothingToMeasure", "take_measure"]
