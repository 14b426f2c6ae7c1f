"""The top anchor can be reached: what the embedded writer writes gets it, and loses it where it is made untrue."""

import re
from collections import defaultdict
from functools import cache

import pytest

from triptych.catalog import read_shortlists
from triptych.judges.embedded import connect
from triptych.records import Case
from triptych.rubrics import list_rubrics, load_rubric
from triptych.samples import sample_files
from triptych.writers import assign
from triptych.writers.embedded import write_cases

FAITHFUL = "opinion/faithfulness"
MOST_NOT_ALL = {"comparison/aspect_coverage", "comparison/informativeness"}
"""A table of five rows and four points a product holds most of what reviewers discuss, and not all of it."""
_COUNT = re.compile(r"\b\d+(?= of \d+ reviewers)")
_QUOTE = re.compile(r"“[^“”]{12,}”")


@cache
def texts() -> tuple[Case, ...]:
    """All texts about two of the bundled shortlists."""
    shortlists = [next(iter(read_shortlists(path))) for path in sample_files()[:2]]
    return tuple(case for assignment in assign(shortlists) for case in write_cases(assignment))


def opinion_text() -> Case:
    return next(case for case in texts() if case.task == "opinion")


def value(case: Case, metric: str = FAITHFUL) -> float:
    (judgement,) = connect().judge_all(case, [load_rubric(metric)])
    assert judgement.value is not None, judgement.failure
    return judgement.value


@pytest.mark.slow
def test_our_own_texts_reach_the_top_anchor_on_every_rubric() -> None:
    best: dict[str, float] = defaultdict(float)
    for case in texts():
        rubrics = list_rubrics(task=case.task)
        for rubric, judgement in zip(rubrics, connect().judge_all(case, rubrics), strict=True):
            best[rubric.name] = max(best[rubric.name], judgement.value or 0.0)
    assert {name for name, found in best.items() if found < 4.45} <= MOST_NOT_ALL
    assert min(best.values()) >= 4


def test_true_counts_and_quotes_are_no_fault() -> None:
    opinion = opinion_text()
    assert _COUNT.search(opinion.text) and _QUOTE.search(opinion.text)
    assert value(opinion) >= 4.4


def test_false_counts_are_noticed() -> None:
    opinion = opinion_text()
    false = _COUNT.sub(lambda found: str(int(found.group()) + 17), opinion.text)
    assert value(opinion.model_copy(update={"text": false})) <= value(opinion) - 0.5


def test_misquotes_are_noticed() -> None:
    opinion = opinion_text()
    false = _QUOTE.sub("“my nephew polishes his trombone in it”", opinion.text)
    assert value(opinion.model_copy(update={"text": false})) <= value(opinion) - 1
