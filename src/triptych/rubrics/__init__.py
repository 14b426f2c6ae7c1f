"""Rubrics: what each metric means, loaded from one file each, imported from templates, rendered for a judge."""

from triptych.rubrics._files import IMPORTED as IMPORTED
from triptych.rubrics._files import check_task as check_task
from triptych.rubrics._files import find_rubrics as find_rubrics
from triptych.rubrics._files import import_template as import_template
from triptych.rubrics._files import load_rubric as load_rubric
from triptych.rubrics._files import read_template as read_template
from triptych.rubrics._files import save_rubric as save_rubric
from triptych.rubrics._prompt import PROTOCOL as PROTOCOL
from triptych.rubrics._prompt import Prompt as Prompt
from triptych.rubrics._prompt import cacheable_share as cacheable_share
from triptych.rubrics._prompt import fits_whole as fits_whole
from triptych.rubrics._prompt import render_all as render_all
from triptych.rubrics._prompt import state_rubric as state_rubric
