"""Stored replies: the same request is never sent twice, and no reply counts before it is committed."""

import asyncio
import hashlib
from collections.abc import Collection, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from triptych.models import Message, Request
from triptych.records import Reply
from triptych.stores import GroupedWriter, Store

# Searches wait this long for others where many come, and share what a search costs.
_GATHER_SECONDS = 0.02
_MANY = 4
# A reply may wait this long for others to share its commit: little beside a model's latency, and far fewer commits.
_GROUP_SECONDS = 0.02


def request_key(model: str, request: Request, sample: int) -> str:
    """What a reply is kept under: endpoint, model, parameters, messages and sample number, hashed."""
    asked = (request.temperature, request.max_tokens, request.seed, request.alternatives, sorted(request.options))
    asked_for = f"{model}\0{sample}\0{asked!r}\0{digest_messages(request.messages)}"
    return hashlib.sha256(asked_for.encode("utf-8", "replace")).hexdigest()


def digest_messages(messages: Iterable[Message]) -> str:
    """The same letters for the same messages and no others."""
    digest = hashlib.sha256()
    for role, content in messages:
        # A zero byte cannot stand in a role, so no two conversations hash alike.
        digest.update(f"\0{role}\0{len(content)}\0".encode())
        digest.update(content.encode("utf-8", "replace"))
    return digest.hexdigest()


class _Search(NamedTuple):
    """What one caller looks for."""

    keys: Collection[str]
    waiter: "asyncio.Future[dict[str, Reply]]"


class ReplyCache:
    """Replies in a store. Searches that come while another is under way share the next one."""

    def __init__(self, store: Store | None, *, is_fresh: bool = False) -> None:
        """`store` None keeps nothing; `is_fresh` finds nothing, and what comes replaces what was kept."""
        self._store = store
        self._is_fresh = is_fresh
        self._writer = GroupedWriter(store, delay_seconds=_GROUP_SECONDS) if store else None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="triptych-replies")
        self._searches: list[_Search] = []
        self._searching: asyncio.Task[None] | None = None
        self._come_together = 0

    async def find(self, keys: Collection[str]) -> dict[str, Reply]:
        """The replies kept under some of these keys."""
        if self._store is None or self._is_fresh:
            return {}
        waiter: asyncio.Future[dict[str, Reply]] = asyncio.get_running_loop().create_future()
        self._searches.append(_Search(keys, waiter))
        if self._searching is None or self._searching.done():
            self._searching = asyncio.create_task(self._search(self._store))
        return await waiter

    async def keep(self, *replies: Reply, is_last: bool = False) -> None:
        """Return once the replies are committed; `is_last` where no other call is under way that could come along."""
        if self._writer is not None:
            await self._writer.save(*replies, is_last=is_last)

    async def close(self) -> None:
        """Commit what is under way and end the threads."""
        if self._writer is not None:
            await self._writer.close()
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _search(self, store: Store) -> None:
        loop = asyncio.get_running_loop()
        while self._searches:
            if self._come_together >= _MANY:
                await asyncio.sleep(_GATHER_SECONDS)
            self._come_together = len(self._searches)
            searches, self._searches = self._searches, []
            keys = {key for search in searches for key in search.keys}
            try:
                found = await loop.run_in_executor(self._thread, store.find_replies, keys)
            except Exception as error:
                for search in searches:
                    if not search.waiter.done():
                        search.waiter.set_exception(error)
                continue
            for search in searches:
                if not search.waiter.done():
                    search.waiter.set_result({key: found[key] for key in search.keys if key in found})
