"""How many calls at once and how many a minute."""

import asyncio
import time
from collections import deque
from dataclasses import dataclass, field

_SHRINK = 0.75
_SECONDS_BETWEEN_SHRINKS = 1.0
_MOST_HELD_SECONDS = 60.0


class Gate:
    """Lets at most `most` calls in at once, first come first served; fewer for a while after the server was overloaded.

    Additive increase, multiplicative decrease: an overload takes a quarter of the width, at most once a second and a
    call's duration; each full round of answers gives one place back. The place of a call that was told to come back
    later stays taken until then: a server that counts what it refuses would otherwise never be left in peace.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.width = float(most)
        self.inside = 0
        self.peak = 0
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._last_shrink = 0.0

    async def enter(self) -> None:
        """Return once there is room."""
        if self.inside < int(self.width) and not self._waiting:
            self._let_in()
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.leave()
            raise

    def leave(self) -> None:
        """Make room."""
        self.inside -= 1
        self._wake()

    def note_answer(self) -> None:
        """An answer came: widen by one place a round."""
        if self.width < self.most:
            self.width = min(float(self.most), self.width + 1.0 / self.width)
            self._wake()

    def note_overload(self, call_seconds: float, asked_seconds: float = 0.0) -> None:
        """The server said it has too much to do, and asked to wait for some seconds: narrow."""
        if asked_seconds > 0:
            self.inside += 1
            asyncio.get_running_loop().call_later(min(asked_seconds, _MOST_HELD_SECONDS), self.leave)
        now = time.monotonic()
        if now - self._last_shrink >= max(_SECONDS_BETWEEN_SHRINKS, call_seconds):
            self._last_shrink = now
            self.width = max(1.0, self.width * _SHRINK)

    def _let_in(self) -> None:
        self.inside += 1
        self.peak = max(self.peak, self.inside)

    def _wake(self) -> None:
        while self._waiting and self.inside < int(self.width):
            turn = self._waiting.popleft()
            if not turn.done():
                self._let_in()
                turn.set_result(None)


class Turns:
    """Lets few go on at a time, and the loop look after its connections in between.

    Replies are stored by the hundred and come back together. If all of them were read at once, nothing would be sent
    or received until the last was through.
    """

    def __init__(self, at_once: int) -> None:
        self._at_once = at_once
        self._left = at_once
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def take(self) -> None:
        """Return when it is one's turn."""
        loop = asyncio.get_running_loop()
        if self._left == self._at_once:
            loop.call_soon(self._go_round)
        if self._left and not self._waiting:
            self._left -= 1
            return
        turn = loop.create_future()
        self._waiting.append(turn)
        await turn

    def _go_round(self) -> None:
        """Called once in each round of the loop for as long as there was anybody."""
        self._left = self._at_once
        while self._waiting and self._left:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                self._left -= 1
        if self._left < self._at_once:
            asyncio.get_running_loop().call_soon(self._go_round)


@dataclass(slots=True)
class Pace:
    """So much a minute, evenly: requests or tokens."""

    per_minute: float | None
    """None for no limit."""
    _next: float = field(default=0.0)

    async def take(self, amount: float = 1.0) -> None:
        """Return when this much may be sent."""
        if self.per_minute is None:
            return
        now = time.monotonic()
        start = max(now, self._next)
        self._next = start + 60.0 * amount / self.per_minute
        if start > now:
            await asyncio.sleep(start - now)

    def correct(self, difference: float) -> None:
        """Account for having taken this much more (or less) than was said."""
        if self.per_minute is not None:
            self._next += 60.0 * difference / self.per_minute
