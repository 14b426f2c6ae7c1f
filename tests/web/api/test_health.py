"""Whether the server answers."""

from fastapi.testclient import TestClient

from triptych import __version__


def test_a_server_that_answers_is_well(client: TestClient) -> None:
    assert client.get("/api/v1/health").json() == {"status": "ok", "version": __version__}
