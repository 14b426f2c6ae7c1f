"""How a product answers what a shopper asks."""

import pytest

from triptych.aspects import read_product
from triptych.records import Product, Review
from triptych.writers._plan.answers import Answer, answer
from triptych.writers._plan.needs import wants_of
from triptych.writers._plan.sheets import make_sheet

LIKED = tuple(Review(id=f"g{n}", text=f"Battery life is great, day {n} and counting.", stars=5.0) for n in range(4))
DISLIKED = tuple(Review(id=f"b{n}", text=f"Battery life is terrible, worst of {n + 2}.", stars=1.0) for n in range(4))


def answers(query: str, **fields: object) -> dict[str, Answer]:
    """The answers of a product with these fields, by the want's words."""
    product = Product.model_validate({"id": "p", "title": "Nimbus One", **fields})
    sheet = make_sheet(product, read_product(product))
    return {want.label: answer(want, sheet) for want in wants_of(query, product.category)}


@pytest.mark.parametrize(
    ("price", "currency", "status", "reason"),
    [
        ("2499", "INR", "met", "Rs. 501 under your budget"),
        ("3299", "INR", "missed", "Rs. 299 over your budget"),
        ("3000", "INR", "met", "exactly at your limit"),
        (None, None, "unknown", "no price is given"),
    ],
)
def test_budget(price: str | None, currency: str | None, status: str, reason: str) -> None:
    (found,) = answers("earbuds under 3000", final_price=price, currency=currency).values()
    assert (found.status, found.reason) == (status, reason)
    assert found.kind == ("derived" if "your budget" in reason else "stated" if price else "absent")


def test_a_budget_in_another_currency_is_not_compared() -> None:
    (found,) = answers("earbuds under $50", final_price="2499", currency="INR").values()
    assert found.status == "unknown" and not found.over and not found.under


@pytest.mark.parametrize(("reviews", "status"), [(LIKED, "met"), (DISLIKED, "missed"), (LIKED + DISLIKED, "disputed")])
def test_reviewers_answer_for_a_feature(reviews: tuple[Review, ...], status: str) -> None:
    found = answers("laptop with good battery backup", reviews=reviews)["good battery backup"]
    assert found.status == status
    assert found.kind == "counted" and len(found.evidence) == len(reviews)


@pytest.mark.parametrize(
    ("value", "status"), [("16 GB", "met"), ("8 GB (expandable to 24 GB)", "missed"), ("32 GB", "met")]
)
def test_a_quantity_is_held_against_the_specification(value: str, status: str) -> None:
    found = answers("laptop, 16GB RAM", specifications={"RAM": value})["16GB RAM"]
    assert found.status == status and found.evidence[0].source_id == "RAM"


def test_a_height_is_held_against_the_range() -> None:
    query = "chair should suit a 6 foot person"
    fits = answers(query, specifications={"Recommended User Height": "5 ft 2 in to 6 ft 2 in"})
    small = answers(query, specifications={"Recommended User Height": "5 ft to 5 ft 9 in"})
    assert [next(iter(found.values())).status for found in (fits, small)] == ["met", "missed"]


def test_what_nobody_tells_is_unknown() -> None:
    assert answers("blender, easy to clean")["easy to clean"].status == "unknown"


def test_the_listing_alone_is_told_as_such() -> None:
    found = answers("blender, easy to clean", key_features=["Easy to clean jar"])["easy to clean"]
    assert found.status == "stated" and found.reason == "the listing says “Easy to clean jar”"


@pytest.mark.parametrize(
    ("query", "specifications", "label", "status", "reason"),
    [
        (
            "drill, two batteries",
            {"Batteries included": "2"},
            "two batteries",
            "met",
            "the listing includes 2 batteries",
        ),
        (
            "drill, two batteries",
            {"Batteries included": "1"},
            "two batteries",
            "missed",
            "the listing includes 1 battery",
        ),
        (
            "tent for a family of four",
            {"Capacity": "3 persons"},
            "a family of four",
            "missed",
            "the listed capacity is 3 persons",
        ),
        ("duvet, king size", {"Size": "King"}, "king size", "met", "the listed size is “King”"),
        ("jacket, waterproof", {"Waterproof": "No"}, "waterproof", "missed", "the listing says it is not waterproof"),
        (
            "shampoo, sulphate free",
            {"Sulphate free": "Yes"},
            "sulphate free",
            "met",
            "the listing says it is sulphate free",
        ),
        (
            "shampoo, sulphate free",
            {"Sulphate free": "No"},
            "sulphate free",
            "missed",
            "the listing says it is not sulphate free",
        ),
        (
            "duvet, washable",
            {"Washing": "Machine washable at 40"},
            "washable",
            "stated",
            "the listing says “Machine washable at 40”",
        ),
    ],
)
def test_what_a_listing_counts_grants_or_denies(
    query: str, specifications: dict[str, str], label: str, status: str, reason: str
) -> None:
    found = answers(query, specifications=specifications)[label]
    assert (found.status, found.reason) == (status, reason)


def test_what_divides_reviewers_is_told_in_one_word_where_there_is_one() -> None:
    texts = ("It is very quiet.", "So quiet, lovely.", "It is far too loud.", "Very loud!")
    reviews = [{"id": text, "text": text} for text in texts]
    found = answers("fan, quiet", reviews=reviews)["quiet"]
    assert (found.status, found.reason) == ("disputed", "two reviewers find it quiet, two do not")
