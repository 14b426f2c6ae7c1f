"""Rows: what the query asks first, then what tells the products apart; a cell says what is known and who says so."""

from collections.abc import Sequence
from dataclasses import replace

from briefed import a_brief, a_need, a_point, a_product, a_reading, span
from triptych.listing import align_listings
from triptych.records import ATTRIBUTES, Need
from triptych.writers._brief import Brief
from triptych.writers._rows import AttributeRow, answer_cell, choose_rows, reported_figures


def a_kettle(volume: str, noise: str, state: str = "met") -> Brief:
    """A kettle whose listing gives a volume and whose one reviewer speaks of noise."""
    product = a_product([noise], title=f"Brewlo {volume}", key_features=[volume, "Steel body"])
    point = a_point(product, noise.lower().rstrip("."), "+" if state == "met" else "-", {"r1": noise})
    reading = a_reading(product, {"noise": [point]})
    return a_brief(product, reading, [(a_need("quiet"), state, point.quotes)])  # type: ignore[list-item]


def rows_of(briefs: Sequence[Brief]) -> tuple[AttributeRow, ...]:
    """The rows of a comparison of these products."""
    return choose_rows(briefs, align_listings([brief.product for brief in briefs]))


BRIEFS = [a_kettle("1.7 L", "Very quiet indeed."), a_kettle("1 L", "It is too loud.", "missed")]


def test_what_is_asked_comes_first_then_what_differs() -> None:
    labels = [row.label for row in rows_of(BRIEFS)]
    assert labels[:2] == ["Quiet", "Capacity"]
    assert labels.index("Capacity") < labels.index("Material"), "what is the same for all tells nothing apart"
    assert len(labels) == len(set(labels)) == ATTRIBUTES


def test_a_cell_says_what_is_known_and_who_says_so() -> None:
    quiet = rows_of(BRIEFS)[0]
    assert [cell.text if cell else None for cell in quiet.cells] == [
        "Yes: very quiet",
        "No: too loud",
    ]


def test_a_listed_value_that_misses_the_need_says_what_was_asked() -> None:
    product = a_product([], title="Brewlo Roar", key_features=["Whistles loudly"])
    for place, words, said in (
        ("1", "Whistles loudly", "Whistles loudly (you asked for quiet)"),
        ("title", "Brewlo Roar", "No (listing)"),
    ):
        brief = a_brief(product, a_reading(product, {}), [(a_need("quiet"), "missed", [span(product, place, words)])])
        cell = answer_cell(brief.responses[0], brief)
        assert cell is not None and cell.text == said, "a name says nothing"


def test_unknown_is_a_gap() -> None:
    product = a_product([])
    brief = a_brief(product, a_reading(product, {}), [(a_need("quiet"), "unknown", ())])
    assert answer_cell(brief.responses[0], brief) is None


def test_other_kinds_of_thing_get_a_row() -> None:
    one, other = (a_product([], id=name) for name in "ab")
    kind = a_need("kettle", "category")
    rows = rows_of(
        [
            a_brief(one, a_reading(one, {}), [(kind, "met", ())]),
            a_brief(other, a_reading(other, {}, kind="milk frother"), [(kind, "missed", ())]),
        ]
    )
    assert rows[0].label == "Type"
    assert [cell.text if cell else None for cell in rows[0].cells] == ["Kettle", "Milk frother"]


def test_figures_that_reviewers_measured_are_all_told() -> None:
    texts = ["It gives 6 hours.", "It does not last 30 minutes.", "No manual was there, and it runs 2.5 hours."]
    texts += ["You should switch it off for 9 hours.", "It claims to last 8 hours.", "I have had it for 2 years."]
    product = a_product(texts)
    spans = tuple(span(product, f"r{n}", text) for n, text in enumerate(texts[:3], start=1))
    need = Need(text="4 hours backup", kind="figure", start=0, end=14)
    brief = a_brief(product, a_reading(product, {}), [(need, "disputed", spans)])
    (response,) = brief.responses
    assert reported_figures(response) == "less than 30 minutes to 6 hours", (
        "advice, claims and other times are no figures"
    )
    cell = answer_cell(response, brief)
    assert cell is not None and cell.text == f"Reported: {reported_figures(response)}"


def test_a_cell_names_who_bears_it_out() -> None:
    product = a_product(["Very quiet kettle."], key_features=["Quiet"])
    point = a_point(product, "quiet", "+", {"r1": "Very quiet kettle"})
    listed = span(product, "1", "Quiet")
    for evidence, said in (((listed,), "Yes (listing)"), ((listed, *point.quotes), "Yes (listing, reviews)")):
        brief = a_brief(product, a_reading(product, {"noise": [point]}), [(a_need("quiet"), "met", evidence)])
        (response,) = brief.responses
        cell = answer_cell(replace(response, for_=response.for_ if len(evidence) > 1 else ()), brief)
        assert cell is not None and cell.text.startswith(said)


def listed_rows(*listings: list[str], reviews: tuple[str, ...] = ()) -> dict[str, list[str | None]]:
    """The rows of products whose listings have these features, the last with reviews."""
    products = [
        a_product(
            list(reviews) if place == len(listings) else [], id=f"p{place}", title=f"Brewlo {place}", key_features=some
        )
        for place, some in enumerate(listings, start=1)
    ]
    rows = rows_of([a_brief(product, a_reading(product, {}), []) for product in products])
    return {row.label: [cell.text if cell else None for cell in row.cells] for row in rows}


def test_figures_come_before_words_and_brands_last() -> None:
    rows = listed_rows(["1.7 L", "Dishwasher safe", "2 year warranty"], ["1 L", "Hand wash only", "1 year warranty"])
    assert list(rows)[:2] == ["Capacity", "Warranty"]
    assert rows["Capacity"] == ["1.7 L", "1 L"]
    assert list(rows)[-1] in ("Reviews Read", "Kind of Product", "Short Name")


def test_a_gap_that_a_source_might_fill_comes_last() -> None:
    listings = (["Warranty: 2 years", "1500 W"], ["Warranty: 1 year", "900 W"], ["Lid with lock"])
    assert list(listed_rows(*listings))[:2] == ["Warranty", "Power"]
    told = listed_rows(*listings, reviews=("The warranty is 3 years.",))
    assert next(iter(told)) == "Power", "a reviewer knows the warranty"
    assert told["Power"] == ["1500 W", "900 W", None]


def test_what_is_listed_under_the_name_of_a_need_answers_it() -> None:
    product = a_product([], key_features=["Splash resistant housing", "IPX7 rated"])
    listed = span(product, "1", "Splash resistant housing")
    brief = a_brief(
        product, a_reading(product, {}), [(a_need("waterproof", query="waterproof kettle"), "met", (listed,))]
    )
    row = next(row for row in rows_of([brief, brief]) if row.label == "Waterproof")
    assert [cell.text if cell else None for cell in row.cells] == ["IPX7", "IPX7"]


def test_the_figures_of_the_listings_answer_what_should_be_great() -> None:
    briefs = []
    for name, feature in (("a", "Cable length 50 cm"), ("b", "Cable length 2 m"), ("c", "Steel body")):
        product = a_product([], id=name, key_features=[feature])
        need = a_need("long cable", query="kettle with a long cable")
        briefs.append(a_brief(product, a_reading(product, {}), [(need, "unknown", ())]))
    row = next(row for row in rows_of(briefs) if row.label == "Long Cable")
    assert [cell.text if cell else None for cell in row.cells] == ["50 cm", "2 m", None]


def test_a_review_without_marks_is_not_quoted() -> None:
    words = "very quiet kettle "
    for said, shown in (
        ("Very quiet kettle. Nice.", "Yes: very quiet kettle"),
        (words * 10, "Yes (reviews)"),
    ):
        product = a_product([said])
        point = a_point(product, "quiet", "+", {"r1": said[: len(words) - 1]})
        brief = a_brief(product, a_reading(product, {"noise": [point]}), [(a_need("quiet"), "met", point.quotes)])
        cell = answer_cell(brief.responses[0], brief)
        assert cell is not None and cell.text == shown


def test_a_sturdy_hook_makes_no_sturdy_kettle() -> None:
    for feature, is_said in (("Sturdy bucket hook", False), ("Sturdy steel kettle", True)):
        product = a_product([], key_features=[feature])
        listed = span(product, "1", feature)
        need = a_need("sturdy", query="a sturdy kettle")
        brief = a_brief(product, a_reading(product, {}), [(need, "met", (listed,))])
        assert bool(brief.responses[0].listing) == is_said


def test_two_needs_with_a_word_in_common_are_two_rows() -> None:
    product = a_product(["Great for carrot juice.", "Orange juice comes out clear."])
    needs = [Need(kind="use", text=f"{fruit} juice", start=0, end=12) for fruit in ("carrot", "orange")]
    spans = [span(product, "r1", "Great for carrot juice"), span(product, "r2", "Orange juice comes out clear")]
    brief = a_brief(
        product, a_reading(product, {}), [(need, "met", [each]) for need, each in zip(needs, spans, strict=True)]
    )
    assert [row.label for row in rows_of([brief, brief])][:2] == ["For Carrot Juice", "For Orange Juice"]
