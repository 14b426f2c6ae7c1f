"""The embedded writer over the samples and over odd shortlists: every limit, every time."""

import pytest

from odd_shortlists import odd_shortlists
from triptych.aspects import read_product
from triptych.catalog import read_shortlists
from triptych.records import Case, Product, Review, Shortlist, count_words
from triptych.samples import sample_files
from triptych.writers import assign, write_opinion
from triptych.writers.embedded import write_cases
from written import assert_printable

SAMPLES = [shortlist for path in sample_files() for shortlist in read_shortlists(path)]


def cases_of(shortlist: Shortlist) -> tuple[Case, ...]:
    (assignment,) = assign([shortlist])
    return write_cases(assignment)


@pytest.mark.parametrize("shortlist", SAMPLES, ids=lambda shortlist: shortlist.id)
def test_samples_keep_every_limit(shortlist: Shortlist) -> None:
    readings = {product.id: read_product(product) for product in shortlist.products}
    for case in cases_of(shortlist):
        assert_printable(case, readings)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_odd_shortlists_keep_every_limit(part: int) -> None:
    for shortlist in list(odd_shortlists(200))[part::4]:
        readings = {product.id: read_product(product) for product in shortlist.products}
        for case in cases_of(shortlist):
            assert_printable(case, readings)


def test_same_input_same_output() -> None:
    shortlist = SAMPLES[1]
    again = Shortlist.model_validate_json(shortlist.to_json())
    assert [case.to_json() for case in cases_of(shortlist)] == [case.to_json() for case in cases_of(again)]


def test_most_opinions_of_much_reviewed_products_say_much() -> None:
    products = [product for shortlist in SAMPLES for product in shortlist.products if len(product.reviews) >= 20]
    lengths = [count_words(write_opinion(product).text) for product in products]
    assert sum(120 <= length <= 250 for length in lengths) >= 0.8 * len(lengths), lengths
    assert sum(length >= 150 for length in lengths) > len(lengths) / 2, lengths


def test_a_title_that_names_nothing_gives_way_to_what_reviewers_call_it() -> None:
    said = ("These boots are very comfortable.", "I wear these boots daily.", "I love these boots, they look great.")
    reviews = tuple(Review(id=f"r{n}", text=text) for n, text in enumerate(said))
    assert "the boots" in write_opinion(Product(id="p", title="Product", reviews=reviews)).text.lower()
    assert "the product" in write_opinion(Product(id="p", title="Product", reviews=reviews[:1])).text
