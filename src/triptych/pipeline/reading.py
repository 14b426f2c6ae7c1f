"""READ: what reviewers say of products, product by product; one with very many reviews in parts that are merged."""

import time
from collections.abc import AsyncGenerator, Iterable, Iterator
from contextlib import aclosing
from typing import NamedTuple

from triptych.aspects import Tally, read_product, tally
from triptych.engines import Engine, Work
from triptych.engines.local import LocalEngine
from triptych.pipeline.runs import Progress, Watcher, unwatched
from triptych.records import Product, Reading

# More reviews than this are read in parts, by all workers together.
_MOST_AT_ONCE = 1000


class _Piece(NamedTuple):
    """A product, or one part of its reviews."""

    place: int
    """Of the product among all."""
    number: int
    """Of the part."""
    parts: int
    """How many there are."""
    product: Product
    """With the reviews of this part alone."""


async def read_products(
    products: Iterable[Product],
    *,
    workers: int | None = None,
    engine: Engine | None = None,
    watch: Watcher = unwatched,
) -> AsyncGenerator[tuple[Product, Reading]]:
    """Each product with its reading, in the order of the products."""
    started, done = time.monotonic(), 0
    held: dict[int, Product] = {}
    tallies: dict[int, dict[int, Tally]] = {}
    early: dict[int, Reading] = {}

    def drawn() -> Iterator[_Piece]:
        for place, product in enumerate(products):
            held[place] = product
            yield from _cut(place, product)

    async with aclosing((engine or LocalEngine(workers)).run(Work(compute=_read_piece), drawn())) as outcomes:
        async for outcome in outcomes:
            piece, result = outcome.given, outcome.unwrap()
            if isinstance(result, Tally):
                parts = tallies.setdefault(piece.place, {})
                parts[piece.number] = result
                if len(parts) == piece.parts:
                    early[piece.place] = _merged(tallies.pop(piece.place)).reading(held[piece.place])
            else:
                early[piece.place] = result
            while done in early:
                yield held.pop(done), early.pop(done)
                done += 1
            watch(Progress(done, 0, None, done, time.monotonic() - started))


def _cut(place: int, product: Product) -> Iterator[_Piece]:
    reviews = product.reviews
    starts = range(0, len(reviews), _MOST_AT_ONCE) if len(reviews) > _MOST_AT_ONCE else range(1)
    if len(starts) == 1:
        yield _Piece(place, 0, 1, product)
        return
    for number, start in enumerate(starts):
        part = product.model_copy(update={"reviews": reviews[start : start + _MOST_AT_ONCE]})
        yield _Piece(place, number, len(starts), part)


def _read_piece(piece: _Piece) -> Reading | Tally:
    return read_product(piece.product) if piece.parts == 1 else tally(piece.product.reviews)


def _merged(parts: dict[int, Tally]) -> Tally:
    """The tally of all parts, in their order."""
    whole = Tally()
    for number in sorted(parts):
        whole = whole.merge(parts[number])
    return whole
