"""The texts as people and machines exchange them: prices, short names, and comparisons.

`write_comparison` writes the classic Markdown table and `read_comparison` reads it back; `read_table` reads what other
people call a comparison and says what is wrong with it.
"""

from triptych.texts._comparison import (
    Content,
    classic_rows,
    read_comparison,
    show_content,
    write_comparison,
    write_html,
)
from triptych.texts._money import currency_of, parse_money, show_money
from triptych.texts._shown import MarkedText, for_csv, for_markdown, for_terminal, mark, short_names
from triptych.texts._tables.labels import LABELS, VERDICT_LABEL, RowKind
from triptych.texts._tables.reading import TableReading, parse_rating, read_table

__all__ = [
    "LABELS",
    "VERDICT_LABEL",
    "Content",
    "MarkedText",
    "RowKind",
    "TableReading",
    "classic_rows",
    "currency_of",
    "for_csv",
    "for_markdown",
    "for_terminal",
    "mark",
    "parse_money",
    "parse_rating",
    "read_comparison",
    "read_table",
    "short_names",
    "show_content",
    "show_money",
    "write_comparison",
    "write_html",
]
