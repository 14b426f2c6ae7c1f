"""SUMMEVAL-OP (Siledar et al., ACL 2024): 32 products, 13 systems, 7 metrics, 3 raters.

The detailed file has the ratings, a product a line, in the order of the systems; their names are only in the file with
averaged ratings, which lies beside it.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from triptych.catalog._cells import show
from triptych.catalog._rows import Draft, Report
from triptych.catalog.benchmarks._benchmark import RatedRow, RatedSummary, find_beside, rows_in
from triptych.errors import UsageError

DETAILED, AVERAGED = "summeval-op-detailed.jsonl", "summeval-op.jsonl"

_METRICS = {"fl": "fluency", "co": "coherence", "re": "relevance", "fa": "faithfulness"}
_METRICS |= {"ac": "aspect_coverage", "sc": "sentiment_consistency", "sp": "specificity"}


def read(path: Path, report: Report) -> Iterator[RatedRow]:
    """The summaries of each product; the path is the folder or either file."""
    files = find_beside(path, (DETAILED, AVERAGED))
    detailed = path if path.is_file() and path.name != AVERAGED else files.get(DETAILED)
    if detailed is None:
        raise UsageError(f"{path}: {DETAILED} is not there; it holds the ratings of each rater")
    averaged = rows_in(files[AVERAGED], Report()) if AVERAGED in files else iter(())
    named = next((content.get("summaries") for _, content in averaged), None)
    names = tuple(map(str, named)) if isinstance(named, Mapping) else ()
    if not names:
        report.note(f"{AVERAGED} is not beside the ratings, so systems are numbered")
    for position, (draft, content) in enumerate(rows_in(detailed, report)):
        yield draft, _summaries(f"op{position:02d}", content, names, draft)


def _summaries(item: str, content: Mapping[str, Any], names: tuple[str, ...], draft: Draft) -> list[RatedSummary]:
    texts = content.get("summaries")
    if not isinstance(texts, list):
        draft.wrong("summaries", f"{show(texts)} is not a list of texts, one for each system")
        return []
    if names and len(names) != len(texts):
        draft.wrong("summaries", f"has {len(texts)} texts, but {AVERAGED} names {len(names)} systems")
    for key in _METRICS:
        scores = content.get(key)
        is_list = isinstance(scores, list) and all(isinstance(one, list) for one in scores)
        if not is_list or len(content[key]) != len(texts):
            draft.wrong(key, f"is not a list of {len(texts)} lists of ratings, one for each system")
    systems = names or [f"system {place + 1}" for place in range(len(texts))]
    if draft.problems:
        return []
    rated = [{_METRICS[key]: content[key][place] for key in _METRICS} for place in range(len(texts))]
    given = zip(systems, texts, rated, strict=True)
    return [RatedSummary(item, system, text, content.get("reviews"), scores) for system, text, scores in given]
