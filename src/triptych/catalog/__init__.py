"""A shop's files become records: read, matched, cleaned and checked, with every problem reported."""

from triptych.catalog._records import AnyRecord as AnyRecord
from triptych.catalog._records import Kind as Kind
from triptych.catalog._rows import ReadOptions as ReadOptions
from triptych.catalog._rows import Report as Report
from triptych.catalog._rows import RowProblem as RowProblem
from triptych.catalog._rows import explain as explain
from triptych.catalog._rows import messages as messages
from triptych.catalog._rows import path_of as path_of
from triptych.catalog._rows import read_mapping as read_mapping
from triptych.catalog._rows import synonyms as synonyms
from triptych.catalog._streams import Input as Input
from triptych.catalog._streams import Stream as Stream
from triptych.catalog._streams import Tables as Tables
from triptych.catalog._streams import case_of as case_of
from triptych.catalog._streams import choose_input as choose_input
from triptych.catalog._streams import made_ahead as made_ahead
from triptych.catalog._streams import read_any as read_any
from triptych.catalog._streams import read_cases as read_cases
from triptych.catalog._streams import read_document as read_document
from triptych.catalog._streams import read_products as read_products
from triptych.catalog._streams import read_ratings as read_ratings
from triptych.catalog._streams import read_records as read_records
from triptych.catalog._streams import read_shortlists as read_shortlists
from triptych.catalog._streams import record_of as record_of
