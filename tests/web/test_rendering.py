"""Pages: text of others is escaped and seen, and what is served often is packed once."""

import gzip
import logging

import pytest
from fastapi.testclient import TestClient
from markupsafe import Markup

from triptych.errors import BudgetReached, EndpointError, TransientError, TriptychError, UsageError
from triptych.web.rendering import PROBLEM, render, status_of, visible


@pytest.mark.parametrize("hostile", ["<script>alert(1)</script>", '" onmouseover="alert(1)', "<img src=x onerror=y>"])
def test_what_is_put_in_is_escaped(hostile: str) -> None:
    page = render("error.html", here="/", title=hostile, detail=hostile, status=400, form_key="")
    assert hostile not in page
    assert "&lt;" in page or "&#34;" in page


def test_unseen_characters_are_shown() -> None:
    assert visible("a\u202eb\u200bc\x07") == "a\\u202eb\\u200bc\\x07"
    assert visible("one\r\ntwo") == "one\ntwo"
    assert visible("नमस्ते 👩‍👩‍👧") == "नमस्ते 👩‍👩‍👧"
    assert visible(Markup("<b>\u202e</b>")) == Markup("<b>\u202e</b>")
    assert visible(3) == 3


def test_what_is_served_often_is_packed_and_known_again(client: TestClient) -> None:
    packed = client.get("/static/triptych.css", headers={"Accept-Encoding": "gzip"})
    plain = client.get("/static/triptych.css", headers={"Accept-Encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.content == plain.content
    assert int(packed.headers["content-length"]) == len(gzip.compress(plain.content, 6, mtime=0))
    again = client.get("/static/triptych.css", headers={"If-None-Match": packed.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_missing_page_says_what_to_do(client: TestClient) -> None:
    answer = client.get("/nothing")
    assert answer.status_code == 404
    assert 'href="/"' in answer.text
    told = client.get("/api/v1/nothing")
    assert told.headers["content-type"] == PROBLEM
    assert told.json()["status"] == 404


@pytest.mark.parametrize("path", ["/broken", "/api/v1/broken"])
def test_a_fault_has_a_number_and_leaks_nothing(
    client: TestClient, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken() -> None:
        raise RuntimeError("sk-secret in /home/somebody")

    client.app.add_api_route(path, broken)  # type: ignore[attr-defined]
    with caplog.at_level(logging.ERROR):
        answer = client.get(path)
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert "RuntimeError" not in answer.text
    number = caplog.records[-1].args[0]  # type: ignore[index]
    assert str(number) in answer.text
    assert "content-security-policy" in answer.headers


@pytest.mark.parametrize(
    ("error", "status"),
    [(UsageError("x"), 422), (TransientError("x"), 503), (BudgetReached("x"), 503), (EndpointError("x"), 502)],
)
def test_each_error_of_ours_has_its_status(client: TestClient, error: TriptychError, status: int) -> None:
    async def fail() -> None:
        raise error

    client.app.add_api_route("/api/v1/fail", fail)  # type: ignore[attr-defined]
    assert status_of(error) == status
    assert client.get("/api/v1/fail").json() == {
        "type": "about:blank",
        "title": client.get("/api/v1/fail").json()["title"],
        "status": status,
        "detail": "x",
    }
