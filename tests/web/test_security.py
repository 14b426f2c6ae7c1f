"""Who may ask what, and what every answer carries."""

import pytest
from fastapi.testclient import TestClient

from triptych.web.security import COOKIE, cookie_of, is_loopback
from triptych.web.state import Rate
from web.conftest import MakeClient

TOKEN = "a long word nobody guesses"


def test_loopback_addresses_are_known() -> None:
    assert all(map(is_loopback, ("127.0.0.1", "::1", "[::1]", "localhost", "127.8.8.8")))
    assert not any(map(is_loopback, ("0.0.0.0", "192.168.1.4", "example.org", "::", "localhost.example.org")))


@pytest.mark.parametrize("path", ["/", "/judge", "/nothing", "/api/v1/health", "/api/v1/nothing", "/token"])
def test_with_a_token_nothing_is_shown_without_it(make_client: MakeClient, path: str) -> None:
    client = make_client(token=TOKEN)
    answer = client.get(path)
    assert answer.status_code == (405 if path == "/token" else 401)
    assert TOKEN not in answer.text
    assert client.get(path, headers={"Authorization": f"Bearer {TOKEN}x"}).status_code == answer.status_code
    assert client.get(path, headers={"Cookie": f"{COOKIE}={TOKEN}"}).status_code == answer.status_code


def test_the_token_opens_as_a_header_a_link_and_a_form(make_client: MakeClient) -> None:
    client = make_client(token=TOKEN)
    assert client.get("/", headers={"Authorization": f"Bearer {TOKEN}"}).status_code == 200
    answer = client.get("/judge", params={"token": TOKEN, "task": "opinion"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/judge?task=opinion")
    kept = answer.headers["set-cookie"].lower()
    assert "httponly" in kept
    assert "samesite=lax" in kept
    assert TOKEN not in kept
    assert client.get("/judge").status_code == 200

    other = make_client(token=TOKEN)
    assert other.post("/token", data={"token": "wrong"}).status_code == 401
    assert other.post("/token", data={"token": TOKEN}).headers["location"] == "/"
    assert other.cookies[COOKIE] == cookie_of(TOKEN)
    assert other.get("/").headers["cache-control"] == "no-store"


def test_a_link_with_the_token_leads_nowhere_else(make_client: MakeClient) -> None:
    answer = make_client(token=TOKEN).get("http://127.0.0.1//evil.example/x", params={"token": TOKEN})
    assert answer.headers["location"] == "/evil.example/x"


def test_tokens_cannot_be_guessed_by_trying(make_client: MakeClient) -> None:
    client = make_client(token=TOKEN)
    statuses = [client.get("/", headers={"Authorization": f"Bearer {n}"}).status_code for n in range(25)]
    assert statuses == [401] * 20 + [429] * 5
    assert client.post("/token", data={"token": "wrong"}).status_code == 429


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8321", "localhost.evil.example", "", "a@127.0.0.1", "ü"]
)
def test_names_that_are_not_ours_are_refused(client: TestClient, host: str) -> None:
    assert client.get("/", headers=[(b"Host", host.encode())]).status_code == 400


def test_our_names_are_known(make_client: MakeClient) -> None:
    client = make_client(host_names=frozenset({"reviews.example.org"}))
    for host in ("localhost:8321", "127.0.0.1", "[::1]:80", "192.168.1.4:8321", "reviews.example.org"):
        assert client.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "header", [{"Origin": "https://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}]
)
def test_other_sites_change_nothing(client: TestClient, header: dict[str, str]) -> None:
    assert client.post("/token", data={"token": "x"}, headers=header).status_code == 403
    assert client.get("/", headers=header).status_code == 200


def test_bodies_have_a_limit_declared_or_not(make_client: MakeClient) -> None:
    client = make_client(body_bytes=1000)
    for body in (b"x" * 1001, iter([b"x" * 600, b"x" * 600])):
        answer = client.post("/token", content=body, headers={"Content-Type": "application/x-www-form-urlencoded"})
        assert answer.status_code == 413
        assert "1,000 bytes" in answer.text
    assert client.post("/token", headers={"Content-Length": "many"}).status_code == 413


def test_changes_have_a_rate(make_client: MakeClient) -> None:
    client = make_client(posts_per_minute=3)
    assert [client.post("/token", data={"token": "x"}).status_code for _ in range(5)] == [401, 401, 401, 429, 429]
    assert client.get("/").status_code == 200


def test_pages_have_a_rate_off_this_machine(make_client: MakeClient) -> None:
    client = make_client(gets_per_minute=2)
    assert [client.get("/").status_code for _ in range(4)] == [200, 200, 429, 429]


def test_a_rate_counts_each_address_and_forgets_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    rate = Rate(60)
    assert [rate.allows("a") for _ in range(61)] == [True] * 60 + [False]
    assert rate.allows("b")
    now = 2.0
    assert [rate.allows("a") for _ in range(3)] == [True, True, False]


@pytest.mark.parametrize("path", ["/", "/nothing", "/api/v1/health", "/api/v1/nothing", "/static/triptych.css"])
def test_every_answer_forbids_inline_script_and_framing(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
