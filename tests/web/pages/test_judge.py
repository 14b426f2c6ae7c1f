"""The page that judges: any text, chosen rubrics, scores with reasons, and doubts marked in the text."""

import json
import re
from typing import TYPE_CHECKING

import pytest
from fastapi.testclient import TestClient

from triptych.catalog import case_of
from triptych.records import TASKS, Judgement
from triptych.rubrics import find_rubrics
from triptych.web.pages.judge import view_judgements
from triptych.web.state import Site, WebOptions
from web.brought import HOSTILE, shortlist_of
from web.conftest import MakeServer, check_accessible

if TYPE_CHECKING:
    from playwright.sync_api import Page

PRODUCT = {**shortlist_of("x", "It is loud and the lid leaks.", "Very loud.", "It is loud.")["products"][0]}
FALSE = "It is whisper quiet. It costs $99 and it never leaks."


def sent(form_key: str, **more: object) -> dict[str, object]:
    return {"form_key": form_key, "task": "opinion", "text": FALSE, "sources": json.dumps(PRODUCT), **more}


def test_every_rubric_and_judge_is_offered(client: TestClient) -> None:
    page = client.get("/judge").text
    for rubric in find_rubrics():
        assert f'value="{rubric.name}"' in page
    assert all(f'data-task="{task}"' in page for task in TASKS)
    assert '<option value="embedded">' in page


def test_a_sample_is_fetched(client: TestClient) -> None:
    links = re.findall(r'href="(/judge\?example=[^"]+)"', client.get("/judge").text)
    assert len(links) == 9
    assert "chair-kestovar" in client.get(links[0].replace("&amp;", "&")).text


def test_a_text_is_judged_and_the_doubtful_is_marked(client: TestClient, form_key: str) -> None:
    with client:
        answer = client.post("/judge", data=sent(form_key, metric=["opinion/faithfulness", "opinion/fluency"]))
        assert answer.status_code == 303
        page = client.get(answer.headers["location"]).text
    assert re.findall(r'<span class="metric">(\w+)</span>', page) == ["Faithfulness", "Fluency"]
    assert '<mark class="wrong">' in page
    assert "Before rounding" in page
    assert "&lt;score&gt;" not in page


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"text": ""}, "paste the text"),
        ({"sources": ""}, "paste the products"),
        ({"sources": "{"}, "the sources.json is not JSON"),
        ({"task": "poem"}, "poem"),
        ({"task": "comparison"}, "a comparison needs 2 to 6 products"),
        ({"task": "explanation"}, "needs a query"),
        ({"judge": "gguf:/etc/passwd"}, "judge: choose one of embedded"),
        ({"judge": "openai:x@http://169.254.169.254/v1"}, "judge: choose one of embedded"),
        ({"metric": ["opinion/../../../x"]}, "unknown"),
    ],
)
def test_what_cannot_be_judged_is_said_beside_the_form(
    client: TestClient, form_key: str, change: dict[str, object], said: str
) -> None:
    answer = client.post("/judge", data=sent(form_key, **change))
    assert answer.status_code == 422
    assert said in answer.text


@pytest.mark.parametrize("hostile", HOSTILE)
def test_hostile_text_is_inert(client: TestClient, form_key: str, hostile: str) -> None:
    with client:
        answer = client.post("/judge", data=sent(form_key, text=f"{FALSE} {hostile}", metric="opinion/faithfulness"))
        page = client.get(answer.headers["location"]).text
    assert not re.search(r"<(?:script(?! src=\"/static)|img|iframe|svg on|a href=\"javascript)", page)
    assert not re.search("[\u202a-\u202e\u2066-\u2069\u200b]", page)


def test_a_judgement_that_was_not_kept_is_not_found(client: TestClient) -> None:
    assert client.get("/judge/none").status_code == 404


@pytest.mark.browser
def test_in_a_browser_a_comparison_is_judged_by_one_click(serve: MakeServer, page: "Page") -> None:
    page.goto(f"{serve().url}/compare/office_chairs")
    page.click("text=How good is this text?")
    page.wait_for_selector(".score")
    assert page.locator(".score").count() == 12
    check_accessible(page)
    page.click(".score summary >> nth=0")
    assert "Before rounding" in page.inner_text(".score >> nth=0")


@pytest.mark.browser
def test_in_a_browser_a_text_is_judged(serve: MakeServer, page: "Page") -> None:
    page.goto(f"{serve().url}/judge")
    page.check("[value=opinion]")
    page.fill("[name=text]", FALSE)
    page.fill("[name=sources]", json.dumps(PRODUCT))
    page.check("[value='opinion/faithfulness']")
    check_accessible(page)
    page.click("button:has-text('Judge')")
    page.wait_for_selector("mark.wrong")
    check_accessible(page)


CASE = case_of(
    {
        "task": "opinion",
        "text": "It is quiet. It is quiet. It costs $99 now.",
        "products": shortlist_of("x")["products"][:1],
    }
)


def judgement(metric: str, explanation: str) -> Judgement:
    return Judgement(
        case_id=CASE.id, item=CASE.item, task="opinion", metric=metric, judge="x", score=2, value=2.2,
        explanation=explanation, signature="s",
    )  # fmt: skip


def test_what_faithfulness_quotes_is_marked_and_nothing_else(options: WebOptions) -> None:
    said = "1. “It costs $99 now” (the price is 30)\n2. “costs $99”\n3. “in no text”\nScore- <score>2</score>"
    view = view_judgements(
        Site(options), CASE, [judgement("fluency", "“It is quiet”"), judgement("faithfulness", said)]
    )
    assert view.parts == (("It is quiet. It is quiet. ", False), ("It costs $99 now", True), (".", False))
    assert view.marked == 1
    assert view.cards[1].lines[-1] == "3. “in no text”"
    assert view.cards[0].anchor


def test_a_judgement_cut_short_is_still_found(options: WebOptions) -> None:
    view = view_judgements(Site(options), CASE, [judgement("faithfulness", 'It says "It is quiet. It …" but no.')])
    assert view.parts[0] == ("It is quiet. It", True)


def test_a_metric_that_no_rubric_here_has_is_shown_without_one(options: WebOptions) -> None:
    view = view_judgements(Site(options), CASE, [judgement("house_style", "x")])
    (card,) = view.cards
    assert (card.rubric, card.anchor, card.lines, view.parts) == (None, "", ("x",), ((CASE.text, False),))


def test_a_comparison_is_a_table_with_its_cells_marked(options: WebOptions) -> None:
    rows = [
        "| Product Title | Ambo | Birk |",
        "| --- | --- | --- |",
        "| Base Price | $40 | $50 |",
        "| Final Price | $30 | $31 |",
    ]
    rows += [f"| {name} | very silent indeed | N/A |" for name in ("Noise", "Lid", "Size", "Cord", "Base")]
    rows += ["| Average Rating | 4 | 4 |", "| Pros | quick | quick |", "| Cons | loud | N/A |"]
    text = "\n".join(rows) + "\n\nFinal Verdict Summary: Take the Ambo, which never leaks.\n"
    case = case_of({"task": "comparison", "query": "x", "text": text, "products": shortlist_of("x")["products"]})
    said = judgement("faithfulness", "1. “very silent indeed”\n2. “which never leaks”").model_copy(
        update={"task": "comparison"}
    )
    view = view_judgements(Site(options), case, [said])
    assert view.rows[3] == ("Noise", ((("very silent indeed", True),), (("N/A", False),)))
    assert view.parts == (("Take the Ambo, ", False), ("which never leaks", True), (".", False))
    assert view.marked == 6
