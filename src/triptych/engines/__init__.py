"""Where work runs. `local` is this machine; engines know no store, no judge and no writer."""

from triptych.engines._engine import BlockEngine, Engine, Outcome, Work

__all__ = ["BlockEngine", "Engine", "Outcome", "Work"]
