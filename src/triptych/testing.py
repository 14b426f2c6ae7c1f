"""For a team's own tests: `assert judged(case, "comparison/faithfulness") >= 4`, which says why where it fails."""

import asyncio
import operator
import re
import sys
import textwrap
from collections.abc import Callable, Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

from triptych.catalog import case_of
from triptych.judges import JudgeOptions
from triptych.judges import judge as judge_case
from triptych.records import Case, Evidence, Judgement, Rubric

Result = TypeVar("Result")
# The first line says the score already.
_SCORE_LINE = re.compile(r"\n?\s*Score-\s*<score>\d</score>\s*$")
_Relation = Callable[[float, float], bool]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class JudgedScore:
    """A whole score that compares like a number and, where a comparison does not hold, prints what was found."""

    judgement: Judgement
    """All of it; `judgement.value` is the score before rounding."""

    @property
    def score(self) -> int:
        """1 to 5; an AssertionError where the judge gave none, so that no test passes for want of a score."""
        if self.judgement.score is None:
            raise AssertionError(f"{self._name} has no score: {self.judgement.failure}")
        return self.judgement.score

    def explain(self) -> str:
        """The score with the judge's explanation and evidence, for people."""
        found = self.judgement
        head = f"{self._name}, judged by {found.judge}: {self._outcome}"
        reasons = textwrap.indent(_SCORE_LINE.sub("", found.explanation), "  ")
        return "\n".join(filter(str.strip, [head, reasons, *map(_told, found.evidence)]))

    def __repr__(self) -> str:
        return f"<{self.judgement.task}/{self.judgement.metric} {self._outcome}>"

    def __bool__(self) -> bool:
        raise TypeError("a score is neither true nor false; compare it: assert judged(case, rubric) >= 4")

    def __int__(self) -> int:
        return self.score

    def __float__(self) -> float:
        return float(self.score)

    def __hash__(self) -> int:
        return hash(self.judgement)

    def __eq__(self, other: object) -> bool:
        return self._holds(operator.eq, other)

    def __ne__(self, other: object) -> bool:
        return self._holds(operator.ne, other)

    def __ge__(self, other: object) -> bool:
        return self._holds(operator.ge, other)

    def __gt__(self, other: object) -> bool:
        return self._holds(operator.gt, other)

    def __le__(self, other: object) -> bool:
        return self._holds(operator.le, other)

    def __lt__(self, other: object) -> bool:
        return self._holds(operator.lt, other)

    def _holds(self, relation: _Relation, other: object) -> bool:
        if not isinstance(other, (int, float, JudgedScore)):
            raise TypeError(f"a score is compared with a number from 1 to 5; this is {other!r}")
        holds = relation(self.score, float(other))
        if not holds:
            # A test runner shows what a failing test printed, in full, where it would cut a long comparison short.
            sys.stdout.write(self.explain() + "\n")
        return holds

    @property
    def _outcome(self) -> str:
        found = self.judgement
        return f"no score: {found.failure}" if found.score is None else f"{found.score} ({found.value:.2f})"

    @property
    def _name(self) -> str:
        return f"{self.judgement.task}/{self.judgement.metric} of {self.judgement.case_id}"


def judged(
    case: Case | Mapping[str, Any],
    rubric: str | Rubric,
    *,
    judge: str | Sequence[str] = "embedded",
    store: str | None = None,
    options: JudgeOptions | None = None,
) -> JudgedScore:
    """The score of a case on one rubric, to be compared: `judged(case, "comparison/faithfulness") >= 4`.

    `case` is a Case or a mapping such as a line of cases.jsonl, read as a file would be. With a `store`, a model's
    replies are kept there and a test that runs again asks nobody.
    """
    given = case if isinstance(case, Case) else case_of(case)
    (found,) = _wait(judge_case(given, [rubric], judge=judge, store=store, options=options))
    return JudgedScore(found)


def _told(span: Evidence) -> str:
    """Where a span lies and what it says; a product's only title needs no number."""
    name = "" if span.source_id == span.source else f" {span.source_id}"
    return f"  {span.product_id}, {span.source.replace('_', ' ')}{name}: “{span.text}”"


def _wait(work: Coroutine[Any, Any, Result]) -> Result:
    """The outcome of a coroutine, also inside a test that is one itself."""
    if not _is_in_loop():
        return asyncio.run(work)
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def _is_in_loop() -> bool:
    # Told apart here, not where the work is done: an error of the work would else be shown as one of this question.
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
