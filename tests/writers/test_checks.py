"""What a model's text is held against: figures, counts, form."""

import pytest

from briefed import QUERY, a_brief, a_product, a_reading
from triptych.writers._brief import Brief
from triptych.writers._checks import Known, check_paragraph, check_table, contradiction, sentences_of, set_right

PRODUCT = a_product(
    ["It boils in 3 minutes.", "Holds 1.7 litres.", "Fine."],
    key_features=["2200 W", "Cable 75 cm"],
    average_rating=4.2,
    rating_count=118_950,
)
KNOWN = Known([a_brief(PRODUCT, a_reading(PRODUCT, {}))], QUERY)


@pytest.mark.parametrize(
    "text",
    [
        "It draws 2200 W and holds 1.7 L.",
        "It draws 2.2 kW.",
        "The cable is 0.75 m long.",
        "At $29.99 it is $10.01 under your limit of $40.",
        "Two of 3 reviewers like it.",
        "It has 4.2 of 5 stars from about 119,000 ratings.",
        "It boils in three minutes.",
    ],
)
def test_what_the_sources_have_passes(text: str) -> None:
    assert contradiction(text, KNOWN) is None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("It draws 3000 W.", "no source has “3000 W”"),
        ("It boils in 45 seconds.", "no source has “45 seconds”"),
        ("At $24.99 it is a bargain.", "no source has the number 24.99"),
        ("Five of 3 reviewers like it.", "“Five of 3”: 3 reviewers were read"),
        ("Two of 9 reviewers like it.", "“Two of 9”: 3 reviewers were read"),
        ("It won 14 prizes.", "no source has the number 14"),
    ],
)
def test_a_figure_of_nobodys_is_named(text: str, why: str) -> None:
    assert contradiction(text, KNOWN) == why


def test_form_of_a_paragraph() -> None:
    good = "The Brewlo Hush boils fast and holds plenty, as reviewers say, and it costs little for what it is."
    assert list(check_paragraph("explanation", good)) == []
    assert "at most 99" in " ".join(check_paragraph("explanation", f"Brewlo {'word ' * 120}"))
    assert "at least" in " ".join(check_paragraph("explanation", "Brewlo."))
    assert "table marks" in " ".join(check_paragraph("explanation", f"{good} | a |"))


def test_sentences_end_where_sentences_end() -> None:
    assert sentences_of("It costs Rs. 40. Good? “Yes.” It is no. 1.") == [
        "It costs Rs. 40.",
        "Good?",
        "“Yes.”",
        "It is no.",
        "1.",
    ]


TABLE = """| | Brewlo | Ralo |
| --- | --- | --- |
| Product Title | Brewlo kettle | Ralo kettle |
| Base Price | N/A | N/A |
| Final Price | $19.99 | $29.99 |
| Noise | quiet | loud |
| Power | 2200 W | 2200 W |
| Volume | 1.7 L | 1.7 L |
| Cable | 75 cm | 75 cm |
| Colour | red | blue |
| Average Rating | 3 | 4.2 |
| Pros | fast | fast |
| Cons | N/A | N/A |

Final Verdict Summary: The Brewlo is quiet and boils fast, so take it for a small office and leave the other.
"""


def briefs() -> list[Brief]:
    """Two kettles of one price and rating."""
    found = []
    for name in ("Brewlo", "Ralo"):
        product = PRODUCT.model_copy(update={"id": name, "title": f"{name} Hush Kettle, 1.7 L"})
        found.append(a_brief(product, a_reading(product, {}), name=name))
    return found


def test_titles_prices_and_ratings_are_set_right() -> None:
    assert list(check_table(TABLE, briefs())) == []
    comparison = set_right(TABLE, briefs())
    assert comparison is not None
    assert [column.title for column in comparison.columns] == ["Brewlo Hush Kettle, 1.7 L", "Ralo Hush Kettle, 1.7 L"]
    assert {str(column.final_price.amount) for column in comparison.columns if column.final_price} == {"29.99"}
    assert {column.average_rating for column in comparison.columns} == {4.2}


def test_what_is_no_table_stays_none() -> None:
    assert set_right("Buy the first one.", briefs()) is None
    assert list(check_table("Buy the first one.", briefs()))
