"""The garbage collector in processes that make records by the million."""

import gc


def spare_collector() -> None:
    """Let the collector look less often, and never at what is loaded: records come and go, and have no cycles."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
