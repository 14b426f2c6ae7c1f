"""Rate: blind, at one's own pace, beside others; agreement as it grows, and ratings that `agree` reads."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from fastapi.testclient import TestClient

from triptych.catalog import read_ratings
from triptych.cli import main
from triptych.stores import KeptRating, Store
from web.brought import HOSTILE
from web.conftest import MakeServer, Served, check_accessible, check_everywhere
from web.kept import keep_run

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

TEXT = "/rate/judge-1/text"
ANN = {"rater": "ann", "rubric": "opinion/faithfulness", "texts": "12"}


@pytest.fixture
def store(client: TestClient) -> Store:
    """The store of the page, with a run of thirty texts."""
    opened: Store = client.app.state.site.store  # type: ignore[attr-defined]
    keep_run(opened, cases=30)
    return opened


@pytest.fixture
def rate(client: TestClient, form_key: str, store: Store) -> "Rate":
    """Sends what a rater's form sends."""
    return Rate(client, form_key)


class Rate:
    """A rater without a browser."""

    def __init__(self, client: TestClient, form_key: str) -> None:
        self.client = client
        self.form_key = form_key

    def page(self, **said: str) -> str:
        return self.client.get(TEXT, params=ANN | said).text

    def say(self, **said: str) -> int:
        """Answers what is asked next."""
        page = self.page(rater=said.get("rater", "ann"))
        fields = dict(re.findall(r'<input type="hidden" name="(key|metric)" value="([^"]*)">', page))
        return self.client.post(TEXT, data=ANN | fields | {"form_key": self.form_key} | said).status_code


def test_runs_that_can_be_rated_are_offered(client: TestClient) -> None:
    assert "No texts yet" in client.get("/rate").text
    keep_run(client.app.state.site.store)  # type: ignore[attr-defined]
    assert 'href="/rate/judge-1"' in client.get("/rate").text
    assert client.get("/rate/judge-7").status_code == 404


def test_a_text_is_shown_blind_with_rubric_anchors_and_sources(rate: Rate, store: Store) -> None:
    page = rate.page()
    assert "Faithfulness" in page
    assert (
        len(
            re.findall(
                r'<button class="anchor" name="score" value="[1-5]"[^>]*><kbd>[1-5]</kbd><span>.{20,}?</span>', page
            )
        )
        == 5
    )
    assert "The battery lasts 12 hours on a charge." in page
    for hidden in ("writer-0", "writer-1", "case-0", "Reason", "embedded"):
        assert hidden not in page


def test_a_score_is_kept_and_leads_on(rate: Rate, store: Store) -> None:
    first = rate.page()
    assert rate.say(score="4") == 303
    (kept,) = store.ratings_of("judge-1", "ann")
    assert (kept.metric, kept.score, kept.skipped) == ("faithfulness", 4.0, None)
    assert kept.case_digest == store.judged_case("judge-1", kept.case_id).digest
    second = rate.page()
    assert "1 of 12 answered" in second
    assert first != second
    assert rate.page() == second


def test_a_score_can_be_changed(rate: Rate, store: Store, client: TestClient, form_key: str) -> None:
    key = re.findall(r'name="key" value="([^"]*)"', rate.page())[0]
    rate.say(score="4")
    said = {"key": key, "metric": "faithfulness"}
    page = client.get(TEXT, params=ANN | said).text
    assert "You gave 4" in page
    client.post(TEXT, data=ANN | said | {"form_key": form_key, "score": "2"})
    assert [one.score for one in store.ratings_of("judge-1")] == [2.0]


def test_a_text_is_skipped_with_a_reason_only(rate: Rate, store: Store, client: TestClient) -> None:
    assert rate.say(skip="1") == 422
    assert rate.say(score="6") == 422
    assert rate.say(score="", reason="It is in French") == 303
    assert [(one.score, one.skipped) for one in store.ratings_of("judge-1")] == [(None, "It is in French")]
    assert "It is in French" in client.get("/rate/judge-1").text


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ({"form_key": "wrong"}, 403),
        ({"rater": " "}, 422),
        ({"rater": "a\u202eb"}, 422),
        ({"rater": "x" * 300}, 422),
        ({"key": "case-00001"}, 404),
        ({"metric": "clarity"}, 404),
    ],
)
def test_what_is_wrong_is_refused_and_nothing_kept(rate: Rate, store: Store, said: dict[str, str], status: int) -> None:
    fields = dict(re.findall(r'<input type="hidden" name="(key|metric)" value="([^"]*)">', rate.page()))
    answer = rate.client.post(TEXT, data=ANN | fields | {"form_key": rate.form_key, "score": "3"} | said)
    assert answer.status_code == status
    assert store.ratings_of("judge-1") == []


def test_no_rubric_is_no_question(client: TestClient, store: Store) -> None:
    assert client.get(TEXT, params={"rater": "ann"}).status_code == 422
    assert client.get(TEXT, params=ANN | {"rubric": "comparison/clarity"}).status_code == 422


def test_when_all_is_rated_agreement_is_shown(rate: Rate, store: Store, client: TestClient) -> None:
    for rater in ("ann", "bob"):
        for place in range(12):
            assert rate.say(rater=rater, score=str(1 + place % 5)) == 303
    end = client.get(TEXT, params=ANN)
    assert end.headers["location"] == "/rate/judge-1?rater=ann&done=1"
    page = client.get(end.headers["location"]).text
    assert "Thank you, ann" in page
    assert "24 ratings by 2 people" in page
    assert "alpha of 2 raters over 12 shared texts" in page
    assert re.search(r"<td>embedded</td><td class=\"n\">\d+</td><td><strong>", page)


def test_one_rater_alone_has_no_alpha_yet(rate: Rate, client: TestClient) -> None:
    # A text that the judge left without a score may be among the first.
    for _ in range(4):
        rate.say(score="3")
    page = client.get("/rate/judge-1").text
    assert "needs two raters or more" in page
    assert "4 ratings by 1 person" in page


def test_the_export_is_what_agree_reads(
    rate: Rate, store: Store, client: TestClient, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for rater in ("ann", 'bob "the, builder"'):
        for place in range(12):
            rate.say(rater=rater, score=str(1 + place % 5))
    rate.say(rater="eve", score="", reason="no time")
    exported = client.get("/rate/judge-1/ratings.csv")
    assert exported.headers["content-type"].startswith("text/csv")
    file = tmp_path / "ratings.csv"
    file.write_bytes(exported.content)
    assert sorted(read_ratings(str(file)), key=str) == sorted(
        (one.rating for one in store.ratings_of("judge-1") if one.rating), key=str
    )
    with pytest.raises(SystemExit) as ended:
        main(["agree", "judge-1", str(file), "--store", store.label])
    assert not ended.value.code
    assert "faithfulness" in capsys.readouterr().out


def test_hostile_words_stay_words(client: TestClient, store: Store) -> None:
    keep_run(store, "judge-bad", 3, text=" ".join(HOSTILE))
    store.save([KeptRating("case-00000", "", "faithfulness", "<b>eve</b>", None, HOSTILE[1])])
    asked = client.get("/rate/judge-bad/text", params=ANN).text
    for page in (asked, client.get("/rate/judge-bad").text):
        assert "<script>document" not in page
        assert "<img" not in page
        assert "<b>eve" not in page
        assert "\u202e" not in page


def begin(page: "Page", served: Served, rater: str, texts: int = 10) -> None:
    page.goto(f"{served.url}/rate/judge-1")
    page.get_by_label("Your name").fill(rater)
    page.get_by_label("How many texts").fill(str(texts))
    page.get_by_role("button", name="Rate").click()


@pytest.mark.slow
@pytest.mark.browser
def test_ten_texts_by_key_and_the_agreement(serve: MakeServer, page: "Page") -> None:
    served = serve()
    keep_run(served.site.store, cases=30, text=" ".join(HOSTILE))
    for rater in ("ann", "bob"):
        begin(page, served, rater)
        check_accessible(page)
        for place in range(10):
            page.get_by_text(f"{place} of 10 answered").wait_for()
            if (rater, place) == ("ann", 3):
                page.keyboard.press("s")
                page.keyboard.type("3 of its words are not English")
                page.keyboard.press("Enter")
            else:
                page.keyboard.press(str(1 + place % 5))
        page.get_by_text(f"Thank you, {rater}").wait_for()
    assert page.title() != "pwned"
    assert "19 ratings by 2 people" in page.locator("main").inner_text()
    assert page.get_by_text("Krippendorff’s alpha of 2 raters").count() == 1
    check_accessible(page)
    kept = served.site.store.ratings_of("judge-1")
    assert len(kept) == 20
    assert [one.skipped for one in kept if one.score is None] == ["3 of its words are not English"]


@pytest.mark.slow
@pytest.mark.browser
def test_two_raters_at_once(serve: MakeServer, browser: "Browser") -> None:
    served = serve()
    keep_run(served.site.store, cases=30)
    ann, bob = browser.new_page(), browser.new_page()
    begin(ann, served, "ann", 6)
    begin(bob, served, "bob", 6)
    for place in range(6):
        for page, key in ((ann, "2"), (bob, "5")):
            page.get_by_text(f"{place} of 6 answered").wait_for()
            page.keyboard.press(key)
    for page in (ann, bob):
        page.get_by_text("Thank you").wait_for()
    kept = served.site.store.ratings_of("judge-1")
    assert sorted((one.rater, one.score) for one in kept) == [("ann", 2.0)] * 6 + [("bob", 5.0)] * 6
    assert len({one.case_id for one in kept}) == 6


@pytest.mark.slow
@pytest.mark.browser
def test_every_page_about_rating_is_accessible_and_fits_a_phone(serve: MakeServer, page: "Page") -> None:
    served = serve()
    keep_run(served.site.store, cases=30)
    asked = f"{TEXT}?rater=ann&rubric=opinion/faithfulness"
    for place in ("/rate", "/rate/judge-1", asked):
        check_everywhere(page, served.url + place)
