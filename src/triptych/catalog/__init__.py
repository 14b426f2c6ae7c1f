"""A shop's files become records: read, matched, cleaned and checked, with every problem reported."""

from triptych.catalog._ahead import made_ahead
from triptych.catalog._fields import SYNONYMS, read_mapping
from triptych.catalog._kinds import AnyRecord, Kind
from triptych.catalog._report import CLEANING, Input, ReadOptions, Report, RowProblem, Tables, explain, path_of
from triptych.catalog._streams import (
    Stream,
    case_of,
    read_any,
    read_cases,
    read_document,
    read_products,
    read_ratings,
    read_records,
    read_shortlists,
    record_of,
    reread,
    sniff,
)

__all__ = [
    "CLEANING",
    "SYNONYMS",
    "AnyRecord",
    "Input",
    "Kind",
    "ReadOptions",
    "Report",
    "RowProblem",
    "Stream",
    "Tables",
    "case_of",
    "explain",
    "made_ahead",
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
    "reread",
    "sniff",
]
