"""SUMMEVAL-OP (Siledar et al., ACL 2024): 32 products, 13 systems, 7 metrics, 3 raters.

The detailed file has the ratings, a product a line, in the order of the systems; their names are only in the file with
averaged ratings, which lies beside it.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from triptych.catalog._rows import Report
from triptych.catalog.benchmarks._benchmark import RatedRow, RatedSummary, find_beside, rows_in
from triptych.errors import UsageError

DETAILED, AVERAGED = "summeval-op-detailed.jsonl", "summeval-op.jsonl"

_METRICS = {
    "fl": "fluency",
    "co": "coherence",
    "re": "relevance",
    "fa": "faithfulness",
    "ac": "aspect_coverage",
    "sc": "sentiment_consistency",
    "sp": "specificity",
}


def read(path: Path, report: Report) -> Iterator[RatedRow]:
    """The summaries of each product; the path is the folder or either file."""
    files = find_beside(path, (DETAILED, AVERAGED))
    detailed = path if path.is_file() and path.name != AVERAGED else files.get(DETAILED)
    if detailed is None:
        raise UsageError(f"{path}: {DETAILED} is not there; it holds the ratings of each rater")
    names = _system_names(files[AVERAGED]) if AVERAGED in files else ()
    if not names:
        report.note(f"{AVERAGED} is not beside the ratings, so systems are numbered")
    for position, (draft, content) in enumerate(rows_in(detailed, report)):
        yield draft, partial(_summaries, f"op{position:02d}", content, names)


def _system_names(averaged: Path) -> tuple[str, ...]:
    """The systems' names in order."""
    for _, content in rows_in(averaged, Report()):
        summaries = content.get("summaries")
        return tuple(map(str, summaries)) if isinstance(summaries, Mapping) else ()
    return ()


def _summaries(item: str, content: Mapping[str, Any], names: tuple[str, ...]) -> list[RatedSummary]:
    texts = content["summaries"]
    systems = names or [f"system {place}" for place in range(1, len(texts) + 1)]
    scores = zip(*(content[key] for key in _METRICS), strict=True)
    return [
        RatedSummary(item, system, text, content.get("reviews"), dict(zip(_METRICS.values(), rated, strict=True)))
        for system, text, rated in zip(systems, texts, scores, strict=True)
    ]
