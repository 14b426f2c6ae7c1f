"""The texts as people and machines exchange them: prices, short names, and comparisons.

`write_comparison` writes the classic Markdown table and `read_comparison` reads it back; `read_table` reads what other
people call a comparison and says what is wrong with it.
"""

from triptych.texts._comparison import Content as Content
from triptych.texts._comparison import classic_rows as classic_rows
from triptych.texts._comparison import read_comparison as read_comparison
from triptych.texts._comparison import show_content as show_content
from triptych.texts._comparison import write_comparison as write_comparison
from triptych.texts._comparison import write_html as write_html
from triptych.texts._money import currency_of as currency_of
from triptych.texts._money import parse_money as parse_money
from triptych.texts._money import show_money as show_money
from triptych.texts._shown import MarkedText as MarkedText
from triptych.texts._shown import for_csv as for_csv
from triptych.texts._shown import for_markdown as for_markdown
from triptych.texts._shown import for_terminal as for_terminal
from triptych.texts._shown import mark as mark
from triptych.texts._shown import short_names as short_names
from triptych.texts._tables.labels import LABELS as LABELS
from triptych.texts._tables.labels import VERDICT_LABEL as VERDICT_LABEL
from triptych.texts._tables.labels import RowKind as RowKind
from triptych.texts._tables.reading import TableReading as TableReading
from triptych.texts._tables.reading import parse_rating as parse_rating
from triptych.texts._tables.reading import read_table as read_table
