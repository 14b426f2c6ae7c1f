"""SUMMEVAL-OP (Siledar et al., ACL 2024): 32 products, 13 systems, 7 metrics, 3 raters.

The detailed file has the ratings, a product a line, in the order of the systems; their names are only in the file with
averaged ratings, which lies beside it.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from triptych.catalog._cells import show
from triptych.catalog._report import Draft
from triptych.catalog.benchmarks._benchmark import BenchmarkMaker, RatedSummary, find_beside
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


def read(path: Path, maker: BenchmarkMaker) -> None:
    """Hand every summary to the maker; the path is the folder or either file."""
    files = find_beside(path, (DETAILED, AVERAGED))
    detailed = path if path.is_file() and path.name != AVERAGED else files.get(DETAILED)
    if detailed is None:
        raise UsageError(f"{path}: {DETAILED} is not there; it holds the ratings of each rater")
    names = _system_names(files.get(AVERAGED), maker)
    for position, (draft, content) in enumerate(maker.rows(detailed)):
        _add_product(f"op{position:02d}", content, names, draft, maker)
        maker.finish_row(draft)


def _system_names(averaged: Path | None, maker: BenchmarkMaker) -> tuple[str, ...]:
    """The systems' names in order; none where the file that has them is missing."""
    if averaged is not None:
        for _, content in BenchmarkMaker(maker.report).rows(averaged):
            maker.report.rows -= 1
            summaries = content.get("summaries")
            if isinstance(summaries, Mapping):
                return tuple(str(name) for name in summaries)
            break
    maker.report.note(f"{AVERAGED} is not beside the ratings, so systems are numbered")
    return ()


def _add_product(
    item: str, content: Mapping[str, Any], names: tuple[str, ...], draft: Draft, maker: BenchmarkMaker
) -> None:
    summaries = content.get("summaries")
    if not isinstance(summaries, list):
        draft.wrong("summaries", f"{show(summaries)} is not a list of texts, one for each system")
        return
    if names and len(names) != len(summaries):
        draft.wrong("summaries", f"has {len(summaries)} texts, but {AVERAGED} names {len(names)} systems")
        return
    for key in _METRICS:
        scores = content.get(key)
        if (
            not isinstance(scores, list)
            or len(scores) != len(summaries)
            or not all(isinstance(s, list) for s in scores)
        ):
            draft.wrong(key, f"is not a list of {len(summaries)} lists of ratings, one for each system")
            return
    for place, text in enumerate(summaries):
        system = names[place] if names else f"system {place + 1}"
        ratings = {metric: content[key][place] for key, metric in _METRICS.items()}
        maker.add(draft, RatedSummary(item, system, text, content.get("reviews"), ratings))
