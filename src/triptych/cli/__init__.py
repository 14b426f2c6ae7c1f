"""The command line: one file a command, loaded only when it is the one that was asked for.

A command's file has a docstring, whose first line is its one-line help, and either a function `command` or, for a
family of commands, a Typer `app`.
"""

from triptych.cli._main import main

__all__ = ["main"]
