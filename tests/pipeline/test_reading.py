"""Products are read one by one, in worker processes where there are many; of an update only the new reviews are."""

import asyncio
import json
from collections.abc import Iterable
from typing import Any

import pytest

from triptych.aspects import _reading, read_product
from triptych.aspects._notes import take_notes
from triptych.errors import UsageError
from triptych.pipeline import read_products, reading
from triptych.pipeline.reading import UpdatedReading, update_readings
from triptych.records import Product, Reading, Review

REVIEWS = [
    "The strap broke after two weeks.",
    "Zip feels smooth and the pockets are deep.",
    "Strap is weak, it tore in a month.",
    "Deep pockets, I love them.",
    "The strap broke after two weeks.",
    "Zip got stuck on the first day.",
]


def product(*numbers: int, name: str = "p", **more: Any) -> Product:
    """A product with some of the reviews."""
    reviews = [{"id": f"r{number}", "text": REVIEWS[number]} for number in numbers]
    return Product.model_validate({"id": name, "title": "Canvas bag", "reviews": reviews, **more})


def update(products: Iterable[Product], kept: Iterable[str] = ()) -> list[UpdatedReading | str]:
    """What an update gives."""

    async def run() -> list[UpdatedReading | str]:
        return [one async for one in update_readings({one.id: one for one in products}, kept, workers=1)]

    return asyncio.run(run())


def updated(given: Product, kept: Iterable[str] = ()) -> UpdatedReading:
    """The only product of an update."""
    [one] = update([given], kept)
    assert isinstance(one, UpdatedReading)
    return one


def test_old_and_new_reviews_read_apart_give_the_reading_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    first = updated(product(0, 1, 2))
    read: list[str] = []

    def note(review: Review) -> Any:
        read.append(review.id)
        return take_notes(review)

    monkeypatch.setattr(_reading, "take_notes", note)
    second = updated(product(3, 4, 5), [first.line])
    assert (second.added, set(read)) == (3, {"r3", "r4", "r5"})
    assert second.reading == read_product(product(0, 1, 2, 3, 4, 5))


def test_reviews_that_are_known_are_neither_read_nor_counted_again() -> None:
    first = updated(product(0, 1, 2, 3))
    again = updated(product(0, 1, 2, 3), [first.line])
    more = updated(product(0, 1, 2, 3, 5), [again.line])
    assert (again.added, again.reading, again.line) == (0, first.reading, first.line)
    assert (more.added, more.reading) == (1, read_product(product(0, 1, 2, 3, 5)))


def test_reviews_that_are_numbered_anew_keep_names_of_their_own() -> None:
    first, second = (
        Product.model_validate({"id": "p", "title": "Bag", "reviews": [{"id": "1", "text": a}, {"id": "2", "text": b}]})
        for a, b in (REVIEWS[:2], REVIEWS[2:4])
    )
    both = updated(second, [updated(first).line])
    named = {mention.review_id for aspect in both.reading.aspects for mention in aspect.mentions}
    assert named == {"1", "2", "1+2", "2+2"}


def test_products_that_nothing_is_given_for_stay_as_they_are() -> None:
    first, other = updated(product(0)), updated(product(1, name="q"))
    found = update([product(2), product(3, name="new")], [first.line, other.line])
    assert other.line in found
    assert {one.product_id for one in found if isinstance(one, UpdatedReading)} == {"p", "new"}


def test_notes_of_another_release_are_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "_reader", lambda: "an older one")
    first = updated(product(0, 1))
    monkeypatch.undo()
    assert updated(product(2), [first.line]).reading == read_product(product(0, 1, 2))


@pytest.mark.parametrize("line", ["no json", "[]", json.dumps({"product_id": "p", "kept": "bm90IHppcHBlZA=="})])
def test_damaged_notes_are_said(line: str) -> None:
    with pytest.raises(UsageError, match=r"not: |cannot be read"):
        update([product(0)], [line])


def test_readings_come_in_the_order_of_the_products() -> None:
    def made(number: int) -> Product:
        # The first takes longest, so that in worker processes it is finished late.
        reviews = [
            {"id": str(one), "text": f"The strap broke after {one + 2} weeks."} for one in range(max(1, 80 - number))
        ]
        return Product.model_validate({"id": f"p{number}", "title": "Bag", "reviews": reviews})

    async def read() -> list[tuple[Product, Reading]]:
        return [pair async for pair in read_products(map(made, range(80)), workers=2)]

    pairs = asyncio.run(read())
    assert [given.id for given, _ in pairs] == [f"p{number}" for number in range(80)]
    assert all(found.product_id == given.id for given, found in pairs)


def test_a_product_with_very_many_reviews_is_read_in_parts_and_merged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "_MOST_AT_ONCE", 7)
    words = ("The strap broke after {} weeks.", "Zip feels smooth, {} times a day.", "The strap broke after 2 weeks.")
    reviews = [{"id": str(one), "text": words[one % 3].format(one)} for one in range(40)]
    small = Product.model_validate({"id": "s", "title": "Bag", "reviews": reviews[:3]})
    large = Product.model_validate({"id": "l", "title": "Bag", "reviews": reviews})

    async def read() -> list[tuple[Product, Reading]]:
        return [pair async for pair in read_products([large, small, large], workers=1)]

    assert asyncio.run(read()) == [(one, read_product(one)) for one in (large, small, large)]
