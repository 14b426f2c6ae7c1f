"""From a URL to a store."""

from pathlib import Path

import pytest

from triptych.errors import UsageError
from triptych.stores import open_store


@pytest.mark.parametrize("form", ["sqlite:///{path}", "{path}"])
def test_a_path_and_its_url_name_the_same_store(tmp_path: Path, form: str) -> None:
    path = tmp_path / "not yet" / "there" / "a?b#c%20.db"
    open_store(form.format(path=path)).close()
    assert path.read_bytes().startswith(b"SQLite format 3")


def test_a_relative_path_is_relative_to_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    store = open_store("sqlite:///rel.db")
    monkeypatch.chdir("/")
    store.secret()
    store.close()
    assert (tmp_path / "rel.db").is_file()


def test_a_tilde_is_the_home_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    open_store("~/store.db").close()
    assert (tmp_path / "store.db").is_file()


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("", "it was empty"),
        ("  ", "it was empty"),
        ("mysql://host/db", "unknown store 'mysql'; known: postgresql, sqlite"),
        ("sqlite://rel.db", "names no file"),
        ("sqlite:///", "names no file"),
        (":memory:", "names no file"),
        ("a\x00b", "names no file"),
        ("x" * 5000, "cannot use"),
        ("~nobody-of-that-name/store.db", "cannot use"),
    ],
)
def test_what_names_no_store_is_said(url: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match=said):
        open_store(url)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("url", ["postgresql:me:secret@h/db", "postgres:h", "me:secret@h", "sqlite:x.db"])
def test_what_is_nearly_a_url_is_not_made_a_file(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match="://") as refused:
        open_store(url)
    assert "secret" not in str(refused.value)
    assert not list(tmp_path.iterdir())
