"""Stored replies: the same request is never sent twice, and no reply counts before it is committed."""

import hashlib
from collections.abc import Collection

from triptych.models import Request
from triptych.records import Reply
from triptych.stores import GroupedCalls, GroupedWriter, Store

# A reply may wait this long for others to share its commit: little beside a model's latency, and far fewer commits.
_GROUP_SECONDS = 0.02


def request_key(model: str, request: Request, sample: int) -> str:
    """What a reply is kept under: endpoint, model, parameters, messages and sample number, hashed."""
    messages = hashlib.sha256()
    for role, content in request.messages:
        # A zero byte cannot stand in a role, so no two conversations hash alike.
        messages.update(f"\0{role}\0{len(content)}\0".encode())
        messages.update(content.encode("utf-8", "replace"))
    asked = (request.temperature, request.max_tokens, request.seed, request.alternatives, sorted(request.options))
    asked_for = f"{model}\0{sample}\0{asked!r}\0{messages.hexdigest()}"
    return hashlib.sha256(asked_for.encode("utf-8", "replace")).hexdigest()


class ReplyCache:
    """Replies in a store. Those who look or keep at about the same time share a search or a commit."""

    def __init__(self, store: Store | None, *, is_fresh: bool = False) -> None:
        """`store` None keeps nothing; `is_fresh` finds nothing, and what comes replaces what was kept."""
        self._store = store
        self._writer = GroupedWriter(store, delay_seconds=_GROUP_SECONDS) if store else None
        self._searches: GroupedCalls[Collection[str], dict[str, Reply]] | None = None
        if store and not is_fresh:
            self._searches = GroupedCalls(self._search)

    async def find(self, keys: Collection[str]) -> dict[str, Reply]:
        """The replies kept under some of these keys."""
        return await self._searches.ask(keys) if self._searches else {}

    async def keep(self, *replies: Reply, is_last: bool = False) -> None:
        """Return once the replies are committed; `is_last` where no other call is under way that could come along."""
        if self._writer is not None:
            await self._writer.save(*replies, is_last=is_last)

    async def close(self) -> None:
        """Commit what is under way and end the threads."""
        for grouped in (self._writer, self._searches):
            if grouped is not None:
                await grouped.aclose()

    def _search(self, group: list[Collection[str]]) -> list[dict[str, Reply]]:
        assert self._store is not None
        found = self._store.find_replies({key for keys in group for key in keys})
        return [{key: found[key] for key in keys if key in found} for keys in group]
