"""Another product's facts stand in its place."""

from triptych.audits.damages._edits import table_of
from triptych.records import Case

AIMS = (
    "opinion/faithfulness",
    "explanation/faithfulness",
    "comparison/faithfulness",
    "opinion/aspect_coverage",
    "explanation/informativeness",
    "comparison/sentiment_consistency",
)
IS_SEVERE = True
_OTHER = (
    "This kettle boils a litre in three minutes and switches itself off. The spout pours without "
    "dripping, and the handle "
    "stays cool. Several cooks praise the glass window, while two found lime after a month. It costs "
    "39.40 and has a rating "
    "of 4.6. The cord winds up under the base, and the lid opens with one press. Most owners call it the "
    "best kettle they had."
)


def spoil(case: Case) -> str | None:
    """A text about a kettle; in a comparison the columns are turned by one product below the titles."""
    return _OTHER if case.task != "comparison" else _turned(case)


def _turned(case: Case) -> str | None:
    table, text = table_of(case), case.text
    changes: list[tuple[int, int, str]] = []
    for row in table.rows:
        if row.kind != "title" and len(row.cells) > 1:
            words = [text[cell.start : cell.end] for cell in row.cells]
            turned = [*words[1:], words[0]]
            changes += [(cell.start, cell.end, new) for cell, new in zip(row.cells, turned, strict=True)]
    for start, end, new in sorted(changes, reverse=True):
        text = text[:start] + new + text[end:]
    return text if changes else None
