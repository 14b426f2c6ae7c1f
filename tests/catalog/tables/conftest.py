import pytest

from tabled import PRODUCTS, QUERIES, REVIEWS, WriteText
from triptych.catalog import Tables


@pytest.fixture
def tables(write_text: WriteText) -> Tables:
    return Tables(
        (write_text("products.csv", PRODUCTS),),
        (write_text("reviews.csv", REVIEWS),),
        (write_text("queries.csv", QUERIES),),
    )
