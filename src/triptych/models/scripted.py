"""`scripted:FILE`: the fake that ships. It answers from a list, a function or a file, for tests and for trying out."""

import json
from collections.abc import Callable, Iterable
from itertools import cycle
from pathlib import Path

from triptych.errors import UsageError
from triptych.models._model import Choice, Completion, Connection, Model, Request, Unavailable
from triptych.records import Usage

Script = Callable[[Request], str | Choice] | Iterable[str | Choice | Exception]


def connect(rest: str, connection: Connection) -> Model:
    """A model that answers with the lines of a file, over and over: JSON strings, `{"text": …}` or plain text."""
    path = Path(rest)
    try:
        lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read the replies in {rest}: {error}") from None
    if not lines:
        raise UsageError(f"{rest} holds no replies; write one a line")
    return ScriptedModel(cycle([_read_line(line) for line in lines]), name=f"scripted:{rest}")


class ScriptedModel:
    """Answers from its script, and keeps the requests."""

    def __init__(self, script: Script, *, name: str = "scripted", context: int | None = None) -> None:
        self.name = name
        self.notes: tuple[str, ...] = ()
        self.requests: list[Request] = []
        self._context = context
        self._next: Callable[[Request], str | Choice | Exception]
        if callable(script):
            self._next = script
        else:
            replies = iter(script)
            self._next = lambda request: next(replies, Unavailable("the script has no more replies"))

    async def ask(self, request: Request) -> Completion:
        self.requests.append(request)
        choices: list[Choice] = []
        for _ in range(request.choices):
            said = self._next(request)
            if isinstance(said, Exception):
                raise said
            choices.append(said if isinstance(said, Choice) else Choice(said, "stop"))
        prompt = sum(len(message.content) for message in request.messages) // 4
        completion = sum(len(choice.text) for choice in choices) // 4
        return Completion(tuple(choices), Usage(calls=1, prompt_tokens=prompt, completion_tokens=completion))

    async def context_tokens(self) -> int | None:
        return self._context

    async def close(self) -> None:
        """Nothing to close."""


def _read_line(line: str) -> str | Choice:
    try:
        said = json.loads(line)
    except ValueError:
        return line
    if isinstance(said, dict) and isinstance(said.get("text"), str):
        return Choice(said["text"], said.get("finish_reason") or "stop")
    return said if isinstance(said, str) else line
