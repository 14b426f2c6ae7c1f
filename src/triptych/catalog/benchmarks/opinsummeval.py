"""OpinSummEval (Shen and Wan, EMNLP 2023): 100 businesses, 14 systems, 4 metrics, 2 raters, in two files."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from triptych.catalog._cells import show
from triptych.catalog._report import Draft
from triptych.catalog.benchmarks._benchmark import BenchmarkMaker, RatedSummary, find_beside
from triptych.errors import UsageError

OUTPUTS, SCORES = "14model_outputs.jsonl", "scores.jsonl"

_METRICS = {
    "asp_rel": "aspect_relevance",
    "self_coh": "self_coherence",
    "sent_con": "sentiment_consistency",
    "readblty": "readability",
}
_RATERS = ("annot1", "annot2")


def read(path: Path, maker: BenchmarkMaker) -> None:
    """Hand every summary to the maker; the path is the folder or either file."""
    files = find_beside(path, (OUTPUTS, SCORES))
    missing = [name for name in (OUTPUTS, SCORES) if name not in files]
    if missing:
        raise UsageError(f"{path}: {' and '.join(missing)} not there; {OUTPUTS} and {SCORES} lie side by side")
    scores = {str(content.get("case")): content for _, content in BenchmarkMaker(maker.report).rows(files[SCORES])}
    maker.report.rows = 0
    for draft, content in maker.rows(files[OUTPUTS]):
        _add_business(content, scores, draft, maker)
        maker.finish_row(draft)


def _add_business(
    content: Mapping[str, Any], scores: Mapping[str, Mapping[str, Any]], draft: Draft, maker: BenchmarkMaker
) -> None:
    case, outputs, reviews = (content.get(key) for key in ("case", "model_output", "revs"))
    if not isinstance(outputs, Mapping):
        draft.wrong("model_output", f"{show(outputs)} is not an object of texts by system")
        return
    rated = scores.get(str(case))
    if rated is None:
        draft.wrong("case", f"{show(case)} is not in {SCORES}")
        return
    texts = list(reviews.values()) if isinstance(reviews, Mapping) else reviews
    for system, text in outputs.items():
        ratings = _ratings(rated.get(system), system, draft)
        if ratings:
            maker.add(draft, RatedSummary(f"yelp{case}", system, text, texts, ratings))


def _ratings(rated: Any, system: str, draft: Draft) -> dict[str, list[Any]]:
    """Scores by metric, one for each rater."""
    given = [rated.get(rater) for rater in _RATERS] if isinstance(rated, Mapping) else []
    sheets = [sheet for sheet in given if isinstance(sheet, Mapping)]
    if len(sheets) < len(_RATERS):
        draft.wrong("model_output", f"{SCORES} has no {' and '.join(_RATERS)} for {show(system)}")
        return {}
    return {metric: [sheet.get(key) for sheet in sheets] for key, metric in _METRICS.items()}
