"""General praise is set beside every statement."""

from triptych.audits.damages._edits import edit_cells, edit_prose
from triptych.records import Case

AIMS = ("opinion/specificity", "comparison/specificity")
IS_SEVERE = False
SPARES = ("opinion/fluency", "opinion/sentiment_consistency", "comparison/format_adherence")
_PRAISE = (
    "It is a good product.", "People like it.", "The quality is nice.", "Users are happy with it.", "It "
    "is really great.",
    "The experience is positive.", "It works well.", "The overall impression is fine.",
)  # fmt: skip


def spoil(case: Case) -> str | None:
    """The text with a general sentence behind each, or general points behind those of a table."""

    def add(parts: list[str]) -> list[str]:
        return [one for place, part in enumerate(parts) for one in (part, _PRAISE[place % len(_PRAISE)])]

    if case.task != "comparison":
        return edit_prose(case, add)
    general = (
        "; good quality; nice product; great choice; people like it; really fine; does the job; good overall; decent"
    )
    return edit_cells(case.text, lambda _l, words, _c: words + general, ("pros", "cons"))
