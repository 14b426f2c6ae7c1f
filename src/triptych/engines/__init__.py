"""Where work runs. `local` is this machine; engines know no store, no judge and no writer."""

from triptych.engines._engine import Engine, Outcome, Work

__all__ = ["Engine", "Outcome", "Work"]
