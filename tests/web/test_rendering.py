"""Pages: text of others is escaped and seen, and what is served often is packed once."""

import gzip

import pytest
from fastapi.testclient import TestClient
from markupsafe import Markup

from triptych.web.rendering import render, visible


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
