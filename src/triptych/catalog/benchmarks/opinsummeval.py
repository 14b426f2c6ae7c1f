"""OpinSummEval (Shen and Wan, EMNLP 2023): 100 businesses, 14 systems, 4 metrics, 2 raters, in two files."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from triptych.catalog._rows import Report
from triptych.catalog.benchmarks._benchmark import RatedRow, RatedSummary, find_beside, rows_in
from triptych.errors import UsageError

OUTPUTS, SCORES = "14model_outputs.jsonl", "scores.jsonl"

_METRICS = {
    "asp_rel": "aspect_relevance",
    "self_coh": "self_coherence",
    "sent_con": "sentiment_consistency",
    "readblty": "readability",
}
_RATERS = ("annot1", "annot2")


def read(path: Path, report: Report) -> Iterator[RatedRow]:
    """The summaries of each business; the path is the folder or either file."""
    files = find_beside(path, (OUTPUTS, SCORES))
    missing = [name for name in (OUTPUTS, SCORES) if name not in files]
    if missing:
        raise UsageError(f"{path}: {' and '.join(missing)} not there; {OUTPUTS} and {SCORES} lie side by side")
    scores = {str(content.get("case")): content for _, content in rows_in(files[SCORES], Report())}
    for draft, content in rows_in(files[OUTPUTS], report):
        yield draft, partial(_summaries, content, scores)


def _summaries(content: dict[str, Any], scores: dict[str, Any]) -> list[RatedSummary]:
    case, reviews = content["case"], content["revs"]
    texts = list(reviews.values()) if isinstance(reviews, dict) else reviews
    rated = scores[str(case)]
    return [
        RatedSummary(f"yelp{case}", system, text, texts, _ratings([rated[system][rater] for rater in _RATERS]))
        for system, text in content["model_output"].items()
    ]


def _ratings(sheets: list[dict[str, Any]]) -> dict[str, list[Any]]:
    """Scores by metric, one for each rater."""
    return {metric: [sheet.get(key) for sheet in sheets] for key, metric in _METRICS.items()}
