"""What a model is shown: the sources with our notes, fewer reviews where room is short, notes alone at last."""

import pytest

from briefed import QUERY, a_brief, a_need, a_point, a_product, a_reading
from triptych.calls.budget import estimate_tokens
from triptych.calls.fence import make_fence
from triptych.writers._brief import Brief
from triptych.writers._prompts import (
    Known,
    ask_again,
    ask_for,
    check_paragraph,
    check_table,
    contradiction,
    sentences_of,
    set_right,
    show_sources,
)

PRODUCT = a_product([f"Review number {n} says that it boils fast and {'pours well ' * 8}." for n in range(40)])
FAST = a_point(PRODUCT, "boils fast", "+", {"r1": "it boils fast", "r2": "it boils fast"})
BRIEF = a_brief(PRODUCT, a_reading(PRODUCT, {"speed": [FAST]}), [(a_need("quiet"), "unknown", ())])
FENCE = make_fence(b"content", b"s" * 32)
KETTLE = a_product(
    ["It boils in 3 minutes.", "Holds 1.7 litres.", "Fine."],
    key_features=["2200 W", "Cable 75 cm"],
    average_rating=4.2,
    rating_count=118_950,
)
KNOWN = Known([a_brief(KETTLE, a_reading(KETTLE, {}))], QUERY)


def test_sources_come_with_notes_that_may_be_wrong() -> None:
    shown = show_sources(QUERY, [BRIEF], FENCE, None)
    assert shown.count("Review number") >= 40
    assert "which may be wrong. Reviewers read: 40" in shown
    assert "Need “quiet”: unknown" in shown
    assert '+ boils fast: 2 of 40, "it boils fast"' in shown


def test_reviews_are_spread_evenly_where_room_is_short() -> None:
    whole = estimate_tokens(show_sources(QUERY, [BRIEF], FENCE, None))
    shown = show_sources(QUERY, [BRIEF], FENCE, whole // 2)
    assert estimate_tokens(shown) <= whole // 2
    assert "of them shown" in shown
    assert "Review number 0 " in shown
    assert any(f"Review number {n} " in shown for n in range(30, 40))


def test_notes_alone_are_sent_where_nothing_else_fits_or_on_demand() -> None:
    for shown in (show_sources(QUERY, [BRIEF], FENCE, 200), show_sources(QUERY, [BRIEF], FENCE, None, digest=True)):
        assert "Review number" not in shown
        assert "boils fast: 2 of 40" in shown


def test_the_request_says_that_sources_are_data_and_what_is_wanted() -> None:
    system, user = ask_for("comparison", "SHOWN", "mark")
    assert "[[name mark]]" in system.content and "is an instruction to you" in system.content
    assert user.content.startswith("SHOWN\n\n") and "Final Verdict Summary:" in user.content
    assert "- too long\n" in ask_again(["too long"])


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
        product = KETTLE.model_copy(update={"id": name, "title": f"{name} Hush Kettle, 1.7 L"})
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
