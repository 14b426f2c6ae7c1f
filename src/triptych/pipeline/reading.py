"""READ: what reviewers say of products, product by product."""

import time
from collections import deque
from collections.abc import AsyncGenerator, Iterable, Iterator
from contextlib import aclosing

from triptych.aspects import read_product
from triptych.engines import Engine, Work
from triptych.engines.local import LocalEngine
from triptych.pipeline.runs import Progress, Watcher, unwatched
from triptych.records import Product, Reading


async def read_products(
    products: Iterable[Product],
    *,
    workers: int | None = None,
    engine: Engine | None = None,
    watch: Watcher = unwatched,
) -> AsyncGenerator[tuple[Product, Reading]]:
    """Each product with its reading, in the order of the products."""
    started = time.monotonic()
    order: deque[Product] = deque()
    early: dict[int, Reading] = {}
    done = 0

    def drawn() -> Iterator[Product]:
        for product in products:
            order.append(product)
            yield product

    async with aclosing((engine or LocalEngine(workers)).run(Work(compute=read_product), drawn())) as outcomes:
        async for outcome in outcomes:
            early[id(outcome.given)] = outcome.unwrap()
            while order and id(order[0]) in early:
                yield order[0], early.pop(id(order.popleft()))
                done += 1
            watch(Progress(done, 0, None, done, time.monotonic() - started))
