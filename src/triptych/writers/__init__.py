"""Writers: a shortlist in, its texts out. `embedded` plans them from evidence, `llm` asks a model and checks it."""

from triptych.writers._brief import Brief as Brief
from triptych.writers._findings import Theme as Theme
from triptych.writers._open import known_writers as known_writers
from triptych.writers._open import open_writer as open_writer
from triptych.writers._pages import ClaimedTable as ClaimedTable
from triptych.writers._pages import best_places as best_places
from triptych.writers._pages import claimed_table as claimed_table
from triptych.writers._pages import html_page as html_page
from triptych.writers._pages import markdown_page as markdown_page
from triptych.writers._pages import source_label as source_label
from triptych.writers._pages import stretches as stretches
from triptych.writers._responses import Response as Response
from triptych.writers._writer import Assignment as Assignment
from triptych.writers._writer import Writer as Writer
from triptych.writers._writer import WritingStage as WritingStage
from triptych.writers._writer import assign as assign
from triptych.writers.embedded import briefs_of as briefs_of
from triptych.writers.embedded import write_comparison as write_comparison
from triptych.writers.embedded import write_explanation as write_explanation
from triptych.writers.embedded import write_opinion as write_opinion
