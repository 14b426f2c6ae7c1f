"""Rubrics: what each metric means, loaded from one file each, imported from templates, rendered for a judge."""

from triptych.rubrics._files import (
    IMPORTED,
    check_task,
    find_rubrics,
    import_template,
    load_rubric,
    read_template,
    save_rubric,
)
from triptych.rubrics._prompt import PROTOCOL, Prompt, cacheable_share, fits_whole, render_all, state_rubric

__all__ = [
    "IMPORTED",
    "PROTOCOL",
    "Prompt",
    "cacheable_share",
    "check_task",
    "find_rubrics",
    "fits_whole",
    "import_template",
    "load_rubric",
    "read_template",
    "render_all",
    "save_rubric",
    "state_rubric",
]
