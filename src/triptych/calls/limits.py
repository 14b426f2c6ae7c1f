"""How hard an endpoint is worked: calls at once, calls a minute, when a failed call is tried again, when to give up."""

import asyncio
import random
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from triptych.errors import EndpointError
from triptych.models import Rejected, Unavailable

_SHRINK = 0.75
_SECONDS_BETWEEN_SHRINKS = 1.0
_MOST_HELD_SECONDS = 60.0
# So many rejections without an answer in between are no accident of single requests.
_ALL_REJECTED = 16
# The part of an attempt that an overloaded server uses up: at least, and where it does not say how long to wait.
_LEAST_USED, _USED_UNTOLD = 1 / 64, 0.5
# A silence that is worth a word; most are over before.
_TOLD_SECONDS = 3.0


class CallGate:
    """Lets at most `most` calls in at once, first come first served; fewer for a while after the server was overloaded.

    Additive increase, multiplicative decrease: an overload takes a quarter of the width, at most once a second and a
    call's duration; each full round of answers gives one place back. The place of a call that was asked to come back
    later stays taken until then: a server that counts what it refuses would otherwise never be left in peace.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.width = float(most)
        self.inside = 0
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._last_shrink = 0.0

    @property
    def room(self) -> int:
        """How many more could enter now."""
        return 0 if self._waiting else max(0, int(self.width) - self.inside)

    def enter_at_once(self) -> bool:
        """Enter where there is room; False where there is none."""
        if self.inside < int(self.width) and not self._waiting:
            self.inside += 1
            return True
        return False

    async def enter(self) -> None:
        """Return once there is room."""
        if self.enter_at_once():
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

    def _wake(self) -> None:
        while self._waiting and self.inside < int(self.width):
            turn = self._waiting.popleft()
            if not turn.done():
                self.inside += 1
                turn.set_result(None)


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


@dataclass(frozen=True, slots=True)
class Retry:
    """How patient to be with an endpoint."""

    attempts: int = 8
    """How often one call is tried, while others are answered, before it counts as failed."""
    first_seconds: float = 0.5
    """The longest first wait; it doubles each time."""
    most_seconds: float = 20.0
    most_silent_seconds: float = 5.0
    """The longest wait while nobody is answered, so that an endpoint that comes back finds us there."""
    patience_seconds: float = 90.0
    """How long an endpoint may answer nobody before the run stops."""
    tell: Callable[[str], None] | None = None
    """Hears of an endpoint that does not answer, while there is still patience."""

    def used_up_by(self, error: Unavailable) -> float:
        """How much of an attempt a failure uses up: all of it, or where the server has too much to do, so much as it
        asks to wait. A call that is asked to come back in a second has not failed, however often.
        """
        if not error.is_overload:
            return 1.0
        if error.retry_after is None:
            return _USED_UNTOLD
        return min(1.0, max(error.retry_after / self.most_seconds, _LEAST_USED))

    def wait_seconds(self, attempt: int, error: Unavailable, *, is_silent: bool = False) -> float:
        """How long to wait after the attempt with this number, from 1: what the server asks, or a random back-off."""
        if error.retry_after is not None:
            # A little more than asked, spread, so that calls with the same answer do not come back together.
            return min(error.retry_after, self.patience_seconds) * random.uniform(1.0, 1.1)
        most = min(self.most_seconds, self.most_silent_seconds) if is_silent else self.most_seconds
        longest = min(most, self.first_seconds * 2 ** min(attempt - 1, 30))
        return random.uniform(longest / 4, longest)


@dataclass(slots=True)
class Health:
    """Whether an endpoint answers at all. One failing call is that call's matter; silence for long is the run's."""

    patience_seconds: float
    tell: Callable[[str], None] | None = None
    """Hears of a silence, once."""
    has_answered: bool = False
    last_answer: float = 0.0
    """When, by the monotonic clock."""
    _silent_since: float | None = None
    _rejections: int = 0
    _is_told: bool = False

    def note_answer(self) -> None:
        """A call was answered."""
        self.has_answered, self.last_answer = True, time.monotonic()
        self._silent_since, self._rejections, self._is_told = None, 0, False

    def note_failure(self, error: Unavailable) -> None:
        """A call failed; raises EndpointError once nobody has been answered for too long."""
        now = time.monotonic()
        # The clock starts with the first failure: a slow model is not a silent one.
        self._silent_since = now if self._silent_since is None else self._silent_since
        silent = now - self._silent_since
        if silent >= self.patience_seconds:
            raise EndpointError(f"the endpoint has answered no call for {silent:.0f} s; last: {error}")
        if self.tell and not self._is_told and max(silent, error.retry_after or 0.0) >= _TOLD_SECONDS:
            self._is_told = True
            self.tell(f"no answer yet ({error}); trying for {self.patience_seconds - silent:.0f} s more")

    def note_rejection(self, error: Rejected) -> None:
        """A request was rejected; raises EndpointError where the first so many all were, or so many in a row that
        nothing is wrong with but that they are ours.
        """
        self._rejections += 1
        if self._rejections >= _ALL_REJECTED and (error.is_forbidden or not self.has_answered):
            raise EndpointError(f"the endpoint takes no request of ours; last: {error}")
