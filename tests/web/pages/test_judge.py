"""The page that judges."""

from fastapi.testclient import TestClient

import triptych


def test_the_form_is_there(client: TestClient) -> None:
    page = client.get("/judge").text
    assert "Judge a text" in page
    assert triptych.__version__ in page
