"""The API: work by calls, what the store holds, and the description, to which it keeps whatever is sent."""

import subprocess
import sys
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from triptych import __version__
from triptych.pipeline import judge_many, write_many
from triptych.records import Case, Judgement, Reading
from triptych.samples import sample_files
from web.brought import shortlist_of
from web.conftest import MakeServer

SHORTLIST = shortlist_of("quiet kettle", "It is very quiet.", "The lid leaks.")
PRODUCT = SHORTLIST["products"][0]
CASE = {"task": "opinion", "text": "Reviewers say that it is quiet.", "products": [PRODUCT]}


def result(client: TestClient, call: str, body: dict[str, Any]) -> Any:
    with client:
        answer = client.post(f"/api/v1/{call}?wait=60", json=body)
        assert answer.status_code == 200, answer.text
        again = client.get(answer.headers["location"]).json()
    assert again == answer.json()
    assert again["status"] == "done"
    return again["result"]


def test_a_shortlist_is_written(client: TestClient) -> None:
    cases = [Case.model_validate(one) for one in result(client, "write", {"shortlist": SHORTLIST})]
    assert [case.task for case in cases].count("explanation") == 3


def test_an_opinion_needs_no_query(client: TestClient) -> None:
    (opinion,) = result(client, "write", {"shortlist": PRODUCT, "tasks": ["opinion"]})
    assert opinion["task"] == "opinion"


def test_a_text_is_judged(client: TestClient) -> None:
    judgements = result(client, "judge", {"case": CASE, "metrics": ["fluency", "opinion/faithfulness"]})
    assert {Judgement.model_validate(one).metric for one in judgements} == {"fluency", "faithfulness"}


def test_a_product_is_read(client: TestClient) -> None:
    assert Reading.model_validate(result(client, "read", {"product": PRODUCT})).reviewers == 2


def test_what_takes_longer_is_a_job(client: TestClient) -> None:
    with client:
        answer = client.post("/api/v1/write?wait=0", json={"shortlist": SHORTLIST})
        assert (answer.status_code, answer.json()["status"], answer.json()["result"]) == (202, "running", None)
        done = client.get(f"{answer.headers['location']}?wait=60")
    assert (done.status_code, len(done.json()["result"])) == (200, 7)


@pytest.mark.parametrize(
    ("call", "body", "said"),
    [
        ("write", {"shortlist": {"query": "x"}}, "shortlist"),
        ("write", {"shortlist": CASE}, "give a query with its products"),
        ("write", {"shortlist": SHORTLIST, "writer": "gguf:/etc/passwd"}, "is not offered"),
        ("write", {"shortlist": SHORTLIST, "tasks": []}, "tasks"),
        ("write", {"shortlist": SHORTLIST, "path": "/etc/passwd"}, "path"),
        ("judge", {"case": {**CASE, "task": "poem"}}, "task"),
        ("judge", {"case": CASE, "judge": "openai:x@http://169.254.169.254"}, "is not offered"),
        ("judge", {"case": CASE, "metrics": ["../x"]}, "unknown"),
        ("judge", {"case": CASE, "metrics": ["format_adherence"]}, "has none of"),
        ("read", {"product": {"id": "a"}}, "title"),
        ("read", {}, "product: is missing"),
    ],
)
def test_what_cannot_be_done_is_a_problem(client: TestClient, call: str, body: dict[str, Any], said: str) -> None:
    answer = client.post(f"/api/v1/{call}", json=body)
    assert (answer.status_code, answer.headers["content-type"]) == (422, "application/problem+json")
    assert said in answer.json()["detail"]


def test_bodies_are_json_and_say_so(client: TestClient) -> None:
    for kind, body in (("text/plain", b"{}"), ("application/json", b"{")):
        answer = client.post("/api/v1/read", content=body, headers={"Content-Type": kind})
        assert answer.status_code == 422
    assert client.get("/api/v1/jobs/none").status_code == 404
    assert client.put("/api/v1/ratings").headers["allow"] == "GET, POST"


def test_a_run_is_listed_with_what_it_holds(client: TestClient) -> None:
    store = client.app.state.site.options.settings.store  # type: ignore[attr-defined]
    cases = list(write_many([shortlist_of("quiet kettle", "It is quiet.")], "explanation", store=store))
    list(judge_many(cases, ["clarity", "conciseness"], store=store))
    listed = client.get("/api/v1/runs").json()
    assert listed["total"] == 2
    judged = next(one for one in listed["runs"] if one["run"]["command"] == "judge")
    assert (judged["cases"], judged["scored"]) == (3, 6)
    place = f"/api/v1/runs/{judged['run']['id']}"
    assert client.get(place).json() == judged
    assert len(client.get(f"{place}/cases").json()["cases"]) == 3
    page = client.get(f"{place}/judgements", params={"limit": 4, "offset": 4}).json()["judgements"]
    assert len(page) == 2
    assert client.get(f"{place}/judgements", params={"limit": 0}).status_code == 422
    assert client.get("/api/v1/runs/none").status_code == 404


def test_ratings_are_kept_and_replaced(client: TestClient) -> None:
    rating = {"case_id": "c1", "metric": "clarity", "rater": "ann", "score": 4}
    assert client.post("/api/v1/ratings", json={"ratings": [rating]}).status_code == 201
    client.post("/api/v1/ratings", json={"ratings": [{**rating, "score": 2}]})
    assert client.get("/api/v1/ratings").json() == {"ratings": [{**rating, "score": 2.0}]}
    wrong = client.post("/api/v1/ratings", json={"ratings": [{**rating, "score": 9}]})
    assert "ratings[0].score" in wrong.json()["detail"]


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
