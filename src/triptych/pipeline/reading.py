"""READ: what reviewers say of products, product by product; one with very many reviews in parts that are merged.

New reviews can be added to what is known of a product without reading the old ones again: what was noted of each review
is kept, a line a product, and merged with the notes of the new ones.
"""

import base64
import json
import time
import zlib
from collections.abc import AsyncGenerator, Iterable, Iterator, Mapping
from contextlib import aclosing
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

from pydantic import TypeAdapter

from triptych import __version__
from triptych.aspects import Tally, read_product, tally
from triptych.engines import Engine, Work
from triptych.engines.local import LocalEngine
from triptych.errors import UsageError
from triptych.pipeline.runs import Progress, Watcher, unwatched
from triptych.records import Product, Reading, Review, digest_of

# More reviews than this are read in parts, by all workers together.
_MOST_AT_ONCE = 1000


class _Piece(NamedTuple):
    """The product at a place among all, or with one numbered part of its reviews alone."""

    place: int
    number: int
    parts: int
    product: Product


async def read_products(
    products: Iterable[Product], *, workers: int | None = None, engine: Engine | None = None, watch: Watcher = unwatched
) -> AsyncGenerator[tuple[Product, Reading]]:
    """Each product with its reading, in the order of the products."""
    started, done = time.monotonic(), 0
    held: dict[int, Product] = {}
    tallies: dict[int, dict[int, Tally]] = {}
    early: dict[int, Reading] = {}

    def drawn() -> Iterator[_Piece]:
        for place, product in enumerate(products):
            held[place] = product
            starts = range(0, max(1, len(product.reviews)), _MOST_AT_ONCE)
            for number, start in enumerate(starts):
                part = product.model_copy(update={"reviews": product.reviews[start : start + _MOST_AT_ONCE]})
                yield _Piece(place, number, len(starts), part)

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


def _read_piece(piece: _Piece) -> Reading | Tally:
    return read_product(piece.product) if piece.parts == 1 else tally(piece.product.reviews)


@dataclass(frozen=True, slots=True)
class KeptReviews:
    """What is known of a product's reviews."""

    reader: str
    """Who noted it: another release reads the reviews again."""
    seen: tuple[str, ...]
    """Digests of all reviews as they were given, in order."""
    reviews: tuple[Review, ...]
    tally: Tally


class UpdatedReading(NamedTuple):
    """What an update makes of a product."""

    product_id: str
    reading: Reading
    """Of old and new reviews."""
    line: str
    """To be kept for the next update."""
    added: int


async def update_readings(
    products: Mapping[str, Product], kept: Iterable[str], *, workers: int | None = None, watch: Watcher = unwatched
) -> AsyncGenerator[UpdatedReading | str]:
    """For each product its new reading, in no order; lines of products that nothing is given for, as they are."""
    started, done, others = time.monotonic(), 0, list[str]()
    waiting = dict(products)

    def drawn() -> Iterator[tuple[Product, str | None]]:
        for line in kept:
            product = waiting.pop(product_of(line), None)
            if product is None:
                others.append(line)
            else:
                yield product, line
        yield from ((product, None) for product in waiting.values())

    async with aclosing(LocalEngine(workers).run(Work(compute=_update), drawn())) as outcomes:
        async for outcome in outcomes:
            done += 1
            watch(Progress(done, 0, len(products), done, time.monotonic() - started))
            yield outcome.unwrap()
            while others:
                yield others.pop()
    while others:
        yield others.pop()


def product_of(line: str) -> str:
    """The product that a kept line, or a line of readings, is about."""
    try:
        name = json.loads(line)["product_id"]
    except (ValueError, KeyError, TypeError):
        raise UsageError(f"a line that should be about a product is not: {line[:60]!r}") from None
    return str(name)


def _update(given: tuple[Product, str | None]) -> UpdatedReading:
    """What is made of a product and the line that is kept of it."""
    product, line = given
    before = _load(line) if line else KeptReviews(_reader(), (), (), Tally())
    seen = set(before.seen)
    fresh = [review for review in product.reviews if _digest(review) not in seen]
    # Reviews without an id are numbered in every file anew; each must keep a name of its own.
    taken = {review.id for review in before.reviews}
    named = [
        review.model_copy(update={"id": f"{review.id}+{len(before.reviews)}"}) if review.id in taken else review
        for review in fresh
    ]
    digests = tuple(sorted(seen.union(map(_digest, fresh))))
    after = KeptReviews(before.reader, digests, (*before.reviews, *named), before.tally.merge(tally(named)))
    kept = base64.b64encode(zlib.compress(_kept().dump_json(after))).decode()
    new_line = json.dumps({"product_id": product.id, "kept": kept}, ensure_ascii=False)
    return UpdatedReading(product.id, after.tally.reading(product), new_line, len(fresh))


def _load(line: str) -> KeptReviews:
    try:
        found = _kept().validate_json(zlib.decompress(base64.b64decode(json.loads(line)["kept"])))
    except (ValueError, KeyError, zlib.error) as error:
        raise UsageError(f"what is kept of {product_of(line)} cannot be read: {error}; read all reviews anew") from None
    if found.reader == _reader():
        return found
    return replace(found, reader=_reader(), tally=tally(found.reviews))


def _digest(review: Review) -> str:
    return digest_of([review.id, review.text])


@cache
def _kept() -> TypeAdapter[KeptReviews]:
    return TypeAdapter(KeptReviews)


@cache
def _reader() -> str:
    return f"{__version__} {digest_of(_kept().json_schema())}"
