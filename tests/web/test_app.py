"""The application as a whole: its parts are there, quick to load, and nothing comes from elsewhere."""

import re
from typing import TYPE_CHECKING

import pytest
from fastapi.testclient import TestClient

from triptych.web.rendering import NAVIGATION
from web.conftest import MakeServer, check_accessible

if TYPE_CHECKING:
    from playwright.sync_api import Page

MOST_BYTES = 150_000


@pytest.mark.parametrize("address", [address for address, _ in NAVIGATION])
def test_every_page_of_the_navigation_answers(client: TestClient, address: str) -> None:
    assert client.get(address).status_code == 200


def test_the_first_page_is_one_html_one_css_and_one_js_file(client: TestClient) -> None:
    page = client.get("/")
    assets = re.findall(r'(?:src|href)="(/static/[^"]+)"', page.text)
    assert [address.partition("?")[0] for address in assets] == ["/static/triptych.css", "/static/triptych.js"]
    answers = [client.get(address) for address in assets]
    assert sum(len(answer.content) for answer in [page, *answers]) < MOST_BYTES
    assert not re.search(r"(?:src|href|url)\W{1,3}(?:https?:)?//", page.text + "".join(one.text for one in answers))


def test_static_files_are_kept_for_long_and_others_are_not_there(client: TestClient) -> None:
    assert "immutable" in client.get("/static/triptych.css").headers["cache-control"]
    for name in ("app.py", "..%2fapp.py", "%2e%2e/app.py", "triptych.css/../../app.py"):
        assert client.get(f"/static/{name}").status_code == 404


@pytest.mark.browser
@pytest.mark.parametrize("address", [address for address, _ in NAVIGATION])
def test_pages_are_accessible(serve: MakeServer, page: "Page", address: str) -> None:
    page.goto(serve().url + address)
    check_accessible(page)
