"""The bench that audits work on, a judge with rubrics and cases; pairs of scores before and after a change, what they
come to, and whether the judge passed."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import cycle
from pathlib import Path
from statistics import fmean
from types import ModuleType
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np
import yaml
from pydantic import Field

from triptych import __version__
from triptych.agreement._sampling import draw_items, interval_of
from triptych.catalog import read_document, read_shortlists
from triptych.engines.local import LocalEngine
from triptych.errors import UsageError
from triptych.judges import Judge, judging_work, make_ready
from triptych.plugins import load, names_in
from triptych.records import Case, Count, Judgement, Name, Product, Record, Rubric, Shortlist, Task, group_by
from triptych.samples import sample_files
from triptych.writers import Writer

Scores = Mapping[str, Judgement]
"""The judgements of one case by the rubric's name."""
_FOLDER = Path(__file__).parent


@dataclass(slots=True)
class Bench:
    """All that an audit is given. What was judged for one audit is not judged again for the next."""

    judge: Judge
    rubrics: tuple[Rubric, ...]
    cases: tuple[Case, ...]
    """What is changed and judged."""
    repeats: int = 3
    """How often the stability audit judges each case."""
    fresh_judge: Judge | None = None
    """The same judge without a memory, for judging again; None where it has none anyway."""
    writer: Writer | None = None
    """A writer whose verdicts the order audit looks at as well."""
    concurrency: int = 32
    """Cases under way at once."""
    watch: Callable[[int], None] = lambda done: None
    """Told how many texts are judged."""
    _known: dict[str, Scores] = field(default_factory=dict)
    _done: int = 0

    async def judge_all(self, cases: Sequence[Case]) -> list[Scores]:
        """The scores of each case, in order."""
        keys = [f"{case.id}\n{case.digest()}" for case in cases]
        missing = {key: case for key, case in zip(keys, cases, strict=True) if key not in self._known}
        judged = await self._judge(self.judge, list(missing.values()))
        self._known.update(zip(missing, judged, strict=True))
        return [self._known[key] for key in keys]

    async def judge_again(self, cases: Sequence[Case]) -> list[Scores]:
        """The scores of each case, in order, judged anew whatever is known."""
        return await self._judge(self.fresh_judge or self.judge, cases)

    def rubrics_for(self, case: Case) -> tuple[Rubric, ...]:
        """The rubrics that a case is judged on."""
        return tuple(rubric for rubric in self.rubrics if rubric.task == case.task)

    async def _judge(self, judge: Judge, cases: Sequence[Case]) -> list[Scores]:
        places = [place for place, case in enumerate(cases) if self.rubrics_for(case)]
        found: dict[int, Scores] = {}
        given = make_ready(cases, self.rubrics)
        async for outcome in LocalEngine(1, self.concurrency).run(judging_work(judge), given):
            rubrics, judged = outcome.given.rubrics, outcome.unwrap()
            by_name = {rubric.name: one.judgement for rubric, one in zip(rubrics, judged, strict=True)}
            found[places[outcome.given.position]] = by_name
            self._done += 1
            self.watch(self._done)
        return [found.get(place, {}) for place in range(len(cases))]


@cache
def bundled_cases() -> tuple[Case, ...]:
    """Opinions, explanations and comparisons that are good, and short enough to judge by the hundred."""
    content = yaml.safe_load((_FOLDER / "cases.yaml").read_text(encoding="utf-8"))
    shortlists = {path.stem: path for path in sample_files()}
    given = [(next(iter(read_shortlists(shortlists[name]))), texts) for name, texts in content["shortlists"].items()]
    return tuple(case for shortlist, texts in given for case in _cases(shortlist, texts, content["reviews"]))


def _cases(shortlist: Shortlist, texts: dict[str, Any], reviews: int) -> Iterator[Case]:
    def case(name: str, task: Task, products: Sequence[Product], text: str) -> Case:
        query = None if task == "opinion" else shortlist.query
        given = {"products": tuple(products), "query": query, "text": text, "system": "by hand"}
        return Case.model_validate({"id": f"{name}/{task}", "task": task, **given})

    products = {one.id: one.model_copy(update={"reviews": one.reviews[:reviews]}) for one in shortlist.products}
    opinions = texts["opinions"]
    informed = {key: one.model_copy(update={"opinion": opinions[key]}) for key, one in products.items()}
    for key in texts["explanations"]:
        yield case(key, "opinion", [products[key]], opinions[key])
    for key, text in texts["explanations"].items():
        yield case(key, "explanation", [informed[key]], text)
    yield case(shortlist.id, "comparison", list(informed.values()), texts["comparison"])


def filler(kind: Literal["harmless", "empty"], wanted: int, size: Callable[[str], int]) -> str:
    """Sentences that tell nothing, one after another and round again, until their sizes add up to what is wanted."""
    sentences: list[str] = []
    for sentence in cycle(_fillers()[kind]):
        if wanted <= 0:
            break
        sentences.append(sentence)
        wanted -= size(sentence)
    return " ".join(sentences)


@cache
def _fillers() -> dict[str, list[str]]:
    found: dict[str, list[str]] = yaml.safe_load((_FOLDER / "fillers.yaml").read_text(encoding="utf-8"))
    return found


MAX_SHIFT = 0.5
ALL_METRICS = "all metrics"
MOVED = 1.0
"""How far a score has to move to count as moved: a whole point of the scale."""

Wants = Literal["stay", "fall", "fall far"]
"""What a good judge's score does: stay as it was, fall because the text was damaged, or fall twice as far because the
damage is severe."""
_FEWEST = 2
_MOST_FLAGGED = 40

Direction = Literal[1, -1, 0]
"""Which way is bad: up, down, or either."""


class Finding(Record):
    """What one kind of change did to the scores of one metric. Above 0 is the direction that is bad."""

    probe: str
    """What was changed: `fake system text`, `twice as long`, `sentences shuffled` …"""
    metric: str
    """`comparison/faithfulness`, or `all metrics`."""
    wants: Wants = "stay"
    pairs: Count
    unscored: Count = 0
    """Pairs that lack a score on either side."""
    shift: float | None = None
    """Mean shift in points of the scale; None without pairs."""
    low: float | None = None
    """Where its 95 % interval begins; None for fewer than two cases."""
    high: float | None = None
    worst: float | None = None
    """The largest shift of one pair."""
    worst_at: str | None = None
    moved: Count = 0
    """Pairs that moved a whole point or more: the way that is bad, or down where they had to fall."""
    moved_anyway: Count | None = None
    """Pairs that moved as far for a harmless change, where there was one."""

    def is_worse_than(self, max_shift: float) -> bool:
        """True where the score moved more than it may or, where it has to fall, fell less than that."""
        return self.shift is not None and self.shift > self.limit(max_shift)

    @property
    def is_unmeasured(self) -> bool:
        """True where most of the pairs lack a score: a judge that was silenced has not withstood anything."""
        return self.unscored > self.pairs

    def fails(self, max_shift: float) -> bool:
        """True where the row speaks against the judge."""
        return self.is_unmeasured or self.is_worse_than(max_shift)

    def limit(self, max_shift: float) -> float:
        """The highest shift that is not bad."""
        return max_shift if self.wants == "stay" else -max_shift * (2 if self.wants == "fall far" else 1)


class Flagged(Record):
    """A case that people should look at."""

    case_id: Name
    metric: str
    what: str


class AuditResult(Record):
    """One audit of one judge."""

    audit: str
    """`injection`, `order` …"""
    question: str
    """What it asks of the judge."""
    measure: str
    """What a shift means in it."""
    judged: Count
    """Texts that were judged for it."""
    findings: tuple[Finding, ...] = ()
    flagged: tuple[Flagged, ...] = ()
    """What people should look at, the worst first."""
    notes: tuple[str, ...] = ()

    @property
    def pairs(self) -> int:
        """Comparisons that both sides of were scored."""
        return sum(finding.pairs for finding in self.findings)


class AuditReport(Record):
    """All that was audited of one judge."""

    judge: str
    version: str
    cases: Count
    """Cases that audits started from."""
    max_shift: Annotated[float, Field(gt=0, le=4)]
    """How far a score may move."""
    results: tuple[AuditResult, ...]

    @property
    def failures(self) -> tuple[str, ...]:
        """Why the judge does not pass, a sentence each; none where it does."""
        found: list[str] = []
        for result in self.results:
            if not result.pairs:
                why = result.notes[0] if result.notes else "no scores"
                found.append(f"{result.audit}: nothing could be measured; {why}")
                continue
            failed = [one for one in result.findings if one.fails(self.max_shift)]
            found += [f"{result.audit}, {one.probe}: {one.metric} {self._complaint(one)}" for one in failed]
        return tuple(found)

    def _complaint(self, finding: Finding) -> str:
        if finding.is_unmeasured:
            return f"could not be compared in {finding.unscored} of {finding.pairs + finding.unscored} pairs"
        if finding.wants == "stay":
            return f"moved {finding.shift:.2f}, more than {self.max_shift:g}"
        least = -finding.limit(self.max_shift)
        return f"moved {finding.shift:+.2f} and had to fall by at least {least:g}"


def find_audits(names: Sequence[str] = ()) -> dict[str, ModuleType]:
    """Audits by name, modules of this folder whose `carry_out` says what they find on a bench; all of them for none."""
    return {name: load("triptych.audits", name) for name in names or names_in("triptych.audits")}


async def run_audits(bench: Bench, names: Sequence[str] = (), max_shift: float = MAX_SHIFT) -> AuditReport:
    """What audits find about the judge on a bench."""
    audits = find_audits(names)
    if not any(bench.rubrics_for(case) for case in bench.cases):
        raise UsageError("none of the metrics can judge any of the cases; they are of other tasks")
    results = tuple([await audit.carry_out(bench) for audit in audits.values()])
    judge, cases = bench.judge.name, len(bench.cases)
    return AuditReport(judge=judge, version=__version__, cases=cases, max_shift=max_shift, results=results)


def read_audit(path: str) -> AuditReport:
    """The audit that `triptych audit … -o audit.json` wrote."""
    return read_document(path, AuditReport, "an audit", "triptych audit JUDGE -o audit.json")


class ChangedCase(NamedTuple):
    """A case before and after a change."""

    before: Case
    after: Case
    probe: str
    """What was changed."""
    direction: Direction
    """Which way is bad."""
    at: str = ""
    """What was changed, in more detail where there is any."""


class Pair(NamedTuple):
    """One metric's score before and after a change."""

    change: ChangedCase
    metric: str
    before: float | None
    """Its value before; None for unscored."""
    after: float | None
    is_moved_anyway: bool = False
    """True where a harmless change moved it as far."""

    @property
    def shift(self) -> float | None:
        """How far it moved in the direction that is bad; None where either is unscored."""
        if self.before is None or self.after is None:
            return None
        moved = self.after - self.before
        return self.change.direction * moved if self.change.direction else abs(moved)


async def judge_changes(bench: Bench, changes: Sequence[ChangedCase]) -> list[Pair]:
    """A pair for each change and each metric that both were judged on."""
    scores = await bench.judge_all([case for one in changes for case in (one.before, one.after)])
    outcomes = zip(changes, scores[::2], scores[1::2], strict=True)
    return [pair for change, before, after in outcomes for pair in pair_up(change, before, after)]


def pair_up(change: ChangedCase, before: Scores, after: Scores) -> Iterator[Pair]:
    """A pair for each metric that both were judged on."""
    return (Pair(change, name, before[name].value, after[name].value) for name in before if name in after)


def sum_up(pairs: list[Pair], probe: str, metric: str, *, wants: Wants = "stay", has_control: bool = False) -> Finding:
    """What pairs come to, as a row."""
    scored = [(pair.shift, pair) for pair in pairs if pair.shift is not None]
    if not scored:
        return Finding(probe=probe, metric=metric, wants=wants, pairs=0, unscored=len(pairs))
    shifts = [shift for shift, _ in scored]
    largest, where = max(scored, key=lambda one: one[0])
    low, high = interval([(pair.change.before.id, shift) for shift, pair in scored])
    return Finding(
        probe=probe,
        metric=metric,
        wants=wants,
        pairs=len(shifts),
        unscored=len(pairs) - len(shifts),
        shift=_tidy(fmean(shifts)),
        low=low,
        high=high,
        worst=_tidy(largest),
        worst_at=f"{where.change.at or where.change.probe} in {where.change.before.id}"
        if largest > 0 or wants != "stay"
        else None,
        moved=sum((shift if wants == "stay" else -shift) >= MOVED for shift in shifts),
        moved_anyway=sum(pair.is_moved_anyway for _, pair in scored) if has_control else None,
    )


def flag_moved(pairs: Iterable[Pair]) -> Iterator[Flagged]:
    """The pairs that moved a whole point or more, the furthest first."""
    moved = [(pair.shift, pair) for pair in pairs if pair.shift is not None and pair.shift >= MOVED]
    for _, pair in sorted(moved, key=lambda one: -one[0])[:_MOST_FLAGGED]:
        what = f"{pair.change.at or pair.change.probe} moved it from {pair.before:.2f} to {pair.after:.2f}"
        yield Flagged(case_id=pair.change.before.id, metric=pair.metric, what=what)


def interval(shifts: Sequence[tuple[str, float]]) -> tuple[float | None, float | None]:
    """The 95 % interval of a mean: percentiles of resampled cases, whole, since shifts within a case are alike."""
    by_case = group_by(shifts, lambda one: one[0])
    if len(by_case) < _FEWEST:
        return None, None
    draws = draw_items(len(by_case))
    sums, counts = np.array([(sum(shift for _, shift in some), len(some)) for some in by_case.values()]).T
    low, high = interval_of((draws @ sums) / (draws @ counts))
    return low and _tidy(low), high and _tidy(high)


def rows_of(pairs: Sequence[Pair]) -> Iterator[Finding]:
    """A row for each change and metric."""
    for probe, some in by_probe(pairs).items():
        for metric, of_metric in by_metric(some).items():
            yield sum_up(of_metric, probe, metric)


def by_metric(pairs: Sequence[Pair]) -> dict[str, list[Pair]]:
    """Pairs by their metric, in the order of its name."""
    return dict(sorted(group_by(pairs, lambda pair: pair.metric).items()))


def by_probe(pairs: Sequence[Pair]) -> dict[str, list[Pair]]:
    """Pairs by what was changed, in the order they came."""
    return group_by(pairs, lambda pair: pair.change.probe)


def _tidy(number: float) -> float:
    # Adding 0.0 turns -0.0 into 0.0.
    return round(number, 4) + 0.0
