"""What pages share: a store that is opened when it is needed, and a form key of each start."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from triptych.catalog import Tables
from triptych.errors import TransientError, UsageError
from triptych.web.state import Shelf, Site, WebOptions, Workshop, finished


def test_the_store_is_opened_when_it_is_needed(options: WebOptions, tmp_path: Path) -> None:
    site = Site(options)
    assert not (tmp_path / "store.db").exists()
    assert site.store is site.store
    assert (tmp_path / "store.db").exists()
    site.close()


def test_a_catalogue_is_read_from_tables(options: WebOptions, tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_text("id,title\na,Kettle\nb,Lamp\n")
    site = Site(replace(options, tables=Tables((str(tmp_path / "p.csv"),))))
    assert site.catalogue
    assert [product.id for product in site.catalogue.products] == ["a", "b"]
    assert Site(options).catalogue is None


def test_a_page_has_one_memory(options: WebOptions) -> None:
    site = Site(options)
    assert site.shelf("scores") is site.shelf("scores")
    assert site.shelf("scores") is not Site(options).shelf("scores")


def test_each_start_has_its_own_form_key(options: WebOptions) -> None:
    assert Site(options).form_key != Site(options).form_key


async def value(result: str, error: Exception | None = None, seconds: float = 0) -> str:
    await asyncio.sleep(seconds)
    if error:
        raise error
    return result


def test_a_shelf_keeps_what_was_asked_for_last() -> None:
    shelf = Shelf[int](2)
    shelf.put("a", 1)
    shelf.put("b", 2)
    assert shelf.get("a") == 1
    shelf.put("c", 3)
    assert (shelf.get("a"), shelf.get("b"), shelf.get("c")) == (1, None, 3)


def test_jobs_end_with_a_result_or_an_error() -> None:
    async def check() -> None:
        shop = Workshop(0)
        good, ours, fault = (
            shop.start("x", work)
            for work in (value("/done"), value("", UsageError("wrong row")), value("", KeyError("/home/x")))
        )
        slow = shop.start("x", value("", seconds=60))
        assert good.status == "running"
        assert [await finished(job, 5) for job in (good, ours, fault)] == [True] * 3
        assert not await finished(slow, 0)
        assert [job.status for job in (good, ours, fault, slow)] == ["done", "failed", "failed", "running"]
        assert good.error is None
        assert str(ours.error) == "wrong row"
        assert isinstance(fault.error, KeyError)
        slow.task.cancel()
        assert await finished(slow, 5)
        assert slow.status == "failed"
        assert "try it again" in str(slow.error)

    asyncio.run(check())


def test_only_so_many_jobs_at_once() -> None:
    async def check() -> None:
        shop = Workshop(0)
        jobs = [shop.start("x", value("", seconds=60)) for _ in range(32)]
        with pytest.raises(TransientError, match="too much"):
            shop.start("x", value(""))
        for job in jobs:
            job.task.cancel()

    asyncio.run(check())


def test_services_run_in_a_loop_of_their_own() -> None:
    async def check() -> None:
        outer = asyncio.get_running_loop()

        async def inner() -> bool:
            return asyncio.get_running_loop() is not outer

        assert await Workshop(0).run(inner)

    asyncio.run(check())
