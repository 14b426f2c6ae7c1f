"""Rows: what the query asks first, then what tells the products apart; a cell says what is known and who says so."""

from briefed import a_brief, a_need, a_point, a_product, a_reading, span
from triptych.records import ATTRIBUTES, Fact
from triptych.writers._brief import Brief
from triptych.writers._rows import answer_cell, choose_rows


def a_kettle(volume: str, noise: str, state: str = "met") -> Brief:
    """A kettle whose listing gives a volume and whose one reviewer speaks of noise."""
    product = a_product([noise], title=f"Brewlo {volume}", key_features=[volume, "Steel body"])
    facts = [
        Fact(attribute="capacity", value=volume, number=1.7, unit="l", evidence=span(product, "1", volume)),
        Fact(attribute="material", value="Steel body", evidence=span(product, "2", "Steel body")),
        Fact(attribute="promise", value="Best ever", evidence=span(product, "2", "Steel body"), is_claim=True),
    ]
    point = a_point(product, noise.lower().rstrip("."), "+" if state == "met" else "-", {"r1": noise})
    reading = a_reading(product, {"noise": [point]}, facts)
    return a_brief(product, reading, [(a_need("quiet"), state, point.quotes)])  # type: ignore[list-item]


BRIEFS = [a_kettle("1.7 L", "Very quiet indeed."), a_kettle("1 L", "Loud as a jet.", "missed")]


def test_what_is_asked_comes_first_then_what_differs() -> None:
    labels = [row.label for row in choose_rows(BRIEFS)]
    assert labels[:2] == ["Quiet", "Capacity"]
    assert labels.index("Capacity") < labels.index("Material"), "what is the same for all tells nothing apart"
    assert "Promise" not in labels
    assert len(labels) == len(set(labels)) == ATTRIBUTES


def test_a_cell_says_what_is_known_and_who_says_so() -> None:
    quiet = choose_rows(BRIEFS)[0]
    assert [cell.text if cell else None for cell in quiet.cells] == [
        "Yes, says a reviewer: it is quiet indeed",
        "A reviewer says no: it is loud as a jet",
    ]


def test_a_listed_value_that_misses_the_need_says_what_was_asked() -> None:
    product = a_product([], title="Brewlo Roar")
    brief = a_brief(
        product, a_reading(product, {}), [(a_need("quiet"), "missed", [span(product, "title", "Brewlo Roar")])]
    )
    cell = answer_cell(brief.responses[0], brief)
    assert cell is not None
    assert cell.text == "Brewlo Roar (you asked for quiet)"


def test_unknown_is_a_gap() -> None:
    product = a_product([])
    brief = a_brief(product, a_reading(product, {}), [(a_need("quiet"), "unknown", ())])
    assert answer_cell(brief.responses[0], brief) is None


def test_other_kinds_of_thing_get_a_row() -> None:
    one, other = (a_product([], id=name) for name in "ab")
    kind = a_need("kettle", "category")
    rows = choose_rows(
        [
            a_brief(one, a_reading(one, {}), [(kind, "met", ())]),
            a_brief(other, a_reading(other, {}, kind="milk frother"), [(kind, "missed", ())]),
        ]
    )
    assert rows[0].label == "Type"
    assert [cell.text if cell else None for cell in rows[0].cells] == ["Kettle", "Milk frother"]
