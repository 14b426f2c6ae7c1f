"""What every writer keeps to: the cases of an assignment, named and ordered, printable and said to be whose."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from triptych.aspects import read_product
from triptych.catalog import read_shortlists
from triptych.engines.local import LocalEngine
from triptych.errors import UsageError
from triptych.pipeline.runs import carry_out
from triptych.records import TASKS, Case, Run, Shortlist, Task
from triptych.samples import sample_files
from triptych.settings import WriteOptions
from triptych.stores import Store, open_store
from triptych.writers import Writer, WritingStage, assign, open_writer
from written import assert_printable

SAMPLES = [shortlist for path in sample_files()[:2] for shortlist in read_shortlists(path)]
NOW = "2026-01-01T00:00:00Z"
WRITERS = ("embedded", "scripted")


@asynccontextmanager
async def opened(name: str, folder: Path, store: Store | None = None) -> AsyncIterator[Writer]:
    """One of the writers; the model behind the second says nothing of use."""
    replies = folder / "replies.txt"
    replies.write_text("I am a teapot.\n", encoding="utf-8")
    spec = f"scripted:{replies}" if name == "scripted" else name
    async with open_writer(WriteOptions(writer=spec), store) as found:
        yield found


def write_all(name: str, folder: Path, shortlists: list[Shortlist], tasks: tuple[Task, ...] = TASKS) -> list[Case]:
    """The cases of some shortlists, in order."""

    async def once() -> list[Case]:
        cases: list[Case] = []
        async with opened(name, folder) as writer:
            for assignment in assign(shortlists, tasks):
                work = writer.work
                cases += work.compute(assignment) if work.compute else await _waited(work.wait, assignment)
        return cases

    return asyncio.run(once())


async def _waited(wait: Callable[..., Awaitable[tuple[Case, ...]]] | None, assignment: object) -> tuple[Case, ...]:
    assert wait is not None
    return await wait(assignment)


@pytest.mark.parametrize("name", WRITERS)
def test_cases_are_named_after_shortlist_product_and_task(name: str, tmp_path: Path) -> None:
    (shortlist, *_) = SAMPLES
    cases = write_all(name, tmp_path, [shortlist])
    first = shortlist.products[0].id
    assert [case.id for case in cases][:3] == [
        f"{shortlist.id}/comparison",
        f"{shortlist.id}/{first}/explanation",
        f"{first}/opinion",
    ]
    assert len({case.id for case in cases}) == 1 + 2 * len(shortlist.products)
    readings = {product.id: read_product(product) for product in shortlist.products}
    for case in cases:
        assert_printable(case, readings)
        assert case.writing and case.system == case.writing.writer
        assert case.query == (None if case.task == "opinion" else shortlist.query)


@pytest.mark.parametrize("name", WRITERS)
def test_a_product_in_two_shortlists_has_one_opinion(name: str, tmp_path: Path) -> None:
    shortlist = SAMPLES[0]
    twice = [shortlist, shortlist.model_copy(update={"id": "again", "query": "a cheap one"})]
    cases = write_all(name, tmp_path, twice)
    assert sum(case.task == "opinion" for case in cases) == len(shortlist.products)
    assert len({case.id for case in cases}) == len(cases)


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize("task", TASKS)
def test_only_what_is_asked_is_written(name: str, task: Task, tmp_path: Path) -> None:
    assert {case.task for case in write_all(name, tmp_path, SAMPLES[:1], (task,))} == {task}


@pytest.mark.parametrize("name", WRITERS)
def test_a_second_start_writes_only_what_is_missing(name: str, tmp_path: Path) -> None:
    done: list[int] = []

    async def once(store: Store, shortlists: list[Shortlist]) -> list[Case]:
        async with opened(name, tmp_path, store) as writer:
            run = store.start_run(Run.model_validate({"id": "w", "command": "write", "source": "s", "started": NOW}))
            stage = WritingStage(store, run.id, writer)
            progress = await carry_out(stage, assign(shortlists, TASKS), LocalEngine(1, 4))
            done.append(progress.fresh)
        return list(store.cases("w"))

    with open_store(str(tmp_path / "store.db")) as store:
        first = asyncio.run(once(store, SAMPLES[:1]))
        both = asyncio.run(once(store, SAMPLES))
        again = asyncio.run(once(store, SAMPLES))
    assert done == [1, 1, 0]
    assert both[: len(first)] == first
    assert again == both


def test_an_unknown_writer_is_answered_with_those_there_are(tmp_path: Path) -> None:
    async def once() -> None:
        async with open_writer(WriteOptions(writer="quill"), None):
            pass

    with pytest.raises(UsageError, match=r"unknown writer 'quill'; writers: embedded, .*openai:MODEL"):
        asyncio.run(once())


def test_very_long_names_still_make_different_ids() -> None:
    shortlist = SAMPLES[0].model_copy(update={"id": "s" * 190})
    (assignment,) = assign([shortlist])
    assert all(len(case_id) <= 200 for case_id in assignment.case_ids)
    assert len(set(assignment.case_ids)) == len(assignment.case_ids)
