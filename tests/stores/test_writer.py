"""Grouped writes: grouping, errors, back-pressure, closing; over a store that shows what it is given."""

import asyncio
import threading
from collections.abc import Iterable
from concurrent.futures import Future
from typing import cast
from unittest.mock import patch

import pytest

from triptych.errors import TransientError, UsageError
from triptych.records import Reply
from triptych.stores import GroupedWriter, Row, Store


class FakeStore:
    """Notes each commit; can be held up, and fails on keys that say so."""

    def __init__(self) -> None:
        self.commits: list[list[str]] = []
        self.began = threading.Event()
        self.may_go_on = threading.Event()
        self.may_go_on.set()

    def save(self, rows: Iterable[Row]) -> None:
        keys = [row.key for row in rows if isinstance(row, Reply)]
        self.began.set()
        assert self.may_go_on.wait(30)
        if "wrong" in keys:
            raise UsageError("a wrong row")
        if "busy" in keys:
            raise TransientError("busy")
        if "defect" in keys:
            raise ZeroDivisionError
        self.commits.append(keys)

    @property
    def saved(self) -> list[str]:
        return [key for commit in self.commits for key in commit]


@pytest.fixture
def fake() -> FakeStore:
    return FakeStore()


def writer_to(fake: FakeStore, *, most_rows: int = 512, most_waiting: int = 4096) -> GroupedWriter:
    return GroupedWriter(cast(Store, fake), most_rows=most_rows, most_waiting=most_waiting)


def reply(key: str) -> Reply:
    return Reply(key=key, model="m", text="t")


def test_rows_of_many_callers_share_a_commit(fake: FakeStore) -> None:
    async def save_all() -> None:
        async with writer_to(fake) as writer:
            await asyncio.gather(*(writer.save(reply(f"k{number}")) for number in range(300)))

    asyncio.run(save_all())
    assert fake.saved == [f"k{number}" for number in range(300)]
    assert len(fake.commits) <= 3


def test_the_last_to_come_is_not_kept_waiting_for_others(fake: FakeStore) -> None:
    async def save_two() -> None:
        async with GroupedWriter(cast(Store, fake), delay_seconds=3600) as writer:
            first = asyncio.create_task(writer.save(reply("first")))
            await asyncio.sleep(0)
            await asyncio.wait_for(writer.save(reply("last"), is_last=True), 30)
            await first

    asyncio.run(save_two())
    assert fake.commits == [["first", "last"]]


def test_a_group_has_a_size_and_a_call_is_never_split(fake: FakeStore) -> None:
    fake.may_go_on.clear()
    with writer_to(fake, most_rows=4) as writer:
        waiters = [writer.submit(reply(f"a{number}"), reply(f"b{number}"), reply(f"c{number}")) for number in range(6)]
        fake.may_go_on.set()
        for waiter in waiters:
            waiter.result(30)
    assert all(len(commit) in (3, 6) for commit in fake.commits)
    assert len(fake.saved) == 18


def test_only_the_call_with_the_wrong_row_fails(fake: FakeStore) -> None:
    fake.may_go_on.clear()
    with writer_to(fake) as writer:
        keys = [*(f"k{number}" for number in range(20)), "wrong", *(f"l{number}" for number in range(20))]
        waiters = {key: writer.submit(reply(key)) for key in keys}
        fake.may_go_on.set()
        assert isinstance(waiters.pop("wrong").exception(30), UsageError)
        assert {waiter.exception(30) for waiter in waiters.values()} == {None}
    assert sorted(fake.saved) == sorted(waiters)


def test_a_store_that_is_busy_fails_every_call_of_the_group_and_the_next_group_goes_on(fake: FakeStore) -> None:
    fake.may_go_on.clear()
    with writer_to(fake) as writer:
        first = writer.submit(reply("first"))
        assert fake.began.wait(30)
        group = [writer.submit(reply(key)) for key in ("k1", "busy", "k2")]
        fake.may_go_on.set()
        assert first.exception(30) is None
        assert all(isinstance(waiter.exception(30), TransientError) for waiter in group)
        writer.submit(reply("later")).result(30)
    assert fake.saved == ["first", "later"]


def test_a_defect_leaves_nobody_waiting(fake: FakeStore) -> None:
    fake.may_go_on.clear()
    with writer_to(fake, most_rows=1) as writer:
        waiters = [writer.submit(reply(key)) for key in ("k1", "defect", "k2", "k3")]
        fake.may_go_on.set()
        assert waiters[0].exception(30) is None
        assert all(isinstance(waiter.exception(30), ZeroDivisionError) for waiter in waiters[1:])
        with pytest.raises(UsageError, match="closed"):
            writer.submit(reply("k4"))
    assert fake.saved == ["k1"]


def test_closing_commits_what_waits(fake: FakeStore) -> None:
    with writer_to(fake, most_rows=7) as writer:
        waiters = [writer.submit(reply(f"k{number}")) for number in range(100)]
    assert all(waiter.done() for waiter in waiters)
    assert len(fake.saved) == 100
    with pytest.raises(UsageError, match="a writer that is closed"):
        writer.submit(reply("late"))
    with pytest.raises(UsageError, match="a writer that is closed"):
        asyncio.run(writer.save(reply("late")))
    writer.close()


def test_a_caller_that_is_cancelled_has_its_rows_kept(fake: FakeStore) -> None:
    async def cancel_one() -> None:
        async with writer_to(fake) as writer:
            fake.may_go_on.clear()
            calls = [asyncio.create_task(writer.save(reply(key))) for key in ("gone", "stays")]
            await asyncio.to_thread(fake.began.wait, 30)
            calls[0].cancel()
            fake.may_go_on.set()
            assert isinstance((await asyncio.gather(*calls, return_exceptions=True))[0], asyncio.CancelledError)

    asyncio.run(cancel_one())
    assert fake.saved == ["gone", "stays"]


def test_a_loop_that_has_ended_harms_nobody(fake: FakeStore) -> None:
    fake.may_go_on.clear()
    writer = writer_to(fake)

    async def leave() -> None:
        call = asyncio.create_task(writer.save(reply("left")))
        await asyncio.to_thread(fake.began.wait, 30)
        call.cancel()

    asyncio.run(leave())
    fake.may_go_on.set()
    writer.submit(reply("other")).result(30)
    writer.close()
    assert fake.saved == ["left", "other"]


def test_callers_of_a_loop_wait_to_be_let_in(fake: FakeStore) -> None:
    async def press() -> None:
        async with writer_to(fake, most_waiting=5) as writer:
            await asyncio.gather(*(writer.save(reply(f"k{number}")) for number in range(50)))

    asyncio.run(press())
    assert len(fake.saved) == 50
    assert max(map(len, fake.commits)) <= 5


def test_threads_wait_to_be_let_in(fake: FakeStore) -> None:
    fake.may_go_on.clear()
    submitted: list[Future[None]] = []
    with writer_to(fake, most_waiting=5) as writer:

        def press() -> None:
            submitted.extend([writer.submit(reply(f"k{number}")) for number in range(3)])

        threads = [threading.Thread(target=press) for _ in range(4)]
        for thread in threads:
            thread.start()
        assert fake.began.wait(30)
        assert sum(thread.is_alive() for thread in threads) >= 3
        fake.may_go_on.set()
        for thread in threads:
            thread.join(30)
    assert len(submitted) == len(fake.saved) == 12


def test_a_commit_is_told_with_one_call_into_the_loop(fake: FakeStore) -> None:
    async def count_calls() -> int:
        loop = asyncio.get_running_loop()
        with patch.object(loop, "call_soon_threadsafe", wraps=loop.call_soon_threadsafe) as calls:
            with writer_to(fake) as writer:
                await asyncio.gather(*(writer.save(reply(f"k{number}")) for number in range(200)))
            return calls.call_count

    assert asyncio.run(count_calls()) == len(fake.commits)
