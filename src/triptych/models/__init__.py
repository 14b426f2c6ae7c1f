"""Where words come from: OpenAI-compatible endpoints, local GGUF files, and the scripted fake that ships."""

from triptych.models._conversation import Conversation, digest_messages, prepare
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
    "Conversation",
    "Message",
    "Model",
    "Option",
    "Rejected",
    "Request",
    "TokenLogprobs",
    "Unavailable",
    "digest_messages",
    "open_model",
    "prepare",
    "schemes",
]
