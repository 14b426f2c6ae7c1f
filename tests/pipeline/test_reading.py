"""Products are read one by one, in worker processes where there are many."""

import asyncio

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
