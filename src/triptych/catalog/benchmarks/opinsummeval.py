"""OpinSummEval (Shen and Wan, EMNLP 2023): 100 businesses, 14 systems, 4 metrics, 2 raters, in two files."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from triptych.catalog._cells import show
from triptych.catalog._rows import Draft, Report
from triptych.catalog.benchmarks._benchmark import RatedRow, RatedSummary, find_beside, rows_in
from triptych.errors import UsageError

OUTPUTS, SCORES = "14model_outputs.jsonl", "scores.jsonl"

_METRICS = {"asp_rel": "aspect_relevance", "self_coh": "self_coherence"}
_METRICS |= {"sent_con": "sentiment_consistency", "readblty": "readability"}
_RATERS = ("annot1", "annot2")


def read(path: Path, report: Report) -> Iterator[RatedRow]:
    """The summaries of each business; the path is the folder or either file."""
    files = find_beside(path, (OUTPUTS, SCORES))
    missing = [name for name in (OUTPUTS, SCORES) if name not in files]
    if missing:
        raise UsageError(f"{path}: {' and '.join(missing)} not there; {OUTPUTS} and {SCORES} lie side by side")
    scores = {str(content.get("case")): content for _, content in rows_in(files[SCORES], Report())}
    for draft, content in rows_in(files[OUTPUTS], report):
        case, outputs, reviews = (content.get(key) for key in ("case", "model_output", "revs"))
        texts = list(reviews.values()) if isinstance(reviews, Mapping) else reviews
        if not isinstance(outputs, Mapping):
            draft.wrong("model_output", f"{show(outputs)} is not an object of texts by system")
        elif str(case) not in scores:
            draft.wrong("case", f"{show(case)} is not in {SCORES}")
        else:
            rated = {system: _ratings(scores[str(case)].get(system), system, draft) for system in outputs}
            yield draft, [RatedSummary(f"yelp{case}", name, outputs[name], texts, rated[name]) for name in outputs]
            continue
        yield draft, []


def _ratings(rated: Any, system: str, draft: Draft) -> dict[str, list[Any]]:
    """Scores by metric, one for each rater."""
    given = [rated.get(rater) for rater in _RATERS] if isinstance(rated, Mapping) else []
    sheets = [sheet for sheet in given if isinstance(sheet, Mapping)]
    if len(sheets) < len(_RATERS):
        draft.wrong("model_output", f"{SCORES} has no {' and '.join(_RATERS)} for {show(system)}")
        return {}
    return {metric: [sheet.get(key) for sheet in sheets] for key, metric in _METRICS.items()}
