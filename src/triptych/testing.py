"""For a team's own tests: `assert judged(case, "comparison/faithfulness") >= 4`, which says why where it fails."""

import operator
import sys
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from triptych.pipeline import judge_sync
from triptych.records import Case, Judgement, Rubric
from triptych.settings import JudgeOptions


def _comparing(relation: Callable[[float, float], bool]) -> Callable[["JudgedScore", object], bool]:
    """A comparison that says what was found where it does not hold."""

    def compare(judged: "JudgedScore", other: object) -> bool:
        if not isinstance(other, (int, float, JudgedScore)):
            raise TypeError(f"a score is compared with a number from 1 to 5; this is {other!r}")
        holds = relation(judged.score, float(other))
        if not holds:
            # A test runner shows what a failing test printed, in full, where it would cut a long comparison short.
            sys.stdout.write(judged.explain() + "\n")
        return holds

    return compare


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class JudgedScore:
    """A whole score that compares like a number and, where a comparison does not hold, prints what was found."""

    judgement: Judgement
    """All of it; `judgement.value` is the score before rounding."""

    @property
    def score(self) -> int:
        """1 to 5; an AssertionError where the judge gave none, so that no test passes for lack of a score."""
        if self.judgement.score is None:
            raise AssertionError(f"{self._name} has no score: {self.judgement.failure}")
        return self.judgement.score

    def explain(self) -> str:
        """The score with the judge's explanation and evidence, for people."""
        found = self.judgement
        head = f"{self._name}, judged by {found.judge}: {self._outcome}"
        lines = [head, textwrap.indent(found.grounds, "  ")]
        for span in found.evidence:
            # A product's only title needs no number.
            name = "" if span.source_id == span.source else f" {span.source_id}"
            lines.append(f"  {span.product_id}, {span.source.replace('_', ' ')}{name}: “{span.text}”")
        return "\n".join(filter(str.strip, lines))

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

    __eq__, __ne__ = _comparing(operator.eq), _comparing(operator.ne)
    __ge__, __gt__ = _comparing(operator.ge), _comparing(operator.gt)
    __le__, __lt__ = _comparing(operator.le), _comparing(operator.lt)

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
    judge: str | Sequence[str] | None = None,
    store: str | None = None,
    options: JudgeOptions | None = None,
) -> JudgedScore:
    """The score of a case on one rubric, to be compared: `judged(case, "comparison/faithfulness") >= 4`.

    `case` is a Case or a mapping such as a line of cases.jsonl, read as a file would be. Without a `judge` the options
    name it, and without these `triptych.toml` or the embedded judge. With a `store`, a model's replies are kept there
    and a test that runs again asks nobody.
    """
    (found,) = judge_sync(case, [rubric], judge=judge, store=store, options=options)
    return JudgedScore(found)
