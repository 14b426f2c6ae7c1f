"""The errors Triptych raises; everything else that escapes is a defect.

    TriptychError
    ├── UsageError          retrying cannot help: wrong file, wrong option, wrong row      (exit 2)
    │   └── MissingExtra    an optional dependency is not installed; says which extra
    ├── TransientError      the same thing may work later: a time-out, a 429, a busy database
    ├── BudgetReached       the run stopped at its limit; going on later is safe           (exit 3)
    └── EndpointError       the model cannot be used at all: wrong key, unknown model      (exit 4)

A message says what was wrong, shows the value, and says what would be right.
"""

from collections.abc import Iterable


class TriptychError(Exception):
    """Any error of ours; `exit_code` is what the command line ends with."""

    exit_code = 2


class UsageError(TriptychError):
    """Wrong input or a wrong option: trying again cannot help."""


class MissingExtra(UsageError):
    """An optional dependency is needed and not installed."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs an optional part: pip install 'triptych[{extra}]'")
        self.extra = extra


class TransientError(TriptychError):
    """Something outside failed for now; the same call may work later."""

    exit_code = 4


class BudgetReached(TriptychError):
    """A token or cost budget is used up; what was done is kept."""

    exit_code = 3


class EndpointError(TriptychError):
    """The model's endpoint cannot be used: a wrong key, an unknown model, nobody there."""

    exit_code = 4


def unknown_name(kind: str, name: str, known: Iterable[str]) -> UsageError:
    """The error for a name that is not on the menu, with the menu."""
    return UsageError(f"unknown {kind} {name!r}; known: {', '.join(sorted(known)) or 'none'}")
