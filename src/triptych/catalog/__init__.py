"""A shop's files become records: read, matched, cleaned and checked, with every problem reported."""

from triptych.catalog._records import AnyRecord, Kind
from triptych.catalog._rows import ReadOptions, Report, RowProblem, explain, messages, path_of, read_mapping, synonyms
from triptych.catalog._streams import (
    Input,
    Stream,
    Tables,
    case_of,
    choose_input,
    made_ahead,
    read_any,
    read_cases,
    read_document,
    read_products,
    read_ratings,
    read_records,
    read_shortlists,
    record_of,
)

__all__ = [
    "AnyRecord",
    "Input",
    "Kind",
    "ReadOptions",
    "Report",
    "RowProblem",
    "Stream",
    "Tables",
    "case_of",
    "choose_input",
    "explain",
    "made_ahead",
    "messages",
    "path_of",
    "read_any",
    "read_cases",
    "read_document",
    "read_mapping",
    "read_products",
    "read_ratings",
    "read_records",
    "read_shortlists",
    "record_of",
    "synonyms",
]
