"""The API's description for programs and people, and the API keeping to it, whatever is sent."""

import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from triptych import __version__
from triptych.pipeline import write_many
from triptych.samples import sample_files
from web.conftest import MakeServer

# A row may fit the description and still be no shortlist, as two products of one id are none: that is a 422.
CONFIG = """
[checks.positive_data_acceptance]
expected-statuses = ["2xx", "404", "422"]
[parameters]
run_id = "{run}"
"""


def test_the_page_names_every_call(client: TestClient) -> None:
    description = client.get("/api/v1/openapi.json").json()
    page = unescape(client.get("/api/v1/docs").text)
    assert description["info"]["version"] == __version__
    wanted = {"write", "judge", "read", "jobs", "runs", "ratings", "health"}
    assert {path.split("/")[3] for path in description["paths"]} == wanted
    for path, calls in description["paths"].items():
        for call in calls.values():
            assert f"<code>{path}</code>" in page
            assert call["description"] in page
            assert "application/problem+json" in call["responses"]["default"]["content"]


@pytest.mark.slow
def test_whatever_is_sent_there_is_no_fault_and_no_mismatch(serve: MakeServer, tmp_path: Path) -> None:
    served = serve(posts_per_minute=100_000)
    from triptych.catalog import read_shortlists

    store = served.site.options.settings.store
    list(write_many(read_shortlists(str(sample_files()[0])), "opinion", store=store))
    (tmp_path / "schemathesis.toml").write_text(CONFIG.format(run=served.site.store.runs()[0].id))
    command = [
        str(Path(sys.executable).parent / "schemathesis"), "run", f"{served.url}/api/v1/openapi.json",
        "--checks", "all", "--max-examples", "30", "--seed", "1", "--no-color",
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 0, done.stdout


def test_a_server_that_answers_is_well(client: TestClient) -> None:
    assert client.get("/api/v1/health").json() == {"status": "ok", "version": __version__}
