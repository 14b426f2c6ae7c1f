"""Grouped writes: grouping, errors, closing; over a store that shows what it is given."""

import asyncio
import threading
from collections.abc import Iterable, Sequence
from contextlib import aclosing
from typing import cast

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


def writer_to(fake: FakeStore, *, most: int = 512) -> GroupedWriter:
    return GroupedWriter(cast(Store, fake), most=most)


def save_each(fake: FakeStore, *calls: Sequence[str], most: int = 512) -> list[BaseException | None]:
    """What came of saving the rows of some calls, all of them made before the first commit."""

    async def save() -> list[BaseException | None]:
        async with aclosing(writer_to(fake, most=most)) as writer:
            return await asyncio.gather(*(writer.save(*map(reply, keys)) for keys in calls), return_exceptions=True)

    return asyncio.run(save())


def reply(key: str) -> Reply:
    return Reply(key=key, model="m", text="t")


def test_rows_of_many_callers_share_a_commit(fake: FakeStore) -> None:
    async def save_all() -> None:
        async with aclosing(writer_to(fake)) as writer:
            await asyncio.gather(*(writer.save(reply(f"k{number}")) for number in range(300)))

    asyncio.run(save_all())
    assert fake.saved == [f"k{number}" for number in range(300)]
    assert len(fake.commits) <= 3


def test_the_last_to_come_is_not_kept_waiting_for_others(fake: FakeStore) -> None:
    async def save_two() -> None:
        async with aclosing(GroupedWriter(cast(Store, fake), delay_seconds=3600)) as writer:
            first = asyncio.create_task(writer.save(reply("first")))
            await asyncio.sleep(0)
            await asyncio.wait_for(writer.save(reply("last"), is_last=True), 30)
            await first

    asyncio.run(save_two())
    assert fake.commits == [["first", "last"]]


def test_a_group_has_a_size_and_a_call_is_never_split(fake: FakeStore) -> None:
    calls = [[f"a{number}", f"b{number}", f"c{number}"] for number in range(6)]
    assert save_each(fake, *calls, most=2) == [None] * 6
    assert [len(commit) for commit in fake.commits] == [6, 6, 6]


def test_only_the_call_with_the_wrong_row_fails(fake: FakeStore) -> None:
    keys = [*(f"k{number}" for number in range(20)), "wrong", *(f"l{number}" for number in range(20))]
    outcomes = dict(zip(keys, save_each(fake, *([key] for key in keys)), strict=True))
    assert isinstance(outcomes.pop("wrong"), UsageError)
    assert set(outcomes.values()) == {None}
    assert sorted(fake.saved) == sorted(outcomes)


def test_a_store_that_is_busy_fails_every_call_of_the_group_and_the_next_group_goes_on(fake: FakeStore) -> None:
    first, *group, later = save_each(fake, ["first"], ["k1"], ["busy", "k2"], ["later"], most=1)
    assert (first, group[0], later) == (None, None, None)
    assert isinstance(group[1], TransientError)
    assert all(isinstance(outcome, TransientError) for outcome in save_each(fake, ["k3"], ["busy"], ["k4"]))
    assert fake.saved == ["first", "k1", "later"]


def test_a_defect_leaves_nobody_waiting(fake: FakeStore) -> None:
    async def save() -> None:
        writer = writer_to(fake, most=1)
        keys = ("k1", "defect", "k2", "k3")
        outcomes = await asyncio.gather(*(writer.save(reply(key)) for key in keys), return_exceptions=True)
        assert outcomes[0] is None
        assert all(isinstance(outcome, ZeroDivisionError) for outcome in outcomes[1:])
        with pytest.raises(UsageError, match="closed"):
            await writer.save(reply("k4"))
        await writer.aclose()

    asyncio.run(save())
    assert fake.saved == ["k1"]


def test_closing_commits_what_waits(fake: FakeStore) -> None:
    async def save() -> None:
        writer = writer_to(fake, most=7)
        calls = [asyncio.create_task(writer.save(reply(f"k{number}"))) for number in range(100)]
        await asyncio.sleep(0)
        await writer.aclose()
        assert len(fake.saved) == 100
        await asyncio.gather(*calls)
        with pytest.raises(UsageError, match="a writer that is closed"):
            await writer.save(reply("late"))
        await writer.aclose()

    asyncio.run(save())


def test_a_caller_that_is_cancelled_has_its_rows_kept(fake: FakeStore) -> None:
    async def cancel_one() -> None:
        async with aclosing(writer_to(fake)) as writer:
            fake.may_go_on.clear()
            calls = [asyncio.create_task(writer.save(reply(key))) for key in ("gone", "stays")]
            await asyncio.to_thread(fake.began.wait, 30)
            calls[0].cancel()
            fake.may_go_on.set()
            assert isinstance((await asyncio.gather(*calls, return_exceptions=True))[0], asyncio.CancelledError)

    asyncio.run(cancel_one())
    assert fake.saved == ["gone", "stays"]


def test_callers_that_shared_a_commit_go_on_a_few_at_a_time_and_in_order(fake: FakeStore) -> None:
    async def save() -> list[list[int]]:
        rounds = [list[int]()]

        async def save_one(number: int) -> None:
            await writer.save(reply(f"k{number}"))
            rounds[-1].append(number)

        async with aclosing(writer_to(fake)) as writer:
            calls = [asyncio.create_task(save_one(number)) for number in range(23)]
            while not all(call.done() for call in calls):
                await asyncio.sleep(0)
                rounds.append([])
        return rounds

    rounds = asyncio.run(save())
    assert len(fake.commits) == 1
    assert [number for some in rounds for number in some] == list(range(23))
    assert max(map(len, rounds)) == 8
