"""Stored replies: what is a request of its own, and how look-ups share a search."""

import asyncio
from collections.abc import Iterable
from pathlib import Path

from triptych.calls.caller import ReplyCache, request_key
from triptych.models import Message, Request
from triptych.records import Reply
from triptych.stores import open_store
from triptych.stores._store import Store


def request(text: str = "Judge this.", seed: int | None = None) -> Request:
    """A request with this text."""
    return Request((Message("user", text),), temperature=0.0, seed=seed)


def test_messages_are_told_apart_by_role_and_by_where_they_end() -> None:
    conversations = [
        (Message("user", "ab"), Message("user", "c")),
        (Message("user", "a"), Message("user", "bc")),
        (Message("system", "ab"), Message("user", "c")),
        (Message("user", "abc"),),
        (Message("user", "abc\ud800"),),
    ]
    assert len({request_key("m", Request(messages), 0) for messages in conversations}) == 5


def test_look_ups_that_come_together_share_a_search(tmp_path: Path) -> None:
    class Counting(Store):
        searches: list[int]

        def find_replies(self, keys: Iterable[str]) -> dict[str, Reply]:
            self.searches.append(len(wanted := list(keys)))
            return super().find_replies(wanted)

    async def look_up(store: Counting) -> list[dict[str, Reply]]:
        cache = ReplyCache(store)
        await cache.keep(Reply(key="k1", model="m", text="one"), Reply(key="k2", model="m", text="two"))
        found = await asyncio.gather(*(cache.find([key]) for key in ("k1", "k2", "k3", "k1")))
        await cache.close()
        return list(found)

    with open_store(str(tmp_path / "s.db")) as store:
        counting = Counting(store._database)
        counting.searches = []
        found = asyncio.run(look_up(counting))
    assert [[reply.text for reply in replies.values()] for replies in found] == [["one"], ["two"], [], ["one"]]
    assert counting.searches == [3]


def test_without_a_store_or_when_fresh_nothing_is_found(tmp_path: Path) -> None:
    async def look_up(cache: ReplyCache) -> dict[str, Reply]:
        await cache.keep(Reply(key="k1", model="m", text="one"))
        try:
            return await cache.find(["k1"])
        finally:
            await cache.close()

    assert asyncio.run(look_up(ReplyCache(None))) == {}
    with open_store(str(tmp_path / "s.db")) as store:
        assert asyncio.run(look_up(ReplyCache(store, is_fresh=True))) == {}
        assert list(asyncio.run(look_up(ReplyCache(store)))) == ["k1"]


def test_what_makes_another_request() -> None:
    plain = request()
    keys = {
        request_key("m", plain, 0),
        request_key("m", plain, 1),
        request_key("other", plain, 0),
        request_key("m", request("Judge that."), 0),
        request_key("m", request(seed=1), 0),
        request_key("m", Request(plain.messages, temperature=0.7), 0),
        request_key("m", Request(plain.messages, temperature=0.0, max_tokens=5), 0),
        request_key("m", Request(plain.messages, temperature=0.0, options=(("top_p", 1),)), 0),
        request_key("m", Request((Message("system", "Judge this."),), temperature=0.0), 0),
        request_key("m", Request((Message("user", "Judge "), Message("user", "this.")), temperature=0.0), 0),
    }
    assert len(keys) == 10
    assert request_key("m", request(), 0) in keys
