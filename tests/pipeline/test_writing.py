"""Writing as a service: one shortlist, or a run that goes on where it stopped."""

import asyncio
from pathlib import Path

import pytest

from triptych.catalog import read_shortlists
from triptych.pipeline import input_of, open_writing
from triptych.pipeline.runs import RunEnd
from triptych.records import Case
from triptych.samples import sample_files
from triptych.settings import WriteOptions
from triptych.stores import Store, open_store

SHORTLIST = next(iter(read_shortlists(sample_files()[0])))


def write_run(store: Store | None) -> RunEnd:
    async def once() -> RunEnd:
        async with open_writing(WriteOptions(), store, workers=1) as writing:
            return await writing.write_run(input_of([SHORTLIST], "samples"), ("explanation",))

    return asyncio.run(once())


def test_one_shortlist_is_written_without_a_store_as_in_a_run(tmp_path: Path) -> None:
    async def once() -> tuple[Case, ...]:
        async with open_writing(WriteOptions()) as writing:
            return await writing.write(SHORTLIST, ("explanation",))

    with open_store(str(tmp_path / "s.db")) as store:
        end = write_run(store)
        assert tuple(store.cases(end.run.id)) == asyncio.run(once())
        assert (end.tally.cases, end.failures, end.stopped) == (len(SHORTLIST.products), (), None)
        assert write_run(store).run.id == end.run.id


def test_a_run_needs_a_store() -> None:
    with pytest.raises(ValueError, match="needs a store"):
        write_run(None)
