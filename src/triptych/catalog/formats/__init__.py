"""Files become rows: one file here for each format, chosen by the file's name and its first bytes."""

from triptych.catalog.formats._files import STDIN, BadRow, File, FileRow, find_files, read_rows

__all__ = ["STDIN", "BadRow", "File", "FileRow", "find_files", "read_rows"]
