"""Write, judge and read by calls: results at once, jobs for what takes longer, problems for what cannot be done."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

from triptych.records import Case, Judgement, Reading
from web.brought import shortlist_of

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
