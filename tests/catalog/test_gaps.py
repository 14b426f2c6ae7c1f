from decimal import Decimal

from triptych.catalog import Gaps
from triptych.records import Case, Money, Product, Rating, Review, Shortlist

BARE = Product(id="a", title="A")
RICH = Product(
    id="b",
    title="B",
    description="d",
    key_features=("f",),
    specifications={"s": "1"},
    base_price=Money(amount=Decimal(2), currency="INR"),
    final_price=Money(amount=Decimal(1), currency="INR"),
    average_rating=4.0,
    rating_count=3,
    category="c",
    reviews=(Review(id="1", text="x", stars=4.0), Review(id="2", text="y")),
)


def test_what_products_lack_is_counted_over_all_records() -> None:
    gaps = Gaps()
    gaps.add(Shortlist(id="s", query="q", products=(BARE, RICH)))
    gaps.add(RICH)
    sentences = gaps.sentences()
    assert "1 of 3 products has no base_price" in sentences
    assert "1 of 3 products has no reviews" in sentences
    assert "2 of 4 reviews have no stars" in sentences


def test_cases_may_lack_who_wrote_them_and_ratings_lack_nothing() -> None:
    gaps = Gaps()
    gaps.add(Rating(case_id="c", metric="clarity", rater="ann", score=4.0))
    assert gaps.sentences() == []
    gaps.add(Case(id="c", item="i", task="opinion", products=(RICH,), text="t"))
    assert "1 of 1 cases has no system" in gaps.sentences()
