"""The API's description, for programs and for people."""

from html import unescape

from fastapi.testclient import TestClient

from triptych import __version__


def test_the_page_names_every_call(client: TestClient) -> None:
    description = client.get("/api/v1/openapi.json").json()
    page = unescape(client.get("/api/v1/docs").text)
    assert description["info"]["version"] == __version__
    assert "/api/v1/health" in description["paths"]
    for path, calls in description["paths"].items():
        for call in calls.values():
            assert f"<code>{path}</code>" in page
            assert call["description"] in page
