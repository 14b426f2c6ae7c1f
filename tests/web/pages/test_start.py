"""The first page: samples, what visitors bring, and products to choose from."""

import io
import json
import re
from typing import TYPE_CHECKING

import pytest
from fastapi.testclient import TestClient

from triptych.samples import sample_files
from web.brought import shortlist_of
from web.conftest import MakeServer, check_accessible

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
    assert "say it is quiet" in page.inner_text("main").lower()


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
