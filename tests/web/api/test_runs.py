"""Runs, cases, judgements and ratings by calls, a page at a time."""

from fastapi.testclient import TestClient

from triptych.pipeline import judge_many, write_many
from web.brought import shortlist_of


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
