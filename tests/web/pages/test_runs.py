"""Runs: the list, one run with its scores and cases, one case, two runs, and live progress."""

import json
import re
from typing import TYPE_CHECKING

import pytest
from fastapi.testclient import TestClient

from triptych.records import Run
from triptych.stores import KeptCase, Store
from web.brought import HOSTILE
from web.conftest import MakeServer, check_accessible, check_everywhere
from web.kept import NOON, keep_run

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.fixture
def store(client: TestClient) -> Store:
    """The store of the page."""
    opened: Store = client.app.state.site.store  # type: ignore[attr-defined]
    return opened


def shown_cases(page: str) -> list[str]:
    return re.findall(r'/case\?id=(case-\d+)"', page)


def test_an_empty_store_says_how_to_fill_it(client: TestClient) -> None:
    page = client.get("/runs")
    assert page.status_code == 200
    assert "triptych judge cases.jsonl" in page.text


def test_all_runs_are_listed(client: TestClient, store: Store) -> None:
    keep_run(store, "judge-1", 6)
    keep_run(store, "judge-2", 3, status="stopped")
    page = client.get("/runs").text
    assert "6 of 6 texts, 11 scores, 1 without a score" in page
    assert 'class="state stopped"' in page
    assert re.findall(r'href="/runs/(judge-\d)"', page) == ["judge-1", "judge-2"]


def test_a_run_has_means_intervals_and_distributions_by_metric_and_system(client: TestClient, store: Store) -> None:
    keep_run(store, cases=40)
    page = client.get("/runs/judge-1").text
    for shown in ("writer-0", "writer-1", "95 % interval", "faithfulness", "prevalence", 'class="spread"'):
        assert shown in page
    assert re.search(r'aria-label="\d+ with 1, \d+ with 2, \d+ with 3, \d+ with 4, \d+ with 5"', page)
    assert "style=" not in page


@pytest.mark.parametrize("name", ["nothing", "judge-9", "..%2Fetc", "%00"])
def test_what_is_not_there_is_not_found_and_the_store_is_not_named(client: TestClient, store: Store, name: str) -> None:
    keep_run(store)
    for place in (
        f"/runs/{name}",
        f"/runs/{name}/progress",
        f"/runs/{name}/case?id=x",
        f"/runs/compare?a={name}&b=judge-1",
    ):
        answer = client.get(place)
        assert answer.status_code == 404
        assert store.label not in answer.text


def test_cases_are_filtered_and_sorted_by_the_server(client: TestClient, store: Store) -> None:
    keep_run(store, cases=120)
    page = client.get("/runs/judge-1").text
    assert "1–50 of 120" in page
    assert len(shown_cases(page)) == 50
    assert "51–100 of 120" in client.get("/runs/judge-1?page=2").text
    assert shown_cases(client.get("/runs/judge-1?sort=case_id&down=1").text)[0] == "case-00119"
    assert set(shown_cases(client.get("/runs/judge-1?words=-0011").text)) == {f"case-0011{n}" for n in range(10)}
    of_one = shown_cases(client.get("/runs/judge-1?system=writer-1&sort=case_id").text)
    assert of_one[:3] == ["case-00001", "case-00003", "case-00005"]
    lowest = client.get("/runs/judge-1?metric=faithfulness&least=1&most=1").text
    assert set(shown_cases(lowest)) == {f"case-{n:05d}" for n in range(0, 120, 5) if n % 7 != 6}
    assert "none fits" in client.get("/runs/judge-1?words=zebra").text


def test_a_column_says_how_it_is_sorted_and_turns_round(client: TestClient, store: Store) -> None:
    keep_run(store)
    page = client.get("/runs/judge-1?metric=prevalence").text
    (head,) = re.findall(r'<th scope="col" aria-sort="ascending"[^>]*><a href="([^"]+)">prevalence', page)
    assert "down=1" in head
    assert 'aria-sort="descending"' in client.get(head.replace("&amp;", "&")).text


@pytest.mark.parametrize(
    "query",
    [
        "page=-1",
        "page=x",
        "page=99999999",
        "least=abc",
        "most=1e9",
        "sort=evil;drop",
        "task=none",
        "metric=%27",
        "system=",
    ],
)
def test_what_makes_no_sense_is_passed_over(client: TestClient, store: Store, query: str) -> None:
    keep_run(store)
    assert client.get(f"/runs/judge-1?{query}").status_code == 200


def test_a_case_has_its_text_sources_scores_reasons_and_evidence(client: TestClient, store: Store) -> None:
    keep_run(store)
    page = client.get("/runs/judge-1/case?id=case-00000").text
    case = store.judged_case("judge-1", "case-00000").case
    for shown in (
        case.text,
        "writer-0",
        "Reason 0.",
        "Reason 1.",
        *(review.text for review in case.products[0].reviews),
    ):
        assert shown in page.replace("<mark>", "").replace("</mark>", "")
    assert "<mark>The battery</mark>" in page
    assert client.get("/runs/judge-1/case?id=nothing").status_code == 404


def test_a_case_without_a_score_says_why(client: TestClient, store: Store) -> None:
    keep_run(store, cases=7)
    assert "nothing to measure" in client.get("/runs/judge-1/case?id=case-00006").text


def test_texts_that_were_only_written_are_listed_and_shown(client: TestClient, store: Store) -> None:
    keep_run(store, cases=1)
    case = store.judged_case("judge-1", "case-00000").case
    store.start_run(Run(id="write-1", command="write", source="shortlists.jsonl", started=NOON))
    store.save([KeptCase.of("write-1", 0, "d", case)])
    assert shown_cases(client.get("/runs/write-1").text) == ["case-00000"]
    assert case.text in client.get("/runs/write-1/case?id=case-00000").text


def test_two_runs_are_compared(client: TestClient, store: Store) -> None:
    keep_run(store, "judge-1", 30)
    keep_run(store, "judge-2", 30, rise=1)
    page = client.get("/runs/compare?a=judge-1&b=judge-2").text
    for shown in ("30 texts are in both", "B less A", "How scores moved", "What changed most", "−4.0"):
        assert shown in page
    assert "No score of a shared text is another one" in client.get("/runs/compare?a=judge-1&b=judge-1").text
    assert client.get("/runs/compare?a=judge-1").status_code == 422


def test_progress_is_told_as_events_until_a_run_ends(client: TestClient, store: Store) -> None:
    keep_run(store, cases=4, status="running")
    page = client.get("/runs/judge-1").text
    assert 'data-events="/runs/judge-1/progress"' in page
    assert '<noscript><meta http-equiv="refresh"' in page
    assert 'max="4" value="4"' in page
    store.finish_run("judge-1", "done", NOON)
    with client.stream("GET", "/runs/judge-1/progress") as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        (line,) = [line for line in answer.iter_lines() if line]
    assert json.loads(line.removeprefix("data: ")) | {"words": ""} == {
        "status": "done",
        "cases": 4,
        "total": 4,
        "scored": 8,
        "unscored": 0,
        "words": "",
    }
    assert "data-events" not in client.get("/runs/judge-1").text


def test_hostile_words_stay_words(client: TestClient, store: Store) -> None:
    keep_run(store, cases=3, text=" ".join(HOSTILE))
    for place in ("/runs", "/runs/judge-1", "/runs/judge-1/case?id=case-00000"):
        page = client.get(place).text
        assert "<script>document" not in page
        assert "\u202e" not in page
        assert "<img" not in page


@pytest.mark.slow
@pytest.mark.browser
def test_ten_thousand_judgements_in_a_browser(serve: MakeServer, page: "Page") -> None:
    served = serve()
    keep_run(served.site.store, cases=5000, text=" ".join(HOSTILE))
    page.goto(f"{served.url}/runs")
    page.get_by_role("link", name="Judged by embedded").click()
    assert page.locator("#texts").inner_text().endswith("of 5,000")
    check_accessible(page)
    page.fill("[name=words]", "0042")
    page.select_option("[name=system]", "writer-1")
    page.select_option("[name=metric]", "faithfulness")
    page.fill("[name=least]", "2")
    page.click("text=Show")
    assert page.locator(".texts tbody th").all_inner_texts() == [f"case-0042{n}" for n in (1, 7, 3, 9)]
    page.get_by_role("link", name="Clear").click()
    page.get_by_role("link", name="prevalence").click()
    page.get_by_role("link", name="prevalence").click()
    assert page.locator("th[aria-sort]").get_attribute("aria-sort") == "descending"
    page.get_by_role("link", name="Next").click()
    assert "51–100 of 5,000" in page.locator("#texts").inner_text()
    page.locator(".texts tbody a").first.click()
    assert page.title() != "pwned"
    assert page.locator("img, iframe").count() == 0
    check_accessible(page)


@pytest.mark.slow
@pytest.mark.browser
def test_a_run_is_followed_as_it_goes(serve: MakeServer, page: "Page") -> None:
    served = serve()
    keep_run(served.site.store, cases=3, status="running")
    page.goto(f"{served.url}/runs/judge-1")
    check_accessible(page)
    keep_run(served.site.store, cases=5, status="running")
    page.get_by_text("5 of 5 texts").wait_for()
    served.site.store.finish_run("judge-1", "done", NOON)
    page.locator(".state.done").wait_for()
    assert page.locator("[data-events]").count() == 0


@pytest.mark.slow
@pytest.mark.browser
def test_every_page_about_runs_is_accessible(serve: MakeServer, page: "Page") -> None:
    served = serve()
    keep_run(served.site.store, "judge-1", 30)
    keep_run(served.site.store, "judge-2", 30, rise=1)
    for place in ("/runs", "/runs/judge-1", "/runs/judge-1/case?id=case-00001", "/runs/compare?a=judge-1&b=judge-2"):
        check_everywhere(page, served.url + place)
