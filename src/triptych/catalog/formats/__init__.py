"""Files become rows: one file here for each format, chosen by the file's name and its first bytes."""

from triptych.catalog.formats._files import STDIN as STDIN
from triptych.catalog.formats._files import BadRow as BadRow
from triptych.catalog.formats._files import File as File
from triptych.catalog.formats._files import FileRow as FileRow
from triptych.catalog.formats._files import find_files as find_files
from triptych.catalog.formats._files import read_rows as read_rows
