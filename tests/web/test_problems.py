"""Errors: a page for people, problem+json for programs, and nothing of our inside in either."""

import logging

import pytest
from fastapi.testclient import TestClient

from triptych.errors import BudgetReached, EndpointError, TransientError, TriptychError, UsageError
from triptych.web.problems import PROBLEM, status_of


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
