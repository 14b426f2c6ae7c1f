"""SQLite files: what is refused stays as it was, and what stands in the way is said."""

import datetime as dt
import os
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from triptych.errors import TransientError, UsageError
from triptych.records import Reply, Run
from triptych.stores import Store, open_store


def snapshot(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def pragma(store: Store, what: str) -> object:
    with store._database.writing.connect() as connection:
        return connection.exec_driver_sql(f"PRAGMA {what}").scalar()


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Another program in the middle of a write."""
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def test_it_is_write_ahead_logged_and_fully_synced(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "s.db")) as store:
        assert [pragma(store, "journal_mode"), pragma(store, "synchronous")] == ["wal", 2]


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "cases.jsonl").write_text('{"id": 1}\n' * 100)
    before = snapshot(tmp_path)
    with pytest.raises(UsageError, match=r"cases\.jsonl is not a store: it is no SQLite database"):
        open_store(str(tmp_path / "cases.jsonl"))
    assert snapshot(tmp_path) == before


@pytest.mark.parametrize("mode", ["delete", "wal"])
def test_a_database_of_something_else_is_refused_and_left_alone(tmp_path: Path, mode: str) -> None:
    with closing(sqlite3.connect(tmp_path / "other.db")) as other:
        other.execute(f"PRAGMA journal_mode = {mode}")
        other.execute("CREATE TABLE triptych_runs (id)")
    before = snapshot(tmp_path)
    with pytest.raises(UsageError, match="a SQLite database of something else"):
        open_store(str(tmp_path / "other.db"))
    assert snapshot(tmp_path) == before


def test_an_empty_file_becomes_a_store_but_is_none_yet(tmp_path: Path) -> None:
    path = tmp_path / "touched.db"
    path.touch()
    with pytest.raises(UsageError, match="there is no store at"):
        open_store(str(path), create=False)
    assert path.stat().st_size == 0
    open_store(str(path)).close()


def test_a_directory_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"is a directory; a store is a file, such as .*store\.db"):
        open_store(str(tmp_path))
    assert not list(tmp_path.iterdir())


def test_a_device_is_refused() -> None:
    with pytest.raises(UsageError, match="a device or a pipe"):
        open_store("/dev/null")


def test_a_place_below_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(UsageError, match="cannot use"):
        open_store(str(tmp_path / "file" / "store.db"))


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a place nobody can write to")
@pytest.mark.parametrize("place", ["/proc/store.db", "/proc/no/store.db"])
def test_an_unwritable_place_is_refused(place: str) -> None:
    with pytest.raises(UsageError, match=r"/proc/.* (cannot be written|as a store)"):
        open_store(place)


def test_a_store_that_may_only_be_read_is_refused() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "s.db"
        open_store(str(path)).close()
        path.chmod(0o444)
        Path(folder).chmod(0o555)
        with (
            not_root(),
            pytest.raises(UsageError, match=r"s\.db cannot be written: .* a store is a file you may write"),
        ):
            open_store(str(path))
        Path(folder).chmod(0o755)


@contextmanager
def not_root() -> Iterator[None]:
    """As somebody whom permissions bind."""
    me = os.geteuid()
    os.seteuid(65534 if me == 0 else me)
    yield
    os.seteuid(me)


def test_a_damaged_store_is_said(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    open_store(str(path)).close()
    path.write_bytes(path.read_bytes()[:100] + b"\xff" * 20_000)
    with pytest.raises(UsageError, match="is damaged"):
        open_store(str(path))


def test_a_full_disk_is_said_and_passes(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "s.db")) as store:
        pragma(store, f"max_page_count = {pragma(store, 'page_count')}")
        with pytest.raises(TransientError, match="could not be written: database or disk is full"):
            store.save(Reply(key=f"k{number}", model="m", text="x" * 5000) for number in range(50))
        assert store.find_replies(["k1"]) == {}


def test_a_writer_in_the_way_is_waited_for_and_then_said(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    with open_store(str(path), patience_seconds=0.1) as store:
        with locked(path), pytest.raises(TransientError, match="is busy: another process is writing to it"):
            store.save([Reply(key="k", model="m", text="t")])
        store.save([Reply(key="k", model="m", text="t")])


def test_a_writer_that_goes_away_in_time_is_no_error(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    with open_store(str(path), patience_seconds=60) as store:
        saving = threading.Thread(target=store.save, args=([Reply(key="k", model="m", text="t")],))
        with locked(path):
            saving.start()
            assert store.find_replies(["k"]) == {}
        saving.join(60)
        assert "k" in store.find_replies(["k"])


def test_sqlalchemy_loads_with_a_store_and_alembic_only_with_a_new_one(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    open_store(str(path)).close()
    code = (
        "import sys, triptych.pipeline; from triptych import stores; before = 'sqlalchemy' in sys.modules\n"
        f"stores.open_store({str(path)!r}).close()\n"
        "print(before, 'sqlalchemy' in sys.modules, 'alembic' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True", "False"]


def test_a_new_store_is_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    with open_store(str(path)) as store:
        store.save([Reply(key="k", model="m", text="t")])
        assert {file.stat().st_mode & 0o077 for file in tmp_path.iterdir()} == {0}


def test_a_store_that_cannot_be_written_can_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a #1?.db"
    with open_store(str(path)) as store:
        store.save([Reply(key="k", model="m", text="t")])
    monkeypatch.setattr("os.access", lambda path, mode: False)
    with open_store(str(path), create=False) as store:
        assert "k" in store.find_replies(["k"])
        with pytest.raises(UsageError, match="cannot be written"):
            store.save([Reply(key="k2", model="m", text="t")])
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    "change",
    ["options = '{'", "options = '[1]'", "started = 'soon'", "status = 'odd'"],
)
def test_a_damaged_run_is_said(tmp_path: Path, change: str) -> None:
    path = tmp_path / "s.db"
    with open_store(str(path)) as store:
        store.start_run(Run(id="r-1", command="judge", source="x", started=dt.datetime.now(dt.UTC)))
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute(f"UPDATE triptych_runs SET {change}")
    with open_store(str(path)) as store, pytest.raises(UsageError, match="run 'r-1' in the store is damaged"):
        store.runs()


@pytest.mark.parametrize("value", ["'text'", "x'00'", "7"])
def test_a_damaged_secret_is_said(tmp_path: Path, value: str) -> None:
    path = tmp_path / "s.db"
    with open_store(str(path)) as store:
        store.secret()
    with sqlite3.connect(path) as connection:
        connection.execute(f"UPDATE triptych_secrets SET value = {value}")
    with open_store(str(path)) as store, pytest.raises(UsageError, match=r"the secret of the store .* is damaged"):
        store.secret()
