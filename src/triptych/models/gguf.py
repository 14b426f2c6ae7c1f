"""`gguf:PATH`: a local GGUF file through llama.cpp (extra `[gguf]`), inside this process."""

import asyncio
import json
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from triptych.errors import EndpointError, MissingExtra, UsageError
from triptych.models._chat import Dialect, error_message, judge_status, read_answer, status_in
from triptych.models._model import Completion, Connection, Model, Option, Rejected, Request, Unavailable

# Options that are read when the file is loaded; all others go into each request.
LOADING = ("n_ctx", "n_parallel", "n_threads", "n_gpu_layers", "n_batch")
_CONTEXT = 8192


def connect(rest: str, connection: Connection) -> Model:
    """The model in a GGUF file. It is loaded when it is first asked."""
    path = Path(rest).expanduser()
    if not path.is_file():
        raise UsageError(f"there is no GGUF file {rest}")
    with path.open("rb") as file:
        if file.read(4) != b"GGUF":
            raise UsageError(f"{rest} is not a GGUF file")
    return GgufModel(path, connection)


class GgufModel:
    """llama.cpp in this process; calls run in threads, as many at once as it has slots."""

    def __init__(self, path: Path, connection: Connection) -> None:
        self._path = path
        self._connection = connection
        self._slots = _whole(connection.options, "n_parallel", 1)
        self._context = _whole(connection.options, "n_ctx", _CONTEXT)
        self._threads = ThreadPoolExecutor(self._slots, thread_name_prefix="gguf")
        self._dialect = Dialect()
        self._loading = asyncio.Lock()
        self._server: Any = None

    @property
    def name(self) -> str:
        return f"gguf:{self._path}"

    @property
    def notes(self) -> tuple[str, ...]:
        return self._dialect.notes

    async def ask(self, request: Request) -> Completion:
        return await self._dialect.ask(self._path.name, request, self._answer)

    async def context_tokens(self) -> int | None:
        return self._context

    async def close(self) -> None:
        self._server = None
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _answer(self, body: dict[str, Option], request: Request) -> Completion:
        server = await self._load()
        for name in LOADING:
            body.pop(name, None)
        started = time.monotonic()
        loop = asyncio.get_running_loop()
        answered = await loop.run_in_executor(self._threads, server.handle_chat_completions, body)
        if isinstance(answered, dict) and answered.get("error"):
            status = status_in(answered["error"])
            error = judge_status(status, error_message(json.dumps(answered).encode(), status), None)
            raise error if isinstance(error, Rejected) else Unavailable(str(error))
        return read_answer(answered, request, time.monotonic() - started)

    async def _load(self) -> Any:
        async with self._loading:
            if self._server is None:
                loop = asyncio.get_running_loop()
                self._server = await loop.run_in_executor(self._threads, self._start)
            return self._server

    def _start(self) -> Any:
        # An optional dependency of 100 MB, imported only when a file is loaded.
        try:
            import xllamacpp
        except ImportError:
            raise MissingExtra("a gguf: model", "gguf") from None
        parameters = xllamacpp.CommonParams()
        parameters.model.path = str(self._path)
        parameters.n_parallel = self._slots
        parameters.n_ctx = self._context * self._slots
        parameters.verbosity = -1
        if threads := _whole(self._connection.options, "n_threads", 0):
            parameters.cpuparams.n_threads = threads
        for name in ("n_gpu_layers", "n_batch"):
            if name in self._connection.options:
                setattr(parameters, name, _whole(self._connection.options, name, 0))
        try:
            return xllamacpp.Server(parameters)
        except (RuntimeError, ValueError) as error:
            raise EndpointError(f"llama.cpp cannot load {self._path}: {error}") from None


def _whole(options: Any, name: str, default: int) -> int:
    value: Option = options.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise UsageError(f"--model-option {name} is a whole number; this is {value!r}")
    return value
