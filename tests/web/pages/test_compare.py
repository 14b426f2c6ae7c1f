"""The page that compares."""

from fastapi.testclient import TestClient

from triptych.samples import sample_files


def test_the_samples_are_offered(client: TestClient) -> None:
    page = client.get("/").text
    for path in sample_files():
        assert f'href="/compare/{path.stem}"' in page
