"""What an engine is: something that does one piece of work for each of many inputs."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

In = TypeVar("In")
Out = TypeVar("Out")


@dataclass(frozen=True, slots=True)
class Work(Generic[In, Out]):
    """One thing to do for each input: either waiting (a coroutine) or computing (a plain function)."""

    compute: Callable[[In], Out] | None = None
    """CPU-bound work; it goes to worker processes, so it and its inputs can be pickled."""
    wait: Callable[[In], Awaitable[Out]] | None = None
    """Work that mostly waits for a model; it stays in the event loop."""
    alike: Callable[[In], object] | None = None
    """Inputs in a row for which this gives the same are best computed by one worker: what one needs, the next has."""


class Outcome(NamedTuple, Generic[In, Out]):
    """What came of one input: a result, or the error in its place."""

    given: In
    result: Out | None
    """What came out, where nothing went wrong."""
    error: Exception | None = None

    def unwrap(self) -> Out:
        """The result; raises the error where there is one."""
        if self.error is not None:
            raise self.error
        assert self.result is not None
        return self.result


class BlockEngine(Protocol):
    """Runs work over blocks of an input too large for one machine."""

    def run_blocks(self, make_worker: Callable[[], Callable[[In], Out]], blocks: Sequence[In]) -> Iterator[Out]:
        """What workers return for each block, as it comes. Each worker is made where it runs and does many blocks."""
        ...

    def share(self, make: Callable[[], object]) -> Callable[..., Awaitable[Any]]:
        """Calls a method, by its name, of the one object that all workers share; it can be handed to them."""
        ...


class Engine(Protocol):
    """Runs work over inputs, many at once, and yields outcomes as they come, in no order."""

    def run(self, work: Work[In, Out], inputs: Iterable[In]) -> AsyncGenerator[Outcome[In, Out]]:
        """Outcomes of all inputs. Inputs are drawn only as they can be worked on; closing the iterator stops."""
        ...
