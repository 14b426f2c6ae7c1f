"""The garbage collector in processes that make records by the million."""

import atexit
import gc


def spare_collector() -> None:
    """Let the collector look less often, and never at what is loaded: records come and go, and have no cycles."""
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)
    # Some libraries count at the end what was not taken down, and complain of it on the terminal.
    atexit.register(gc.unfreeze)
