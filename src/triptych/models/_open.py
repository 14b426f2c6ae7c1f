"""From a string such as `openai:gpt-4o-mini@http://localhost:8000/v1` to a model."""

from triptych.errors import UsageError
from triptych.models._model import Connection, Model
from triptych.plugins import load, names_in

_FOLDER = "triptych.models"


def open_model(spec: str, connection: Connection) -> Model:
    """The model that `SCHEME:REST` names; SCHEME is a file of this folder."""
    scheme, colon, rest = spec.partition(":")
    if not colon or not rest.strip():
        raise UsageError(f"a model is written SCHEME:NAME, such as openai:MODEL@URL or gguf:PATH; this is {spec!r}")
    model: Model = load(_FOLDER, scheme).connect(rest, connection)
    return model


def schemes() -> tuple[str, ...]:
    """The schemes there are: `openai`, `gguf`, `scripted` …"""
    return names_in(_FOLDER)
