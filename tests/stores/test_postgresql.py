"""PostgreSQL: URLs, servers that are not there, and passwords that nobody gets to see."""

import datetime as dt
import sqlite3
import sys
import time
import traceback
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import create_engine

from triptych.errors import MissingExtra, TransientError, TriptychError, UsageError
from triptych.records import Case, Product, Reply, Run
from triptych.stores import KeptCase, _database, open_store, postgresql
from triptych.stores._database import Patience

NOON = dt.datetime(2026, 3, 1, 12, tzinfo=dt.UTC)
pytestmark = pytest.mark.postgres


def test_a_wrong_password_is_said_without_it(postgres_server: Any) -> None:
    password = "-".join(["wr0ng", "w0rd"])
    with pytest.raises(UsageError, match="password authentication failed") as caught:
        open_store(postgres_server.url("postgres", password=password))
    assert password not in "".join(traceback.format_exception(caught.value))


def test_a_database_that_is_not_there_is_said(postgres_server: Any) -> None:
    with pytest.raises(UsageError, match='database "nowhere" does not exist'):
        open_store(postgres_server.url("nowhere"))


def test_a_server_that_is_not_there_may_be_there_later() -> None:
    with pytest.raises(TransientError, match=r"postgresql://127\.0\.0\.1:1/shop cannot be reached: .*refused"):
        open_store("postgresql://me:s3cret-w0rd@127.0.0.1:1/shop")


def test_an_unknown_option_is_said() -> None:
    with pytest.raises(UsageError, match="nonsense"):
        open_store("postgresql://127.0.0.1:1/shop?nonsense=1")


def test_a_socket_is_a_host_too(postgres_server: Any, postgres_url: str) -> None:
    folder, name = postgres_server.socket_folder, postgres_url.rpartition("/")[2]
    encoded = str(folder).replace("/", "%2F")
    for url in (
        f"postgres://triptych@/{name}?host={folder}&port={postgres_server.port}",
        f"postgresql://triptych@{encoded}:{postgres_server.port}/{name}",
    ):
        with open_store(url) as store:
            assert store.runs() == []


def test_special_characters_are_written_encoded(postgres_server: Any, postgres_url: str) -> None:
    execute(postgres_url, "CREATE ROLE \"o@d\" LOGIN SUPERUSER PASSWORD 'p@/#?:%w'")
    url = postgres_url.replace("triptych:s3cret-w0rd", "o%40d:p%40%2F%23%3F%3A%25w")
    with open_store(url) as store:
        assert len(store.secret()) == 32


tokens = st.text("abcdefghkmnpqrstuvwxyzABCDEFGHKMN", min_size=4, max_size=6).map(lambda token: f"Zq{token}")
passwords = st.tuples(tokens, st.sampled_from(list("@/#?:%[]&= \\")), tokens)


@settings(deadline=None)
@given(password=passwords)
def test_a_password_written_raw_never_shows(password: tuple[str, str, str]) -> None:
    try:
        open_store(f"postgresql://me:{''.join(password)}@127.0.0.1:1/shop?connect_timeout=2").close()
    except TriptychError as error:
        said = "".join(traceback.format_exception(error, limit=0))
        assert password[0] not in said and password[2] not in said
    else:
        pytest.fail("there is no server to open")


def test_the_password_is_in_no_description(postgres_url: str) -> None:
    with open_store(postgres_url) as store:
        assert "s3cret" not in repr(store) + str(store)
        with pytest.raises(UsageError, match="no run 'x' in the store postgresql://127") as caught:
            store.run("x")
    assert "s3cret" not in str(caught.value)


def test_our_tables_live_beside_others(postgres_url: str) -> None:
    execute(postgres_url, "CREATE TABLE runs (id int); CREATE TABLE alembic_version (version_num text)")
    execute(postgres_url, "INSERT INTO alembic_version VALUES ('theirs')")
    open_store(postgres_url).close()
    assert execute(postgres_url, "SELECT version_num FROM alembic_version") == [("theirs",)]
    tables = execute(postgres_url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")
    ours = {name for (name,) in tables} - {"runs", "alembic_version"}
    assert ours and all(name.startswith("triptych_") for name in ours)


def test_a_schema_may_be_chosen(postgres_url: str) -> None:
    execute(postgres_url, "CREATE SCHEMA shop")
    open_store(f"{postgres_url}?options=-csearch_path%3Dshop").close()
    assert execute(postgres_url, "SELECT count(*) FROM shop.triptych_runs") == [(0,)]


def test_a_role_that_may_not_make_tables_is_said(postgres_url: str) -> None:
    execute(postgres_url, "CREATE ROLE guest LOGIN PASSWORD 'g'; REVOKE CREATE ON SCHEMA public FROM PUBLIC")
    with pytest.raises(UsageError, match="permission denied for schema public"):
        open_store(postgres_url.replace("triptych:s3cret-w0rd", "guest:g"))


def test_order_does_not_depend_on_the_language_of_the_database(postgres_url: str) -> None:
    name = postgres_url.rpartition("/")[2] + "_icu"
    execute(postgres_url, f"CREATE DATABASE {name} TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US'")
    with open_store(f"{postgres_url}_icu") as store:
        store.start_run(Run(id="r", command="judge", source="x", started=NOON))
        product = Product(id="p", title="P")
        for case_id in ("b", "a-c", "B", "ab", "A"):
            case = Case(id=case_id, item="i", task="opinion", products=(product,), text="t")
            store.save([KeptCase.of("r", 0, "d", case)])
        assert [case.id for case in store.cases("r")] == ["A", "B", "a-c", "ab", "b"]


def test_connections_that_the_server_dropped_are_made_anew(postgres_url: str) -> None:
    drop_all = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
    with open_store(postgres_url) as store:
        for number in range(3):
            store.save([Reply(key=f"k{number}", model="m", text="t")])
            execute(postgres_url, f"{drop_all} AND pid <> pg_backend_pid()")
        assert len(store.find_replies(["k0", "k1", "k2"])) == 3


class ConnectionWithSocket(sqlite3.Connection):
    """What `_hang_up_late` asks of a connection."""

    pgconn = SimpleNamespace(socket=-1)


@pytest.mark.parametrize(("is_lost", "is_said"), [(False, True), (True, False)])
def test_a_silent_connection_is_said_and_a_lost_one_forgotten(
    is_lost: bool, is_said: bool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(postgresql, "_SECONDS_SILENT", 0.0)
    monkeypatch.setattr(_database, "_SECONDS_UNSAID", 0.0)
    engine = create_engine("sqlite://", creator=lambda: sqlite3.connect(":memory:", factory=ConnectionWithSocket))
    postgresql._hang_up_late(engine, Patience("LABEL", 600))
    connection = engine.connect()
    if is_lost:
        connection.invalidate()
        connection.close()
    # It looks every second.
    time.sleep(2.5)
    connection.close()
    engine.dispose()
    assert ("waiting for the store LABEL" in caplog.text) == is_said


def test_without_the_driver_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(MissingExtra, match=r"triptych\[postgres\]"):
        open_store("postgresql://127.0.0.1:1/shop")


def execute(url: str, statement: str) -> list[tuple[Any, ...]]:
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        done = connection.execute(statement)
        return done.fetchall() if done.description else []
