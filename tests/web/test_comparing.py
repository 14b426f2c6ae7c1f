"""The view of a comparison: prices, better values, chips, and each line with its own evidence."""

import json

import pytest

from triptych.catalog import record_of
from triptych.records import Evidence, Shortlist
from triptych.web.comparing import ComparisonView, show_sources, view_comparison
from triptych.web.pages.compare import samples
from triptych.writers import Assignment, briefs_of
from triptych.writers.embedded import write_cases
from web.brought import shortlist_of


@pytest.fixture(scope="module")
def shortlist() -> Shortlist:
    given = shortlist_of(
        "quiet kettle under $31",
        "It is very quiet.",
        "The lid leaks. It is very quiet. The handle is sturdy and easy to hold.",
    )
    given["products"][0] |= {"base_price": 60, "average_rating": 4.5, "rating_count": 1200}
    given["products"][1] |= {"average_rating": 3.9, "reviews": ["It is loud.", "So loud that the baby wakes up."]}
    given["products"][2]["reviews"] = ["The handle is sturdy and easy to hold.", "The cord is long and very handy."]
    made = record_of(json.loads(json.dumps(given)))
    assert isinstance(made, Shortlist)
    return made


@pytest.fixture(scope="module")
def view(shortlist: Shortlist) -> ComparisonView:
    return view_comparison("x", write_cases(Assignment(0, shortlist)), briefs_of(shortlist))


def test_prices_show_the_saving(view: ComparisonView) -> None:
    first, second = view.cards[:2]
    assert (first.price, first.was, first.saving) == ("$30", "$60", "$30 less (50 %)")
    assert (second.was, second.saving) == (None, None)


def test_the_better_values_are_marked(view: ComparisonView) -> None:
    rows = {row.label: row for row in view.rows}
    assert (rows["Final Price"].best, rows["Final Price"].word) == (frozenset({0}), "lowest")
    assert (rows["Average Rating"].best, rows["Average Rating"].word) == (frozenset({0}), "highest")
    assert rows["Base Price"].best == frozenset()


def test_chips_say_how_each_need_is_answered(view: ComparisonView) -> None:
    states = [{chip.need.text: chip.state for chip, _ in card.chips} for card in view.cards]
    assert states[0]["under $31"] == "met"
    assert states[2]["under $31"] == "missed"
    assert all(view.panels[n].said == chip.need.text for card in view.cards for chip, n in card.chips)


def test_each_line_opens_with_the_remark_it_quotes_or_all_that_it_sums_up() -> None:
    chairs = samples()["office_chairs"]
    view = view_comparison("x", write_cases(Assignment(0, chairs)), briefs_of(chairs))
    lines = [(line, view.panels[line.panel or 0]) for card in view.cards for line in (*card.pros, *card.cons)]
    assert all(panel.said == line.text and panel.sources for line, panel in lines)
    quoted = [len(panel.sources) for line, panel in lines if line.text.startswith("“")]
    praised = [len(panel.sources) for line, panel in lines if line.text.startswith("Comfortable")]
    assert quoted and set(quoted) == {1}
    assert max(praised) > 1


def test_a_source_is_shown_once_with_all_its_marks(shortlist: Shortlist) -> None:
    product = shortlist.products[0]
    text = product.reviews[1].text

    def span(words: str) -> Evidence:
        start = text.index(words)
        return Evidence(
            product_id=product.id,
            source="review",
            source_id=product.reviews[1].id,
            start=start,
            end=start + len(words),
            text=words,
        )

    spans = [span("very quiet"), span("lid leaks"), span("leaks")]
    (shown,) = show_sources(spans, [product], {product.id: "Ambo"}, {spans[1]})
    assert [part for part, is_marked in shown.parts if is_marked] == ["lid leaks", "very quiet"]
    assert "".join(part for part, _ in shown.parts) == text
    assert (shown.stars, shown.product, shown.is_against) == (2, "Ambo", True)


def test_of_a_long_review_what_is_around_the_mark_is_shown(shortlist: Shortlist) -> None:
    long = "It works. " * 500 + "The lid leaks." + " It works." * 500
    product = shortlist.products[0]
    product = product.model_copy(update={"reviews": (product.reviews[0].model_copy(update={"text": long}),)})
    start = long.index("The lid")
    span = Evidence(
        product_id=product.id,
        source="review",
        source_id=product.reviews[0].id,
        start=start,
        end=start + 14,
        text="The lid leaks.",
    )
    (shown,) = show_sources([span], [product], {})
    assert sum(len(part) for part, _ in shown.parts) < 1000
    assert ("The lid leaks.", True) in shown.parts
    assert shown.parts[0] == ("… ", False)


def test_aspects_that_no_reviewer_names_have_no_bars_and_faults_go_by_another_name(view: ComparisonView) -> None:
    abouts = [bars.about for card in view.cards for bars, _ in card.aspects]
    assert abouts and "leaking" not in abouts and "noise" not in abouts
