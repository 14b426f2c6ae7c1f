"""Whether the text keeps under its limit of words: fewer than 100 for an explanation and for a verdict."""

from triptych.measures._analysis import Analysis
from triptych.measures._measured import Measured
from triptych.measures.table_form import MOST_WORDS
from triptych.records import count_words


def measure(analysis: Analysis) -> Measured:
    """1 below the limit, falling to 0 at twice the limit."""
    is_comparison = analysis.case.task == "comparison"
    words = count_words(analysis.verdict) if is_comparison else analysis.words
    over = max(0, words - MOST_WORDS + 1)
    what = "The verdict" if is_comparison else "The text"
    return Measured(
        max(0.0, 1 - over / MOST_WORDS),
        (f"{what} has {words} words; the limit is fewer than {MOST_WORDS}.",),
        faults=float(over > 0),
        of=words,
        figures={"over": float(over), "words": float(words)},
    )
