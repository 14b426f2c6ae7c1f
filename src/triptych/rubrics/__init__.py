"""Rubrics: what each metric means, loaded from one file each, imported from templates, rendered for a judge."""

from triptych.rubrics._files import (
    IMPORTED,
    check_task,
    dump_rubric,
    find_rubrics,
    list_rubrics,
    load_rubric,
    read_rubric,
    save_rubric,
)
from triptych.rubrics._import import Imported, decode_template, import_template, read_template
from triptych.rubrics._prompt import PROTOCOL, Prompt, cacheable_share, fits_whole, render, render_all, state_rubric

__all__ = [
    "IMPORTED",
    "PROTOCOL",
    "Imported",
    "Prompt",
    "cacheable_share",
    "check_task",
    "decode_template",
    "dump_rubric",
    "find_rubrics",
    "fits_whole",
    "import_template",
    "list_rubrics",
    "load_rubric",
    "read_rubric",
    "read_template",
    "render",
    "render_all",
    "save_rubric",
    "state_rubric",
]
