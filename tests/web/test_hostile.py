"""Hostile visitors and sources, end to end: nothing runs, nothing leaks, nothing falls over."""

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from fastapi.testclient import TestClient
from pydantic import SecretStr

from triptych.settings import Settings
from triptych.web.state import WebOptions
from web.brought import HOSTILE, shortlist_of
from web.conftest import MakeClient, MakeServer, check_accessible

if TYPE_CHECKING:
    from playwright.sync_api import Page

ALL = " ".join(HOSTILE)
ACTIVE = re.compile(
    r"<(?:script(?! src=\"/static)|img|iframe|a href=\"javascript)|<[^>]*\son\w+=|[\u202a-\u202e\u2066-\u2069]"
)


def links_of(page: str) -> set[str]:
    return set(re.findall(r'href="(/(?:compare|judge)/[^"#]+)"', page))


def test_five_megabytes_of_review_are_read_and_shown_in_part(client: TestClient, form_key: str) -> None:
    long = "It leaks and it is loud. " * 210_000
    assert len(long) > 5_000_000
    shortlist = shortlist_of("quiet kettle", "It is quiet.")
    shortlist["products"][0]["reviews"].append(long)
    with client:
        answer = client.post("/compare", data={"form_key": form_key, "pasted": json.dumps(shortlist)})
        page = client.get(answer.headers["location"])
        panels = [client.get(link) for link in links_of(page.text) if "/evidence/" in link]
    assert page.status_code == 200
    assert max(len(one.text) for one in [page, *panels]) < 200_000


@pytest.mark.parametrize("reply", [f"{ALL}\n# Big\n<b>bold</b>\n\nScore- <score>2</score>", "<script>x</script>"])
def test_what_a_model_replies_is_inert(make_client: MakeClient, tmp_path: Path, reply: str) -> None:
    script = tmp_path / "replies.jsonl"
    script.write_text(json.dumps(reply))
    client = make_client(judges=("embedded", f"scripted:{script}"), writers=("embedded", f"scripted:{script}"))
    key = client.app.state.site.form_key  # type: ignore[attr-defined]
    shortlist = shortlist_of("quiet kettle", "It is quiet.")
    sent = {"form_key": key, "task": "opinion", "text": "It is quiet.", "sources": json.dumps(shortlist["products"][0])}
    with client:
        judged = client.post("/judge", data={**sent, "judge": f"scripted:{script}", "metric": "opinion/fluency"})
        page = client.get(judged.headers["location"]).text
        written = client.post(
            "/compare", data={"form_key": key, "pasted": json.dumps(shortlist), "writer": f"scripted:{script}"}
        )
        compared = client.get(written.headers["location"]).text
    assert "Fluency" in page
    assert "Verdict" in compared
    assert not ACTIVE.search(page)
    assert not ACTIVE.search(compared)


def test_secrets_are_never_rendered(make_client: MakeClient, options: WebOptions, tmp_path: Path) -> None:
    key, token = "sk-very-secret-key", "the long token of this server"
    settings = Settings(store=str(tmp_path / "s.db"), openai_api_key=SecretStr(key), token=SecretStr(token))
    client = make_client(settings=settings, token=token, judges=("embedded", "openai:gpt-4o-mini"))
    headers = {"Authorization": f"Bearer {token}"}
    with client:
        first = client.get("/compare/office_chairs", headers=headers).text
        places = {"/", "/judge", "/nothing", "/api/v1/docs", "/api/v1/openapi.json", "/api/v1/runs", "/jobs/x"}
        places |= {"/compare/office_chairs/scores", *sorted(links_of(first))[:5]}
        shown = [first, *(client.get(place, headers=headers).text for place in sorted(places))]
    assert not [page for page in shown if key in page or token in page or str(tmp_path) in page]


@pytest.mark.slow
@pytest.mark.browser
def test_in_a_browser_hostile_text_is_inert(serve: MakeServer, page: "Page") -> None:
    page.on("dialog", lambda box: pytest.fail(f"a script ran: {box.message}"))
    page.goto(serve().url)
    page.click("summary")
    page.fill(
        "textarea", json.dumps(shortlist_of(f"kettle {ALL}", f"It leaks. {ALL}", f"It is quiet. {ALL}", title=ALL))
    )
    page.click("button:has-text('Compare')")
    page.wait_for_selector(".verdict")
    for place in range(min(12, page.locator("[data-panel]").count())):
        page.locator("[data-panel]").nth(place).click()
        page.wait_for_selector("dialog[open] .panel")
        page.keyboard.press("Escape")
    assert "pwned" not in page.title().replace("document.title='pwned'", "")
    assert page.locator("main script, main img, main iframe, main [onload], main [onerror]").count() == 0


@pytest.mark.browser
def test_in_a_browser_the_token_is_asked_for(serve: MakeServer, page: "Page") -> None:
    served = serve(token="a long word nobody guesses")
    page.goto(f"{served.url}/judge")
    assert "needs a token" in page.inner_text("h1")
    check_accessible(page)
    page.fill("[name=token]", "wrong")
    page.click("button")
    assert "wrong" in page.inner_text("[role=alert]")
    page.fill("[name=token]", "a long word nobody guesses")
    page.click("button")
    page.wait_for_selector(".samples")
    cookie = next(one for one in page.context.cookies() if one["name"] == "triptych")
    assert (cookie["httpOnly"], cookie["sameSite"]) == (True, "Lax")
