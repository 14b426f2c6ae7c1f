"""Products are read one by one, in worker processes where there are many."""

import asyncio

import pytest

from triptych.aspects import read_product
from triptych.pipeline import read_products
from triptych.records import Product, Reading


def test_readings_come_in_the_order_of_the_products() -> None:
    def product(number: int) -> Product:
        # The first takes longest, so that in worker processes it is finished late.
        reviews = [
            {"id": str(one), "text": f"The strap broke after {one + 2} weeks."} for one in range(max(1, 80 - number))
        ]
        return Product.model_validate({"id": f"p{number}", "title": "Bag", "reviews": reviews})

    async def read() -> list[tuple[Product, Reading]]:
        return [pair async for pair in read_products(map(product, range(80)), workers=2)]

    pairs = asyncio.run(read())
    assert [given.id for given, _ in pairs] == [f"p{number}" for number in range(80)]
    assert all(reading.product_id == given.id for given, reading in pairs)


def test_a_product_with_very_many_reviews_is_read_in_parts_and_merged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("triptych.pipeline.reading._MOST_AT_ONCE", 7)
    words = ("The strap broke after {} weeks.", "Zip feels smooth, {} times a day.", "The strap broke after 2 weeks.")
    reviews = [{"id": str(one), "text": words[one % 3].format(one)} for one in range(40)]
    small = Product.model_validate({"id": "s", "title": "Bag", "reviews": reviews[:3]})
    large = Product.model_validate({"id": "l", "title": "Bag", "reviews": reviews})

    async def read() -> list[tuple[Product, Reading]]:
        return [pair async for pair in read_products([large, small, large], workers=1)]

    assert asyncio.run(read()) == [(one, read_product(one)) for one in (large, small, large)]
