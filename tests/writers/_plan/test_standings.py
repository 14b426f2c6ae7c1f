"""How products stand for a query: smoothly, and by what it asks."""

import random

import pytest

from triptych.aspects import read_product
from triptych.catalog import read_shortlists
from triptych.records import Product, Review
from triptych.samples import sample_files
from triptych.writers._plan.needs import wants_of
from triptych.writers._plan.sheets import make_sheet
from triptych.writers._plan.standings import Standing, are_close, rank

QUERY = "phone with good battery life"


def product(name: str, liked: int, disliked: int, **fields: object) -> Product:
    texts = [*["Battery life is great"] * liked, *["Battery life is terrible"] * disliked]
    reviews = [Review(id=f"{n}", text=f"{text}, number {n}.") for n, text in enumerate(texts)]
    return Product.model_validate({"id": name, "title": name, "reviews": reviews, **fields})


def standings(query: str, *products: Product) -> list[Standing]:
    category = next((each.category for each in products if each.category), None)
    return rank(wants_of(query, category), [make_sheet(each, read_product(each)) for each in products])


@pytest.mark.parametrize("disliked", range(1, 8))
def test_one_complaint_more_lowers_a_product_by_little(disliked: int) -> None:
    before, after = (standings(QUERY, product("A", 6, count))[0].worth for count in (disliked - 1, disliked))
    assert 0 < before - after < 0.4


def test_more_reviewers_behind_an_answer_count_more() -> None:
    best, other = standings(QUERY, product("Few", 1, 0), product("Many", 7, 0))
    assert best.sheet.name == "Many" and best.worth > other.worth


def test_where_only_listings_tell_the_larger_figure_wins() -> None:
    found = standings(
        "phone with good battery",
        product("Small", 0, 0, specifications={"Battery": "1400 mAh"}),
        product("Large", 0, 0, specifications={"Battery": "6000 mAh"}),
    )
    assert [each.sheet.name for each in found] == ["Large", "Small"]


def test_a_little_over_the_budget_costs_less_than_much() -> None:
    prices = {name: product(name, 3, 0, final_price=name, currency="USD") for name in ("95", "105", "190")}
    found = standings("phone under $100", *prices.values())
    assert [each.sheet.name for each in found] == ["95", "105", "190"]
    assert found[0].worth - found[1].worth < found[0].worth - found[2].worth


@pytest.mark.slow
def test_two_reviews_less_do_not_turn_a_verdict_round() -> None:
    chance = random.Random(4)
    for shortlist in (each for path in sample_files() for each in read_shortlists(path)):
        best = standings(shortlist.query, *shortlist.products)[0]
        for _ in range(3):
            fewer = [
                each.model_copy(update={"reviews": tuple(chance.sample(each.reviews, len(each.reviews) - 2))})
                for each in shortlist.products
            ]
            again = standings(shortlist.query, *fewer)
            assert again[0].sheet.product.id == best.sheet.product.id or are_close(*again[:2])
