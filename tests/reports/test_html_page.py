"""The page: whole in itself, safe whatever the texts say, and right in a real browser, light and dark."""

import re
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from reported import audit, ratings, run
from scored import rating
from triptych.reports import Contents, JudgedRun, make_contents, write_audit, write_report
from triptych.reports.html_page import MOST_COLOURS, Chart, draw_agreement, draw_differences, draw_means, draw_spread

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

VOID = {"meta", "link", "br", "hr", "img", "input", "source", "wbr"}


@pytest.fixture(scope="module")
def contents() -> Contents:
    return make_contents([run("<script>alert(1)</script>")], ratings=ratings(), audit=audit())


@pytest.fixture(scope="module")
def page(contents: Contents) -> str:
    return write_report(contents, "html")


class Outline(HTMLParser):
    """What a screen reader goes by, and whether every element is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.headings: list[int] = []
        self.ids: list[str] = []
        self.images: list[dict[str, str | None]] = []
        self.tables = self.captions = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag not in VOID:
            self.open.append(tag)
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if given.get("id"):
            self.ids.append(given["id"] or "")
        if given.get("role") == "img":
            self.images.append(given)
        self.tables += tag == "table"
        self.captions += tag == "caption"

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An SVG element that closes itself."""

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def outline(page: str) -> Outline:
    found = Outline()
    found.feed(page)
    assert found.open == []
    return found


def test_it_is_well_formed_and_can_be_walked(page: str) -> None:
    found = outline(page)
    assert found.headings[0] == 1 and found.headings.count(1) == 1
    assert all(two - one <= 1 for one, two in pairwise(found.headings))
    assert len(set(found.ids)) == len(found.ids)
    assert found.tables == found.captions
    assert found.images and all(len(image.get("aria-label") or "") > 40 for image in found.images)
    assert {f'href="#{name}"' in page for name in ("scores", "texts", "agreement", "audit", "all", "made")} == {True}


def test_nothing_outside_is_needed(page: str) -> None:
    assert not re.findall(r'(?:src|href)="(?!#)', page)
    assert "@import" not in page and not re.findall(r"url\((?!#)", page)


def test_what_texts_say_stays_text(page: str) -> None:
    assert "<script>alert(1)" not in page
    assert "<b>bold</b>" not in page and "&lt;b&gt;bold&lt;/b&gt;" in page
    assert "<i>of</i>" not in page


def test_evidence_is_marked(page: str, contents: Contents) -> None:
    marks = re.findall("<mark>(.*?)</mark>", page)
    shown = [
        words for view in contents.views for source in view.sources for is_marked, words in source.parts if is_marked
    ]
    assert len(marks) == len(shown) == len(contents.views)


def test_charts_take_their_colours_from_the_page(page: str) -> None:
    drawings = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    assert drawings
    for drawing in drawings:
        assert not re.findall(r'(?:fill|stroke)="#', drawing)
        assert "var(--" in drawing and 'aria-hidden="true"' in drawing


def test_the_same_contents_make_the_same_page(page: str, contents: Contents) -> None:
    assert write_report(contents, "html") == page


def test_without_cases_people_or_audit(page: str) -> None:
    bare = write_report(make_contents([run(with_cases=False)]), "html")
    outline(bare)
    assert "give the cases with --cases" in bare
    assert 'id="agreement"' not in bare and 'id="audit"' not in bare


def test_many_systems_become_a_grid() -> None:
    given = run()
    many = [
        one.model_copy(update={"system": f"system {number}", "case_id": f"{one.case_id}{number}"})
        for number in range(9)
        for one in given.judgements
    ]
    made = write_report(make_contents([type(given)("many", many)]), "html")
    outline(made)
    assert "system 8" in made


def test_charts_are_told_in_words_that_can_be_spoken() -> None:
    given = [
        one.model_copy(update={"metric": "aspect_coverage"})
        for one in run().judgements
        if (one.task, one.metric) == ("comparison", "clarity")
    ]
    rated = [rating(one.case_id, one.score or 3, metric=one.metric) for one in given]
    read = Outline()
    read.feed(write_report(make_contents([JudgedRun("run", given)], ratings=rated), "html"))
    labels = [image["aria-label"] or "" for image in read.images]
    assert len(labels) == 3 and not any("_" in label for label in labels)
    assert "Spearman over all texts: aspect coverage 0.95." in labels[-1]


def test_an_audit_page_says_why_it_fails() -> None:
    made = write_audit(audit(), "html")
    outline(made)
    assert "Does not pass" in made and 'class="marked"' in made
    assert "direct/&lt;x&gt;" in made


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_in_a_browser(page: str, tmp_path: Path, browser: "Browser", scheme: str) -> None:
    path = tmp_path / "report.html"
    path.write_text(page, encoding="utf-8")
    opened = browser.new_page(
        color_scheme="dark" if scheme == "dark" else "light", viewport={"width": 390, "height": 800}
    )
    problems: list[str] = []
    asked: list[str] = []
    opened.on("console", lambda message: problems.append(message.text))
    opened.on("pageerror", lambda error: problems.append(str(error)))
    opened.on("request", lambda request: asked.append(request.url))
    opened.goto(path.as_uri())
    assert problems == [] and asked == [path.as_uri()]
    assert opened.evaluate("document.documentElement.scrollWidth") <= 390
    for selector in ("figure svg text", "h1", "td", "caption"):
        assert contrast(opened, selector) >= 4.5
    opened.close()


@pytest.mark.browser
def test_the_filter_narrows_the_table(page: str, tmp_path: Path, browser: "Browser") -> None:
    path = tmp_path / "report.html"
    path.write_text(page, encoding="utf-8")
    opened = browser.new_page()
    opened.goto(path.as_uri())
    rows = opened.locator("#rows-comparison tbody tr:visible")
    assert rows.count() == 4
    opened.locator("[data-rows=rows-comparison] input").fill("plain")
    assert rows.count() == 2
    assert opened.locator("[data-rows=rows-comparison] output").inner_text() == "2 of 4 shown"
    opened.keyboard.press("Tab")
    assert opened.evaluate("document.activeElement.tagName") == "SELECT"
    opened.close()


def contrast(page: "Page", selector: str) -> float:
    """The contrast of the first such element's ink with the page (WCAG 2.2, 1.4.3)."""
    read = """selector => {
        const it = document.querySelector(selector);
        const style = getComputedStyle(it);
        const ink = it instanceof SVGElement ? style.fill : style.color;
        return [ink, getComputedStyle(document.body).backgroundColor];
    }"""
    lights = sorted(luminance(colour) for colour in page.evaluate(read, selector))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def luminance(colour: str) -> float:
    channels = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


CONTENTS = make_contents([run("before"), run("after", lift=0.4)], ratings=ratings())


def words_of(chart: Chart) -> set[str]:
    return set(re.findall(r"<text[^>]*>([^<]+)</text>", chart.svg))


def test_means_by_metric_and_run() -> None:
    assert {"clarity", "before", "after"} <= words_of(draw_means(CONTENTS.standings, "Means"))


def test_more_series_than_colours_become_a_grid_of_figures() -> None:
    first = CONTENTS.standings[0]
    systems = [first.model_copy(update={"system": f"system {number}"}) for number in range(MOST_COLOURS + 1)]
    few, many = (draw_means(shown, "Means") for shown in (CONTENTS.standings, systems))
    assert f"{CONTENTS.standings[0].mean:.1f}" in words_of(many) - words_of(few)


def test_shares_of_scores() -> None:
    assert {"score", "1", "5", "100%"} <= words_of(draw_spread(CONTENTS.standings, "Shares"))


def test_differences_and_agreement_by_metric() -> None:
    assert "comparison: clarity" in words_of(draw_differences(CONTENTS.differences, "B less A"))
    assert CONTENTS.agreement is not None
    assert {"people", "judge"} <= words_of(draw_agreement(CONTENTS.agreement.points, "People"))


@pytest.mark.parametrize("label", ["Shares", "Other shares"])
def test_colours_are_variables_and_ids_are_the_charts_own(label: str) -> None:
    chart = draw_spread(CONTENTS.standings, label)
    assert chart.label == label and "var(--score-5)" in chart.svg
    assert not re.search(r'(?:fill|stroke)="#', chart.svg)
    ids = set(re.findall(r'id="([^"]+)"', chart.svg))
    assert not ids & set(re.findall(r'id="([^"]+)"', draw_spread(CONTENTS.standings, label + "!").svg))
