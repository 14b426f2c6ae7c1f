"""The comparison page: a shop's view, evidence behind every word, and ways to take it along."""

import io
import json
import re
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest
from fastapi.testclient import TestClient

from triptych.records import Case
from triptych.samples import sample_files
from triptych.web.state import Job
from web.brought import HOSTILE, shortlist_of
from web.conftest import MakeClient, MakeServer, check_accessible

if TYPE_CHECKING:
    from playwright.sync_api import Page

SAMPLE = "/compare/office_chairs"


def test_a_sample_is_compared(client: TestClient) -> None:
    page = client.get(SAMPLE)
    assert page.status_code == 200
    for shown in ("Verdict", "Why this one", "Side by side", 'class="chip met"', 'class="chip missed"', 'class="best"'):
        assert shown in page.text
    assert re.search(
        r"<strong>₹[\d,]+</strong> <s>.*?₹[\d,]+</s> <span class=\"saving\">₹[\d,]+ less \(\d+ %\)", page.text
    )


def test_every_cell_sentence_chip_and_point_opens_its_evidence(client: TestClient) -> None:
    page = client.get(SAMPLE).text
    cells = re.findall(r"<td role=\"cell\" data-name.*?</td>", page, re.DOTALL)
    assert cells
    assert all("/evidence/" in cell for cell in cells)
    links = sorted(set(re.findall(rf'href="({SAMPLE}/evidence/\d+)"', page)))
    assert len(links) > 50
    shown = [client.get(link) for link in links]
    assert {answer.status_code for answer in shown} == {200}
    assert sum("<mark>" in answer.text or "say anything about this" in answer.text for answer in shown) > 0.9 * len(
        links
    )
    assert any("Review" in answer.text and "★" in answer.text and "<time" in answer.text for answer in shown)
    assert any("<strong>Title</strong>" in answer.text for answer in shown), "the listing is a source as well"
    assert client.get(f"{SAMPLE}/evidence/99999").status_code == 404
    assert client.get(f"{SAMPLE}/evidence/x").status_code == 422


def test_a_script_gets_only_the_middle(client: TestClient) -> None:
    part = client.get(f"{SAMPLE}/evidence/0", headers={"X-Fragment": "1"}).text
    assert "<html" not in part
    assert 'id="panel-title"' in part


def test_it_can_be_taken_along(client: TestClient) -> None:
    text = client.get(f"{SAMPLE}/text.md")
    assert "| Product Title |" in text.text
    assert "attachment" in text.headers["content-disposition"]
    assert client.get(f"{SAMPLE}/text.html").text.startswith("<!doctype html>")
    cases = [Case.model_validate(one) for one in json.loads(client.get(f"{SAMPLE}/text.json").text)]
    assert {case.task for case in cases} == {"comparison", "explanation", "opinion"}
    assert client.get(f"{SAMPLE}/text.exe").status_code == 422


def test_a_permalink_outlives_the_server(make_client: MakeClient) -> None:
    first, second = make_client(), make_client()
    key = first.app.state.site.form_key  # type: ignore[attr-defined]
    pasted = json.dumps(shortlist_of("a quiet kettle", "It is quiet.", "It is loud and leaks."))
    with first:
        place = first.post("/compare", data={"form_key": key, "pasted": pasted}).headers["location"]
    assert re.fullmatch(r"/compare/write-[0-9a-f]+", place)
    page = second.get(place)
    assert page.status_code == 200
    assert "a quiet kettle" in page.text.lower()


@pytest.mark.parametrize("name", ["nothing", "write-0000", "..%2F..%2Fetc%2Fpasswd", "%00", "judge-1"])
def test_what_is_not_there_is_not_found(client: TestClient, name: str) -> None:
    assert client.get(f"/compare/{name}").status_code == 404
    assert client.get(f"/jobs/{name}").status_code == 404


@pytest.mark.parametrize("hostile", HOSTILE)
def test_hostile_text_is_inert(client: TestClient, form_key: str, hostile: str) -> None:
    pasted = json.dumps(
        shortlist_of(f"kettle {hostile}", f"It leaks. {hostile} It leaks.", f"{hostile}", title=hostile)
    )
    with client:
        answer = client.post("/compare", data={"form_key": form_key, "pasted": pasted})
        assert answer.status_code == 303
        page = client.get(answer.headers["location"]).text
        panels = [client.get(link).text for link in set(re.findall(r'href="(/compare/[^"]+/evidence/\d+)"', page))]
    for shown in [page, *panels]:
        assert not re.search(r"<(?:script(?! src=\"/static)|img|iframe|svg on|a href=\"javascript)", shown)
        assert not re.search(r"<[^>]*\son\w+=", shown)
        assert not re.search("[\u202a-\u202e\u2066-\u2069\u200b]", shown)


@pytest.mark.browser
def test_in_a_browser_evidence_opens_beside_the_text(serve: MakeServer, page: "Page") -> None:
    page.goto(f"{serve().url}/")
    page.click("text=ergonomic office chair")
    page.wait_for_selector("h1")
    check_accessible(page)
    page.focus(".points.pro .claim >> text=Comfortable")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog[open] mark")
    assert "Review" in page.inner_text("dialog")
    check_accessible(page)
    page.keyboard.press("Escape")
    assert page.query_selector("dialog[open]") is None
    assert page.evaluate("document.activeElement.className") == "claim"


@pytest.mark.slow
@pytest.mark.browser
def test_without_script_evidence_is_a_page(serve: MakeServer, page: "Page") -> None:
    plain = page.context.browser.new_context(java_script_enabled=False).new_page()  # type: ignore[union-attr]
    plain.goto(f"{serve().url}{SAMPLE}")
    plain.click(".chip >> nth=0")
    assert plain.inner_text("h1, h2")
    assert "/evidence/" in plain.url
    plain.click("text=Back to the comparison")
    assert plain.url.endswith(SAMPLE)


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 1440])
def test_nothing_is_wider_than_the_screen(serve: MakeServer, page: "Page", width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{serve().url}{SAMPLE}")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.browser
def test_the_page_that_waits_is_accessible_and_leads_on(serve: MakeServer, page: "Page") -> None:
    served = serve()
    job = SimpleNamespace(what="Writing", status="running", error=None, task=SimpleNamespace(result=lambda: SAMPLE))
    served.site.workshop.jobs.put("waited-for", cast(Job, job))
    page.goto(f"{served.url}/jobs/waited-for")
    check_accessible(page)
    job.status = "done"
    page.wait_for_url(f"**{SAMPLE}")


if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

PRODUCTS = (
    "id,title,price,currency\n"
    "a,Ambo Silent Kettle 1.7 l,29.90,USD\nb,Birk Glass Kettle,19.90,USD\nc,Cello Desk Lamp,25,USD\n"
)
REVIEWS = (
    "product_id,text,stars\na,It is very quiet.,5\na,Quiet and quick.,4\nb,It is loud.,2\nb,It leaks.,1\nc,Bright.,4\n"
)


def test_the_samples_are_offered(client: TestClient) -> None:
    page = client.get("/").text
    for path in sample_files():
        assert f'href="/compare/{path.stem}"' in page


@pytest.mark.parametrize(
    ("pasted", "said"),
    [
        ("", "nothing to compare yet"),
        ('{"query": "kettle", "products": [', "is not JSON: line 1"),
        ("{]", "is not JSON"),
        ('{"query": "kettle", "products": [{"title": "A"}]}', "no usable shortlists"),
        ('{"a": 1}', "holds nothing we know"),
        ('{"task": "opinion", "text": "x", "products": [{"title": "A"}]}', "these are cases"),
        ("[" * 5000, "what you pasted.json"),
    ],
)
def test_what_cannot_be_read_is_said_beside_the_form(client: TestClient, form_key: str, pasted: str, said: str) -> None:
    answer = client.post("/compare", data={"form_key": form_key, "pasted": pasted})
    assert answer.status_code == 422
    assert said in answer.text
    assert "/tmp" not in answer.text
    assert pasted[:100].replace('"', "&#34;") in answer.text


def test_a_form_from_elsewhere_is_refused(client: TestClient) -> None:
    for key in ({}, {"form_key": "x"}):
        assert client.post("/compare", data={**key, "pasted": "{}"}).status_code == 403


def test_several_shortlists_are_offered(client: TestClient, form_key: str) -> None:
    lines = "\n".join(json.dumps(shortlist_of(f"kettle {n}", "It is quiet.")) for n in range(3))
    with client:
        place = client.post("/compare", data={"form_key": form_key}, files={"products": ("s.jsonl", lines)}).headers[
            "location"
        ]
        assert "kettle 2" in client.get(place).text
        chosen = client.post(place, data={"form_key": form_key, "number": "2"})
        assert "kettle 2" in client.get(chosen.headers["location"]).text.lower()
        for number in ("3", "-1", "x", "²"):
            assert client.post(place, data={"form_key": form_key, "number": number}).status_code == 422


def test_products_and_reviews_become_a_catalogue(client: TestClient, form_key: str) -> None:
    files = {"products": ("my products.csv", PRODUCTS), "reviews": ("reviews.csv", REVIEWS)}
    with client:
        place = client.post("/compare", data={"form_key": form_key, "query": "quiet kettle"}, files=files).headers[
            "location"
        ]
        page = client.get(place).text
        assert "my products.csv" in page
        assert page.index("Ambo Silent Kettle") < page.index("Birk Glass Kettle")
        assert "Cello" not in page
        place = place.partition("?")[0]
        few = client.post(place, data={"form_key": form_key, "query": "quiet kettle", "product": ["a"]})
        assert few.status_code == 422
        assert "Choose 2 to 6" in few.text
        answer = client.post(place, data={"form_key": form_key, "query": "quiet kettle", "product": ["a", "b"]})
        assert answer.status_code == 303
        compared = client.get(answer.headers["location"]).text
    assert "Birk Glass" in compared
    assert "$29.90" in compared


def test_a_workbook_is_read(client: TestClient, form_key: str) -> None:
    from openpyxl import Workbook

    book = Workbook()
    for line in PRODUCTS.splitlines():
        book.active.append(line.split(","))
    content = io.BytesIO()
    book.save(content)
    answer = client.post("/compare", data={"form_key": form_key}, files={"products": ("p.xlsx", content.getvalue())})
    assert "Cello Desk Lamp" in client.get(answer.headers["location"]).text


def test_the_samples_are_a_catalogue(client: TestClient) -> None:
    page = client.get("/catalogue/samples", params={"query": "blender"}).text
    assert page.count(" checked") == 3
    assert "Try other words" in client.get("/catalogue/samples", params={"query": "zzz"}).text
    assert client.get("/catalogue/nothing").status_code == 404
    assert client.get("/shortlists/nothing").status_code == 404


@pytest.mark.browser
def test_in_a_browser_two_tables_become_a_comparison(serve: MakeServer, page: "Page", tmp_path: "Path") -> None:
    (tmp_path / "products.csv").write_text(PRODUCTS)
    (tmp_path / "reviews.csv").write_text(REVIEWS)
    page.goto(serve().url)
    page.set_input_files("[name=products]", tmp_path / "products.csv")
    page.set_input_files("[name=reviews]", tmp_path / "reviews.csv")
    page.fill(".card [name=query] >> nth=1", "quiet kettle")
    page.click("button:has-text('Compare')")
    page.wait_for_selector(".offers")
    check_accessible(page)
    page.click("button:has-text('Compare')")
    page.wait_for_selector(".verdict")
    assert re.search(r"/compare/write-", page.url)
    assert "say that it is quiet" in page.inner_text("main").lower()


@pytest.mark.browser
def test_in_a_browser_broken_json_is_explained(serve: MakeServer, page: "Page") -> None:
    page.goto(serve().url)
    page.click("summary")
    page.fill("textarea", '{"query": "kettle", "products": [')
    page.click("button:has-text('Compare')")
    assert "not JSON" in page.inner_text("[role=alert]")
    assert page.input_value("textarea").startswith('{"query"')
    check_accessible(page)


@pytest.mark.browser
def test_the_list_of_several_shortlists_is_accessible(serve: MakeServer, page: "Page", tmp_path: "Path") -> None:
    lines = "\n".join(json.dumps(shortlist_of(f"kettle {n}", "It is quiet.")) for n in range(3))
    (tmp_path / "several.jsonl").write_text(lines)
    page.goto(serve().url)
    page.set_input_files("[name=products]", tmp_path / "several.jsonl")
    page.click("button:has-text('Compare')")
    page.wait_for_selector("text=kettle 2")
    check_accessible(page)
