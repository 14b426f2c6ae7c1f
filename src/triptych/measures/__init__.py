"""Measures: one file for each thing that is counted in a text; a rubric names those it uses."""

from triptych.measures._analysis import Analysis as Analysis
from triptych.measures._measured import Measure as Measure
from triptych.measures._measured import Measured as Measured
from triptych.measures._measured import NothingToMeasure as NothingToMeasure
from triptych.measures._measured import take_measure as take_measure
