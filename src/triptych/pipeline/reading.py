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
                    whole = Tally().merge(*(tally for _, tally in sorted(tallies.pop(piece.place).items())))
                    early[piece.place] = whole.reading(held[piece.place])
            else:
                early[piece.place] = result
            while done in early:
                yield held.pop(done), early.pop(done)
                done += 1
            watch(Progress(done, 0, None, done, time.monotonic() - started))


def _cut(place: int, product: Product) -> Iterator[_Piece]:
    starts = range(0, max(1, len(product.reviews)), _MOST_AT_ONCE)
    for number, start in enumerate(starts):
        part = product.model_copy(update={"reviews": product.reviews[start : start + _MOST_AT_ONCE]})
        yield _Piece(place, number, len(starts), part)


def _read_piece(piece: _Piece) -> Reading | Tally:
    return read_product(piece.product) if piece.parts == 1 else tally(piece.product.reviews)
