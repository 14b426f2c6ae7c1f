"""Most of what is told is left out: half the sentences, or the rows and points of a table."""

from triptych.audits.damages._edits import drop_rows, edit_cells, sentences
from triptych.records import Case

AIMS = (
    "opinion/aspect_coverage",
    "opinion/relevance",
    "comparison/aspect_coverage",
    "comparison/informativeness",
    "explanation/informativeness",
    "explanation/query_relevance",
    "comparison/relevance",
)
IS_SEVERE = True


def spoil(case: Case) -> str | None:
    """The text with its first third alone; a table with two attributes and one point each."""
    if case.task != "comparison":
        parts = sentences(case.text)
        return "".join(parts[: max(1, len(parts) // 3)]).strip() if len(parts) > 2 else None
    labels: list[str] = []

    def is_dropped(kind: str, label: str) -> bool:
        if kind == "attribute":
            labels.append(label)
        return kind == "attribute" and len(labels) > 1

    shorter = drop_rows(case.text, is_dropped)
    if shorter is None:
        return None
    bare = edit_cells(shorter, lambda _label, _words, _column: "N/A", ("pros", "cons"))
    head, _, _ = (bare or shorter).partition("Final Verdict Summary")
    return head + "Final Verdict Summary: Any of them will do."
