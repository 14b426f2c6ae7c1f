"""Writing as a stage of the pipeline: what is missing, what is done, what is kept."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from triptych.engines import Outcome, Work
from triptych.records import FEWEST_PRODUCTS, MOST_PRODUCTS, Case, digest_of
from triptych.stores import KeptCase, Store
from triptych.writers._writer import Assignment, Writer

_MOST_CASES = FEWEST_PRODUCTS * MOST_PRODUCTS + 1
"""The most texts one shortlist has; positions leave room for as many."""


@dataclass(frozen=True, slots=True)
class WritingStage:
    """Writes the texts of shortlists and keeps them."""

    store: Store
    """Where."""
    run_id: str
    """The run they belong to."""
    writer: Writer
    """Who writes."""
    is_fresh: bool = False
    """Write again whatever is there."""
    failures: list[str] = field(default_factory=list)
    """Shortlists that could not be written, and why."""

    @property
    def work(self) -> Work[Assignment, tuple[Case, ...]]:
        """Writing one shortlist's texts."""
        return self.writer.work

    def missing(self, inputs: Sequence[Assignment]) -> Sequence[Assignment]:
        """The shortlists that lack a text."""
        if self.is_fresh:
            return inputs
        held = self.store.held_cases(self.run_id, [case_id for given in inputs for case_id in given.case_ids])
        return [given for given in inputs if not {held.get(name) for name in given.case_ids} <= {self._digest(given)}]

    def keep(self, outcomes: Sequence[Outcome[Assignment, tuple[Case, ...]]]) -> None:
        """Commit the texts; a shortlist that failed is noted and tried again by the next start."""
        rows = []
        for outcome in outcomes:
            given = outcome.given
            if outcome.result is None:
                self.failures.append(f"{given.shortlist.id}: {outcome.error}")
                continue
            digest = self._digest(given)
            first = given.position * _MOST_CASES
            rows += [KeptCase.of(self.run_id, first + n, digest, case) for n, case in enumerate(outcome.result)]
        self.store.save(rows)

    def name_of(self, given: Assignment) -> str:
        """What a shortlist is claimed by."""
        return given.shortlist.id

    def _digest(self, given: Assignment) -> str:
        return digest_of([given.shortlist.model_dump_json(), self.writer.signature])
