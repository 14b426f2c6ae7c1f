"""What the pages and the API share: options, the workshop, the store, and this start's form key."""

import secrets
import threading
import time
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any

from fastapi import Depends, Request

from triptych.catalog import Tables, read_products
from triptych.errors import UsageError
from triptych.records import Run
from triptych.settings import JudgeOptions, Settings, WriteOptions
from triptych.stores import Store, open_store
from triptych.web.intake import Catalogue
from triptych.web.problems import Refused
from triptych.web.workshop import Shelf, Workshop

_MEGABYTE = 1 << 20
_GUESSES_PER_MINUTE = 20
_MOST_ADDRESSES = 10_000


@dataclass(frozen=True, slots=True)
class WebOptions:
    """How the web page is served."""

    settings: Settings = field(default_factory=Settings)
    """Store, rubrics, endpoint and its key."""
    token: str | None = None
    """What every page and call needs; None for anybody on this machine."""
    host_names: frozenset[str] = frozenset()
    """Names besides `localhost` and plain addresses under which it may be asked for."""
    writers: tuple[str, ...] = ("embedded",)
    """The writers that are offered; a visitor cannot name another."""
    judges: tuple[str, ...] = ("embedded",)
    workers: int | None = None
    """Worker processes; all cores when None, and with 0 a thread of this process."""
    body_bytes: int = 20 * _MEGABYTE
    """The longest body of a request."""
    posts_per_minute: int = 600
    """How many changes one address may ask for in a minute."""
    gets_per_minute: int = 6000
    """How many pages an address other than loopback may ask for in a minute."""
    tables: Tables | None = None
    """A catalogue to choose products from."""

    def write_options(self, writer: str) -> WriteOptions:
        """How one of the writers that are offered writes."""
        return self.settings.write.with_settings(self.settings).model_copy(update={"writer": writer})

    def judge_options(self, judge: str) -> JudgeOptions:
        """How one of the judges that are offered judges."""
        return self.settings.judge.with_settings(self.settings).model_copy(update={"judge": (judge,)})


@dataclass(slots=True)
class Rate:
    """How often each address may do something: so many a minute, and as many at once."""

    per_minute: int
    left: dict[str, tuple[float, float]] = field(default_factory=dict)
    """What each address has left, and since when."""

    def allows(self, address: str) -> bool:
        """Count one, if there is one left."""
        now = time.monotonic()
        left, since = self.left.get(address, (float(self.per_minute), now))
        left = min(float(self.per_minute), left + (now - since) * self.per_minute / 60)
        if len(self.left) >= _MOST_ADDRESSES:
            self.left.clear()
        self.left[address] = (left - 1 if left >= 1 else left, now)
        return left >= 1


@dataclass
class Site:
    """One running web page."""

    options: WebOptions
    form_key: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    """Proves that a form came from a page of ours: another site can send forms here but cannot read a page."""
    guesses: Rate = field(default_factory=lambda: Rate(_GUESSES_PER_MINUTE))
    """How often an address may try a token."""
    _shelves: dict[str, Shelf[Any]] = field(default_factory=dict)
    _opening: threading.Lock = field(default_factory=threading.Lock)

    @cached_property
    def workshop(self) -> Workshop:
        return Workshop(self.options.workers)

    @property
    def store(self) -> Store:
        """The store, opened when it is first needed; call it from a thread, it may wait for others."""
        with self._opening:
            return self._store

    @cached_property
    def _store(self) -> Store:
        return open_store(self.options.settings.store)

    def run(self, run_id: str) -> Run:
        """A run of the store; Refused where it has none of this id."""
        try:
            return self.store.run(run_id)
        except UsageError:
            raise Refused(404, "There is no such run.") from None

    def shelf(self, name: str, most: int = 64) -> Shelf[Any]:
        """The recent results of one kind, made when it is first asked for."""
        return self._shelves.setdefault(name, Shelf(most))

    @cached_property
    def catalogue(self) -> Catalogue | None:
        """The catalogue that was named at the start; UsageError where it cannot be read."""
        if self.options.tables is None:
            return None
        return Catalogue(tuple(read_products(self.options.tables)), "your catalogue")

    def close(self) -> None:
        """Let go of worker processes and the store."""
        if "workshop" in vars(self):
            self.workshop.close()
        if "_store" in vars(self):
            self._store.close()


async def _site_of(request: Request) -> Site:
    site: Site = request.app.state.site
    return site


CurrentSite = Annotated[Site, Depends(_site_of)]
"""A parameter of a page: the site it belongs to."""
