"""Where work runs. `local` is this machine; engines know no store, no judge and no writer."""

from triptych.engines._engine import BlockEngine as BlockEngine
from triptych.engines._engine import Engine as Engine
from triptych.engines._engine import Outcome as Outcome
from triptych.engines._engine import Work as Work
