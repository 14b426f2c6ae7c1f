"""Where words come from: OpenAI-compatible endpoints, local GGUF files, and the scripted fake that ships."""

from triptych.models._model import (
    Answer,
    Choice,
    Connection,
    Message,
    Model,
    Option,
    Rejected,
    Request,
    TokenLogprobs,
    Unavailable,
)
from triptych.models._open import open_model, schemes

__all__ = [
    "Answer",
    "Choice",
    "Connection",
    "Message",
    "Model",
    "Option",
    "Rejected",
    "Request",
    "TokenLogprobs",
    "Unavailable",
    "open_model",
    "schemes",
]
