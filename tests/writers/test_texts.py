"""What the three texts say: who is counted, what is never left out, what is said where nothing is known."""

from itertools import pairwise

import pytest

from triptych.aspects import read_product
from triptych.catalog import read_shortlists
from triptych.records import Product, Review, Shortlist
from triptych.samples import sample_files
from triptych.texts import read_table, short_names
from triptych.texts import write_comparison as show_comparison
from triptych.writers import write_comparison, write_explanation, write_opinion
from triptych.writers._plan.sheets import make_sheet
from triptych.writers._prose.opinion import _Composer
from triptych.writers._words.topics import topic

SAMPLES = [shortlist for path in sample_files() for shortlist in read_shortlists(path)]
PRODUCTS = [product for shortlist in SAMPLES for product in shortlist.products]


@pytest.mark.parametrize("product", PRODUCTS, ids=lambda product: product.id)
def test_neighbouring_sentences_are_built_differently(product: Product) -> None:
    sentences = _Composer(make_sheet(product, read_product(product))).compose()
    assert all(one.pattern != other.pattern for one, other in pairwise(sentences))
    begins = [" ".join(sentence.text.split()[:4]) for sentence in sentences]
    assert all(one != other for one, other in pairwise(begins))
    assert max(map(begins.count, begins)) <= 2


@pytest.mark.parametrize("shortlist", SAMPLES, ids=lambda shortlist: shortlist.id)
def test_neighbouring_sentences_of_short_texts_begin_differently(shortlist: Shortlist) -> None:
    comparison = write_comparison(shortlist)
    explanations = [write_explanation(shortlist.query, product) for product in shortlist.products]
    verdict = [
        claim.text for claim in comparison.claims if claim.text in comparison.verdict and claim.text.endswith(".")
    ]
    for sentences in (verdict, *([claim.text for claim in text.claims] for text in explanations)):
        assert all(one.split()[:2] != other.split()[:2] for one, other in pairwise(sentences)), sentences


@pytest.mark.parametrize("shortlist", SAMPLES, ids=lambda shortlist: shortlist.id)
def test_a_verdict_names_every_product(shortlist: Shortlist) -> None:
    verdict = write_comparison(shortlist).verdict
    assert all(name in verdict for name in short_names([product.title for product in shortlist.products])), verdict


def test_one_who_uses_the_shoppers_words_is_quoted_rather_than_called_silent() -> None:
    reviews = [{"id": "1", "text": "Too small for a big kitchen. Great strategy, no luck at all."}]
    product = Product.model_validate({"id": "p", "title": "Nimbus", "reviews": reviews})
    text = write_explanation("board game, not too much luck", product).text
    assert "one reviewer writes “Great strategy, no luck at all”" in text
    assert "Neither" not in text


def test_what_two_of_many_say_is_told_as_little() -> None:
    reviews = [Review(id=f"{n}", text=f"Battery life is great, number {n}.") for n in range(2)]
    reviews += [Review(id=f"o{n}", text=f"The colour is lovely, number {n}.") for n in range(10)]
    product = Product(id="p", title="Nimbus", reviews=tuple(reviews))
    text = write_explanation("phone with good battery life", product).text
    assert "little to go on" in text or "few speak" in text


@pytest.mark.parametrize("product", PRODUCTS, ids=lambda product: product.id)
def test_a_common_complaint_is_never_left_out(product: Product) -> None:
    text = write_opinion(product).text.lower()
    reading = read_product(product)
    for aspect in reading.aspects:
        counts = aspect.reviewers
        if counts.against >= max(2, 0.2 * reading.reviewers) and 2 * (counts.for_ + counts.against) > counts.total:
            assert topic(aspect.name, "disliked").noun in text or topic(aspect.name).noun in text, aspect.name


def test_products_of_a_shortlist_do_not_sound_alike() -> None:
    for shortlist in SAMPLES:
        sentences = [write_opinion(product).text.split(". ")[1].split() for product in shortlist.products]
        assert len({" ".join(words[:2]) for words in sentences}) > 1


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({}, "The Nimbus has no average rating yet, and nobody has reviewed it yet."),
        ({"average_rating": 4.5}, "The Nimbus averages 4.5 stars, and nobody has reviewed it yet."),
        ({"reviews": [{"id": "1", "text": "हिन्दी में समीक्षा"}]}, "none of its reviews can be used"),
        (
            {"reviews": [{"id": "1", "text": "Great battery, lasts two days. The app is useless.", "stars": 3.0}]},
            "likes the battery life (“Great battery, lasts two days”)",
        ),
    ],
)
def test_little_is_told_as_little(fields: dict[str, object], said: str) -> None:
    product = Product.model_validate({"id": "p", "title": "Nimbus", **fields})
    assert said in write_opinion(product).text


def test_an_explanation_says_what_is_over_and_what_is_not_known() -> None:
    product = Product.model_validate({"id": "p", "title": "Nimbus", "final_price": "3299", "currency": "INR"})
    text = write_explanation("earbuds under 3000 for swimming, sweat proof", product).text
    assert "Rs. 299 over your budget" in text
    assert "Neither the listing nor the reviews say whether it suits swimming or is sweat proof." in text


def _product(name: str, price: str, good: bool, **fields: object) -> Product:
    words = "Battery life is great" if good else "Battery life is terrible"
    reviews = [Review(id=f"{n}", text=f"{words}, reviewer number {n}.", stars=5.0 if good else 1.0) for n in range(6)]
    given = {"id": name, "title": name, "final_price": price, "currency": "USD", "reviews": reviews, **fields}
    return Product.model_validate(given)


def test_the_verdict_takes_what_the_query_asks_for_and_says_what_it_costs() -> None:
    products = (
        _product("Alpha", "90", good=False),
        _product("Beta", "95", good=True),
        _product("Gamma", "150", good=True),
    )
    verdict = write_comparison(
        Shortlist(id="s", query="phone under $100 with good battery life", products=products)
    ).verdict
    first = verdict.split(".")[0]
    assert "Beta" in first and "all 6 reviewers praise the battery life" in first
    assert "$5 under your budget" in verdict
    assert "$50 over your budget" in verdict


def test_a_verdict_says_what_is_told_of_no_product() -> None:
    products = (_product("Alpha", "90", good=True), _product("Beta", "95", good=False))
    verdict = write_comparison(Shortlist(id="s", query="phone for a writer, waterproof", products=products)).verdict
    assert verdict.endswith("No listing or review says whether it suits a writer or is waterproof.")


def test_a_winner_over_budget_is_said_to_be() -> None:
    products = (_product("Alpha", "120", good=True), _product("Beta", "130", good=False))
    verdict = write_comparison(
        Shortlist(id="s", query="phone under $100 with good battery life", products=products)
    ).verdict
    assert "Alpha" in verdict.split(".")[0] and "$20 over your budget" in verdict


def test_rows_align_across_products_and_gaps_are_gaps() -> None:
    one = _product("Alpha", "90", good=True, specifications={"Weight (g)": "140", "Fragrance": "None", "SPF": "N/A"})
    two = _product("Beta", "95", good=True, specifications={"weight": "150", "Jar capacity": "50 ml"})
    comparison = write_comparison(Shortlist(id="s", query="fragrance-free cream, light weight", products=(one, two)))
    rows = dict(
        zip(comparison.attributes, zip(*(column.values for column in comparison.columns), strict=True), strict=True)
    )
    assert rows["Weight"] == ("140", "150")
    assert rows["Fragrance"] == ("No fragrance", None)
    assert "SPF" not in rows
    assert len(rows) == 5


@pytest.mark.parametrize("shortlist", SAMPLES, ids=lambda shortlist: shortlist.id)
def test_the_claims_of_a_table_stand_where_its_cells_do(shortlist: Shortlist) -> None:
    comparison = write_comparison(shortlist)
    cells = [cell for row in read_table(show_comparison(comparison, "md")).rows for cell in row.cells]
    claims = comparison.claims[: len(cells)]
    assert [(claim.start, claim.end) for claim in claims] == [(cell.start, cell.end) for cell in cells]
    for cell, claim in zip(cells, claims, strict=True):
        assert (claim.kind == "absent") == cell.is_gap


def test_identical_products_are_told_apart_by_number_and_not_ranked() -> None:
    twins = tuple(_product("Alpha", "90", good=True).model_copy(update={"id": name}) for name in "ab")
    verdict = write_comparison(Shortlist(id="s", query="phone", products=twins)).verdict
    assert "Alpha (1)" in verdict and "Alpha (2)" in verdict and verdict.startswith("Nothing")


def test_where_a_word_says_how_it_is_that_is_told() -> None:
    texts = [f"Very easy to clean, done in {n} minutes." for n in range(3, 9)] + ["Hard to clean.", "Awful to clean."]
    product = Product(id="p", title="Nimbus", reviews=tuple(Review(id=f"{n}", text=t) for n, t in enumerate(texts)))
    text = write_opinion(product).text
    assert "easy" in text and "easy cleaning" not in text and "6 of 8 reviewers" in text


def test_what_a_title_names_is_told_as_the_titles_word() -> None:
    product = Product(id="p", title="Nimbus Ergonomic Chair", reviews=(Review(id="1", text="Fine."),))
    assert "By its title it is ergonomic." in write_explanation("ergonomic chair", product).text


def test_single_voices_fill_an_opinion_that_would_be_short() -> None:
    lone = [
        "The handle is very comfortable to hold.",
        "The color is lovely, a deep red.",
        "The lid is flimsy and weak.",
    ]
    texts = [*lone, *(f"The noise is awful, number {n}." for n in range(9))]
    product = Product(id="p", title="Nimbus", reviews=tuple(Review(id=f"{n}", text=t) for n, t in enumerate(texts)))
    text = write_opinion(product).text
    assert "one reviewer" in text.lower() or "Single reviewers" in text
    assert "9 of 12 reviewers" in text
