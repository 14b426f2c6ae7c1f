"""Writers: a shortlist in, its texts out. `embedded` plans them from evidence, `llm` asks a model and checks it."""

from triptych.writers._open import known_writers, open_writer
from triptych.writers._pages import html_page, markdown_page
from triptych.writers._stage import WritingStage
from triptych.writers._writer import Assignment, Writer, assign
from triptych.writers.embedded import write_comparison, write_explanation, write_opinion

__all__ = [
    "Assignment",
    "Writer",
    "WritingStage",
    "assign",
    "html_page",
    "known_writers",
    "markdown_page",
    "open_writer",
    "write_comparison",
    "write_explanation",
    "write_opinion",
]
