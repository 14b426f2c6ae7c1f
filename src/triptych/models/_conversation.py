"""Messages as they are sent and as they are known again."""

import hashlib
import json
from collections.abc import Iterable
from typing import Any, Self

from pydantic_core import to_json

from triptych.models._model import Message


class Conversation(tuple[Message, ...]):
    """Messages with what is made of them for every call, so that another process can make it.

    To add a message to it makes a plain tuple, so that nothing of this outlives the messages it was made of.
    """

    digest: str
    """What `digest_messages` tells."""
    content: bytes
    """What `encode_messages` writes."""

    def __new__(cls, messages: Iterable[Message], digest: str, content: bytes) -> Self:
        made = super().__new__(cls, messages)
        made.digest, made.content = digest, content
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (tuple(self), self.digest, self.content)


def prepare(messages: tuple[Message, ...]) -> Conversation:
    """The messages with all that is made of them."""
    return Conversation(messages, digest_messages(messages), encode_messages(messages))


def digest_messages(messages: tuple[Message, ...]) -> str:
    """The same letters for the same messages and no others."""
    if isinstance(messages, Conversation):
        return messages.digest
    digest = hashlib.sha256()
    for role, content in messages:
        # A zero byte cannot stand in a role, so no two conversations hash alike.
        digest.update(f"\0{role}\0{len(content)}\0".encode())
        digest.update(content.encode("utf-8", "replace"))
    return digest.hexdigest()


def encode_messages(messages: tuple[Message, ...]) -> bytes:
    """The messages as JSON."""
    if isinstance(messages, Conversation):
        return messages.content
    return encode([{"role": message.role, "content": message.content} for message in messages])


def encode(body: Any) -> bytes:
    """A body, or a part of one, as JSON."""
    try:
        return to_json(body)
    except ValueError:
        # A lone half of a surrogate pair, which UTF-8 cannot hold.
        return json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")
