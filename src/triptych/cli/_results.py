"""Judgements on their way out: calibrated, counted and written, in the order of their cases.

What a run commits is taken at once, as far as no case before it is missing: to read a judgement back from the store
takes longer than all that is done with it here. Only what did not come in order, or came in an earlier start, is read
back at the end.
"""

import shutil
import tempfile
from collections.abc import Iterable, Sequence
from contextlib import ExitStack, nullcontext, suppress
from itertools import islice
from types import TracebackType
from typing import Self, TextIO

from triptych.agreement import Calibrations, apply
from triptych.cli._output import open_output
from triptych.cli._terminal import say
from triptych.judges import Summary
from triptych.records import Judgement
from triptych.stores import KeptJudgement

# A call that does not come back holds up all that come after it; so much of them is held, and no more.
_MOST_WAITING_CHARACTERS = 16_000_000


class Results:
    """The judgements of a run, counted in `summary` and written to an output."""

    def __init__(self, output: str | None, calibrations: Calibrations | None = None) -> None:
        self.summary = Summary()
        self._output = output
        self._calibrations = calibrations
        self._unknown: set[str] = set()
        self._lines: TextIO | None = None
        self._closing = ExitStack()
        self._waiting: dict[int, Sequence[KeptJudgement]] = {}
        self._waiting_characters = 0
        self._next = 0
        self._follows = True
        self._taken = 0

    def __enter__(self) -> Self:
        if self._output:
            try:
                # Without a name: nobody finds it half written, and nothing is left of it whatever ends us.
                self._lines = self._closing.enter_context(tempfile.TemporaryFile("w+", encoding="utf-8"))
            except OSError:
                self._follows = False
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._drop_lines()

    @property
    def taken(self) -> int:
        """How many judgements were taken."""
        return self._taken

    def hear(self, position: int, kept: Sequence[KeptJudgement]) -> None:
        """Take what was committed of the case at a position; positions begin with 0 and none is left out for good."""
        if not self._follows:
            return
        self._waiting[position] = kept
        self._waiting_characters += _size_of(kept)
        try:
            while (turn := self._waiting.pop(self._next, None)) is not None:
                self._next += 1
                self._waiting_characters -= _size_of(turn)
                for one in sorted(turn, key=lambda one: (one.judgement.metric, one.judgement.judge)):
                    self._take(one.judgement, one.content, self._lines)
        except OSError:
            # No room for it: all of it is read back.
            self._drop_lines()
            self._follows, self._taken, self.summary = False, 0, Summary()
        if self._waiting_characters > _MOST_WAITING_CHARACTERS:
            self._follows = False
        if not self._follows:
            self._waiting.clear()

    def finish(self, judgements: Iterable[Judgement]) -> Summary:
        """Take what of all these judgements was not taken yet, write the output, and tell what they come to."""
        with open_output(self._output) if self._output else nullcontext() as file:
            if file and self._lines:
                self._lines.seek(0)
                shutil.copyfileobj(self._lines, file)
            for judgement in islice(judgements, self._taken, None):
                self._take(judgement, None, file)
        self.summary.finish()
        if self._unknown:
            unknown = ", ".join(sorted(self._unknown))
            say(f"note: the calibration has nothing for {unknown}; those values stay as they are")
        return self.summary

    def _take(self, judgement: Judgement, content: str | None, file: TextIO | None) -> None:
        if self._calibrations is not None:
            judgement, content = self._calibrated(self._calibrations, judgement), None
        self.summary.add(judgement)
        self._taken += 1
        if file is not None:
            file.write((content or judgement.to_content()) + "\n")

    def _calibrated(self, calibrations: Calibrations, judgement: Judgement) -> Judgement:
        if calibrations.find(judgement.judge, judgement.task, judgement.metric) is None:
            self._unknown.add(f"{judgement.judge} on {judgement.task}/{judgement.metric}")
        return apply(calibrations, judgement)

    def _drop_lines(self) -> None:
        # What cannot be written any more is not missed.
        with suppress(OSError):
            self._closing.close()
        self._lines = None


def _size_of(kept: Sequence[KeptJudgement]) -> int:
    return sum(len(one.content or "") for one in kept)
