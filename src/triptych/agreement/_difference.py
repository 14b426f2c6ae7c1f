"""How two systems differ on one metric, as a record that can say it in a sentence."""

from collections.abc import Sequence
from dataclasses import dataclass

from triptych.records import Count, Judgement, Record

SIGNIFICANCE = 0.05


@dataclass(frozen=True, slots=True)
class Side:
    """What one of the two has: a name and judgements."""

    name: str
    """As it is told."""
    judgements: Sequence[Judgement]
    """All metrics."""


class Difference(Record):
    """How two systems differ on one metric."""

    task: str
    """The kind of text."""
    metric: str
    """The metric."""
    first: str
    """The name of A."""
    second: str
    """The name of B."""
    pairs: Count
    """Pairs that both sides scored."""
    items: Count
    """Items they are about: what is resampled."""
    mean_first: float | None = None
    """A's mean over the pairs."""
    mean_second: float | None = None
    """B's."""
    effect: float | None = None
    """B less A, over the pairs."""
    low: float | None = None
    """Where its 95 % interval begins."""
    high: float | None = None
    """Where it ends."""
    p: float | None = None
    """How often chance alone gives a difference as large."""
    p_adjusted: float | None = None
    """p, adjusted for the number of metrics compared."""
    unscored_first: Count = 0
    """Pairs A has no score for."""
    unscored_second: Count = 0
    """Pairs B has no score for."""
    worst: float | None = None
    """The effect if every missing score spoke against B."""
    best: float | None = None
    """The effect if every missing score spoke for B."""
    only_first: Count = 0
    """Cases or items that B does not have at all."""
    only_second: Count = 0
    """Cases or items that A does not have at all."""

    @property
    def is_clear(self) -> bool:
        """True where interval and adjusted p agree that there is a difference."""
        if self.low is None or self.high is None or self.p_adjusted is None:
            return False
        return (self.low > 0 or self.high < 0) and self.p_adjusted < SIGNIFICANCE

    @property
    def hangs_on_unscored(self) -> bool:
        """True where missing scores alone could turn the difference around."""
        if self.effect is None or self.worst is None or self.best is None:
            return False
        return (self.worst <= 0) if self.effect > 0 else (self.best >= 0)

    def sentence(self, *, with_task: bool = False) -> str:
        """The outcome in words; the task is told where a metric of one name has several."""
        metric = f"{self.task}/{self.metric}" if with_task else self.metric
        if self.effect is None:
            return f"Nothing can be said on {metric}: no pair was scored on both sides."
        figures = show_number(self.effect, "+")
        if self.low is None or self.high is None or self.p is None:
            return f"Too few items to tell on {metric}: {figures} from {self.items} item{'s'[: self.items > 1]}."
        figures += f" [{show_number(self.low)}, {show_number(self.high)}], p {show_p(self.p)}"
        if not self.is_clear:
            return f"No clear difference on {metric}: {figures}{self._adjustment}."
        better = self.second if self.effect > 0 else self.first
        words = f"{better} is better on {metric}: {figures}"
        if self.unscored_first + self.unscored_second == 0:
            return f"{words}."
        doubt = "could turn this around" if self.hangs_on_unscored else "cannot turn this around"
        return f"{words}; the {self.unscored_first + self.unscored_second} unscored {doubt}."

    @property
    def _adjustment(self) -> str:
        """Where p alone would speak of a difference: what it is for so many metrics."""
        if self.p is None or self.p_adjusted is None or not self.p < SIGNIFICANCE <= self.p_adjusted:
            return ""
        return f" ({show_p(self.p_adjusted)} adjusted for the number of metrics)"


def show_number(value: float, sign: str = "") -> str:
    """Two digits after the point; what rounds to nothing has no minus."""
    return format(round(value, 2) + 0.0, f"{sign}.2f")


def show_p(p: float) -> str:
    """`0.03`, `0.004`, `< 0.001`."""
    return "< 0.001" if p < 0.001 else f"{p:.3f}" if p < 0.01 else f"{p:.2f}"
