"""Where words come from: OpenAI-compatible endpoints, local GGUF files, and the scripted fake that ships."""

from triptych.models._model import (
    Choice,
    Completion,
    Connection,
    Message,
    Model,
    Option,
    Rejected,
    Request,
    TokenLogprobs,
    Unavailable,
    open_model,
    schemes,
)

__all__ = [
    "Choice",
    "Completion",
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
