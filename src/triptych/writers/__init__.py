"""Writers: a shortlist in, its texts out. `embedded` plans them from evidence, `llm` asks a model and checks it."""

from triptych.writers._brief import Brief
from triptych.writers._findings import Theme
from triptych.writers._open import known_writers, open_writer
from triptych.writers._pages import (
    ClaimedTable,
    best_places,
    claimed_table,
    html_page,
    markdown_page,
    source_label,
    stretches,
)
from triptych.writers._responses import Response
from triptych.writers._writer import Assignment, Writer, WritingStage, assign
from triptych.writers.embedded import briefs_of, write_comparison, write_explanation, write_opinion

__all__ = [
    "Assignment",
    "Brief",
    "ClaimedTable",
    "Response",
    "Theme",
    "Writer",
    "WritingStage",
    "assign",
    "best_places",
    "briefs_of",
    "claimed_table",
    "html_page",
    "known_writers",
    "markdown_page",
    "open_writer",
    "source_label",
    "stretches",
    "write_comparison",
    "write_explanation",
    "write_opinion",
]
