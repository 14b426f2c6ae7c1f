"""Reviews straight from CSV and Parquet files, as SQL: the rows never pass through Python before they are joined."""

from collections.abc import Iterable, Mapping

from triptych.catalog._database import Connection, quote, quote_name, quote_path
from triptych.catalog._fields import Matcher
from triptych.catalog.formats import File, csv_table, parquet_table
from triptych.errors import UsageError

SCANNED = (*csv_table.SUFFIXES, *parquet_table.SUFFIXES)
"""Files whose names end so have the same columns in every row."""

REVIEW_FIELDS = ("id", "text", "stars", "title", "date", "verified", "helpful_votes")
"""The columns of a scan after `file`, `line` and `key`; all are text."""


def scan_csv(place: int, file: File, matcher: Matcher) -> str:
    """The SQL for one CSV file; it fails, and says so only when run, where the file is not wholly in order."""
    head = csv_table.read_head(file)
    names = [f"c{number}" for number in range(len(head.header))]
    types = ", ".join(f"'{name}': 'VARCHAR'" for name in names)
    table = (
        f"read_csv({quote_path(file.path)}, columns = {{{types}}}, delim = {quote(head.delimiter)}, quote = '\"', "
        f"escape = '\"', header = true, auto_detect = false, nullstr = '')"
    )
    columns = dict(zip(head.header, names, strict=True))
    fields = _expressions(file, matcher, columns)
    return f"SELECT {place} AS file, row_number() OVER () + 1 AS line, {fields} FROM {table}"


def scan_parquet(place: int, file: File, matcher: Matcher, connection: Connection) -> str:
    """The SQL for one Parquet file."""
    table = f"read_parquet({quote_path(file.path)}, file_row_number = true)"
    described = connection.execute(f"DESCRIBE SELECT * EXCLUDE (file_row_number) FROM {table}").fetchall()
    columns = {name: _as_text(quote_name(name), kind) for name, kind, *_ in described}
    fields = _expressions(file, matcher, columns)
    return f"SELECT {place} AS file, file_row_number + 1 AS line, {fields} FROM {table}"


def _expressions(file: File, matcher: Matcher, columns: Mapping[str, str]) -> str:
    """The SQL for the join key and each field, from the columns that hold them."""
    found = matcher.plan(tuple(columns)).fields()
    for needed in ("product_id", "text"):
        if not found.get(needed):
            raise UsageError(f"{file.name} {matcher.no_column(needed, columns)}")
    key = f"nullif(trim({_first_held(found['product_id'], columns)}), '') AS key"
    return ", ".join([key, *(f"{_first_held(found.get(field, ()), columns)} AS {field}" for field in REVIEW_FIELDS)])


def _first_held(keys: Iterable[str], columns: Mapping[str, str]) -> str:
    held = [f"nullif({columns[key]}, '')" for key in keys]
    return f"coalesce({', '.join(held)})" if held else "CAST(NULL AS VARCHAR)"


def _as_text(column: str, kind: str) -> str:
    if kind in ("DOUBLE", "FLOAT"):  # what a whole-number column with gaps often becomes: 12.0 is the id 12
        whole = f"{column} = trunc({column}) AND abs({column}) < 1e18"
        return f"CASE WHEN {whole} THEN CAST(CAST({column} AS BIGINT) AS VARCHAR) ELSE CAST({column} AS VARCHAR) END"
    return f"CAST({column} AS VARCHAR)"
