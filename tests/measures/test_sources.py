"""A product's sources: made once for its cases, and forgotten when enough others came."""

from collections.abc import Callable

import numpy as np

from triptych.english.meanings import embed
from triptych.measures import Analysis
from triptych.measures._sources import sources_of
from triptych.records import Product, Review

Make = Callable[..., Analysis]
QUOTING = "Two reviewers dislike the weight (“It is heavy, my shoulder hurts”), and four praise the battery."


def product(number: int, reviews: int = 1) -> Product:
    given = tuple(Review(id=str(k), text=f"The strap of unit {number} is soft, {k} days on.") for k in range(reviews))
    return Product(id=str(number), title=f"Watch {number}", reviews=given)


def test_cases_of_one_product_share_its_sources() -> None:
    assert sources_of(product(1)) is sources_of(product(1))
    assert sources_of(product(1)) is not sources_of(product(1, reviews=2))


def test_many_products_are_not_all_kept_and_the_last_ones_are() -> None:
    first = sources_of(product(0))
    last = [sources_of(product(number)) for number in range(1, 70)][-60:]
    assert sources_of(product(0)) is not first
    assert all(sources_of(sources.product) is sources for sources in last[1:])


def test_products_of_many_reviews_are_kept_only_for_their_comparison() -> None:
    first, *others = [sources_of(product(number, reviews=600)) for number in range(7)]
    assert all(sources_of(sources.product) is sources for sources in others)
    assert sources_of(first.product) is not first


def test_nearness_is_that_of_the_nearest_word_however_often_it_is_asked() -> None:
    sources = sources_of(product(1))
    near = float(np.max(embed(sorted(sources.vocabulary)) @ embed(["band"])[0]))
    assert sources.nearness("strap") == 1.0
    assert 0 < near < 1
    assert [sources.nearness("band") for _ in range(2)] == [near, near]


def test_clauses_know_their_words_and_leaning() -> None:
    given = ("The strap is soft and I love it.", "The strap broke, total waste of money.", "It does not leak.")
    reviews = tuple(Review(id=str(n), text=text) for n, text in enumerate(given))
    sources = sources_of(Product(id="w", title="Watch", reviews=reviews))
    assert (len(sources.rows_with["strap"]), len(sources.rows_with["leak"])) == (2, 1)
    assert max(sources.leanings) > 0.2 and min(sources.leanings) < -0.2


def test_a_true_quote_points_to_its_source(opinion: Make) -> None:
    analysis = opinion(QUOTING)
    (quote,) = analysis.quotes
    assert quote.evidence is not None and quote.evidence.source_id == "4"
    assert quote.evidence.resolves_in(analysis.case.products[0])


def test_case_marks_and_omissions_do_not_hide_a_quote(opinion: Make) -> None:
    text = 'One says "the SPEAKERS are terrible … my shoulder hurts!", another “battery is great though”.'
    assert all(quote.evidence for quote in opinion(text).quotes)


def test_the_words_of_the_query_may_be_quoted(explanation: Make) -> None:
    assert explanation("Neither the listing nor the reviews speak of “light to carry”.").quotes == ()
