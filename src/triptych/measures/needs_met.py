"""How many of the query's needs the text answers, and how much of the text answers none."""

from triptych.measures._analysis import Analysis
from triptych.measures._clauses import brief
from triptych.measures._measured import Measured
from triptych.measures._needs import (
    Asked,
    Stretch,
    answers,
    cell_stretches,
    needs_asked,
    share_of_words,
    spots_told,
    stretches_of,
)
from triptych.measures._support import told_words

_ROUND = 0.95
_PLAIN_NEEDS = ("budget", "feature")
"""Needs that can only be answered by themselves; uses and audiences are often meant by another answer."""
_FEWEST_TOLD = 2
"""Words about the product that make a sentence one that tells something."""


def measure(analysis: Analysis) -> Measured:
    """The weighted share of the needs answered; `beside` is the share of the words that serve none."""
    asked = needs_asked(analysis)
    if not asked:
        return Measured(None, ("the query asks for nothing that can be told",))
    stretches, told = stretches_of(analysis), spots_told(analysis)
    cells = cell_stretches(analysis) if analysis.case.task == "comparison" else []
    met: dict[str, float] = {}
    useful: set[int] = set()
    lines: list[str] = []
    for number, one in enumerate(asked, start=1):
        found = answers(one, stretches, analysis.clause_vectors, told)
        useful.update(place for place, _ in found)
        met[one.need.text] = max((fully for _, fully in found), default=0.0)
        if analysis.case.task == "comparison":
            # Told in a row and taken up by the verdict is met; either alone is met in part.
            in_rows = _is_in_rows(analysis, one, cells, told)
            met[one.need.text] = 0.5 * in_rows + 0.5 * (met[one.need.text] > 0)
        quote = next((brief(stretches[place].text) for place, _ in sorted(found, key=lambda hit: -hit[1])), "")
        how = "answered" if met[one.need.text] >= _ROUND else "in part" if met[one.need.text] else "not taken up"
        lines.append(f"{number}. {one.need.kind} “{one.need.text}”: {how}" + (f" (“{quote}”)" if quote else ""))
    # A sentence in which one clause serves a need serves it as a whole.
    sentences = {analysis.clauses[place].sentence for place in useful}
    served = {place for place, clause in enumerate(analysis.clauses) if clause.sentence in sentences}
    narrow, wide = share_of_words(stretches, useful), share_of_words(stretches, served)
    beside = 1 - (narrow + wide) / 2
    return Measured(
        _share(asked, met),
        ("Needs of the query:", *lines, f"{beside:.0%} of the words serve none of them."),
        certainty=min(1.0, len(asked) / 3) * 0.8,
        faults=sum(1 for value in met.values() if value < _ROUND),
        of=len(asked),
        figures={
            "idle": float(len(_telling_sentences(analysis) - sentences)),
            "beside": beside,
            "missed": float(sum(one.need.kind in _PLAIN_NEEDS and not met[one.need.text] for one in asked)),
            "answered": float(sum(value >= _ROUND for value in met.values())),
        },
    )


def _telling_sentences(analysis: Analysis) -> set[int]:
    """The sentences that tell something of the product; the others only lead on."""
    found: dict[int, int] = {}
    for clause in analysis.clauses:
        found[clause.sentence] = found.get(clause.sentence, 0) + len(told_words(clause.lemmas))
    return {sentence for sentence, words in found.items() if words >= _FEWEST_TOLD}


def _is_in_rows(analysis: Analysis, one: Asked, cells: list[Stretch], told: list[tuple[int, str]]) -> bool:
    if one.need.kind == "budget":
        return analysis.table.row("final_price") is not None or analysis.table.row("base_price") is not None
    return len(answers(one, cells, analysis.cell_vectors, told)) >= 2


def _share(asked: tuple[Asked, ...], met: dict[str, float]) -> float:
    return sum(one.weight * met[one.need.text] for one in asked) / sum(one.weight for one in asked)
