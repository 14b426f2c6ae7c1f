"""What a store is, for SQLite, PostgreSQL and stores of other packages alike, and how one is opened."""

import datetime as dt
import re
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from types import TracebackType
from typing import Literal, NamedTuple, Protocol, Self

from triptych.errors import UsageError
from triptych.plugins import load
from triptych.records import Case, Judgement, Rating, Reply, Run, RunStatus, Task
from triptych.settings import load_store_patience

STOPPING = threading.Event()
"""Set when nobody is to wait for a store any more."""
_FOLDER = "triptych.stores"
_NEARLY_A_URL = re.compile(r"(?:postgres(?:ql)?|mysql|https?|sqlite):|[^/\\\s]*:[^/\\\s]*@", re.IGNORECASE)
_ALSO_CALLED = {"postgres": "postgresql"}


class KeptCase(NamedTuple):
    """A case as a run keeps it: a `write` run its outputs, a `judge` run its inputs."""

    run_id: str
    """The run."""
    position: int
    """Its place in the run; cases and judgements come back in this order."""
    digest: str
    """Of what makes this case this case: the case itself when judged, its shortlist and writer when written."""
    case_id: str
    """The case's id."""
    content: str
    """The case's `to_content`."""

    @classmethod
    def of(cls, run_id: str, position: int, digest: str, case: Case) -> Self:
        """A case on its way to the store."""
        return cls(run_id, position, digest, case.id, case.to_content())


class KeptJudgement(NamedTuple):
    """A judgement as a run keeps it. Its case is kept before it or with it."""

    run_id: str
    """The run."""
    case_digest: str
    """Of the case that was judged, as in KeptCase: a case that changes later makes this judgement out of date."""
    judgement: Judgement
    """The judgement."""
    is_final: bool = True
    """False where the judge could not be reached: kept and shown, but still missing for the next start."""


class KeptRating(NamedTuple):
    """What a person said of a case on a metric: a score, or why there is none."""

    case_id: str
    """The case."""
    case_digest: str
    """As in KeptCase, for ids come again with other texts; empty for whatever case has the id."""
    metric: str
    """Without the task."""
    rater: str
    """Who."""
    score: float | None = None
    """1 to 5; None where the rater passed it over."""
    skipped: str | None = None
    """Why, in the rater's words."""

    @property
    def rating(self) -> Rating | None:
        """The same as others read it; None where there is no score."""
        if self.score is None:
            return None
        return Rating(case_id=self.case_id, metric=self.metric, rater=self.rater, score=self.score)


Row = KeptCase | Reply | KeptJudgement | KeptRating | Rating
"""Anything that a run saves as it goes."""


@dataclass(frozen=True, slots=True)
class WantedCase:
    """A case a run should have."""

    case_id: str
    """The case."""
    digest: str
    """As in KeptCase."""


@dataclass(frozen=True, slots=True)
class WantedJudgement:
    """A judgement a run should have."""

    case_id: str
    """The case."""
    case_digest: str
    """As in KeptCase."""
    metric: str
    """Without the task."""
    judge: str
    """Who is to judge."""
    signature: str
    """As in Judgement: another rubric version, prompt or sample count is another judgement."""


@dataclass(frozen=True, slots=True)
class RunTally:
    """How much a run holds."""

    cases: int = 0
    """Cases."""
    scored: int = 0
    """Judgements with a final score."""
    unscored: int = 0
    """Judgements without one that another start leaves alone."""
    unreached: int = 0
    """Judgements that another start tries again, as a judge, or one of several, could not be reached."""

    @property
    def judgements(self) -> int:
        """All of them."""
        return self.scored + self.unscored + self.unreached


class ScoreSums(NamedTuple):
    """What the scores of one system on one metric add up to."""

    task: Task
    """The kind of text."""
    metric: str
    """Without the task."""
    system: str
    """Who wrote the texts; empty where nobody said."""
    total: int
    """Judgements."""
    scored: int
    """Those with a score."""
    value: float
    """Sum of their values."""
    items: int
    """Items they are about."""
    squares: float
    """Over items: the squared sum of values."""
    products: float
    """Over items: the sum of values times how many there are."""
    counts_squared: int
    """Over items: how many, squared."""
    ones: int
    """How many got 1."""
    twos: int
    """How many got 2."""
    threes: int
    """How many got 3."""
    fours: int
    """How many got 4."""
    fives: int
    """How many got 5."""


CaseOrder = Literal["value", "words", "system", "case_id"]


@dataclass(frozen=True, slots=True)
class CaseQuery:
    """Which judged cases of a run, and in which order."""

    task: Task
    """The kind of text."""
    system: str | None = None
    """Only texts of this one."""
    words: str = ""
    """Only cases whose id contains this."""
    metric: str | None = None
    """The metric whose values count; None for the mean over all."""
    least: float | None = None
    """Only values from here …"""
    most: float | None = None
    """… to here."""
    is_unscored: bool = False
    """Only cases that lack a score."""
    order: CaseOrder = "value"
    """What comes first; cases without a value come last."""
    is_descending: bool = False
    """The highest first."""
    offset: int = 0
    """How many to pass over."""
    limit: int = 50
    """How many at most."""


class CaseFigures(NamedTuple):
    """A judged case in a list."""

    case_id: str
    """The case."""
    system: str
    """Who wrote it; empty where nobody said."""
    words: int
    """How long it is."""
    value: float | None
    """On the metric asked for, or the mean over all."""
    unscored: int
    """Judgements without a score."""
    values: Mapping[str, float]
    """By metric."""

    @property
    def mean(self) -> float | None:
        """Of the values."""
        return fmean(self.values.values()) if self.values else None


class CasePage(NamedTuple):
    """Some of the cases that a query finds."""

    total: int
    """How many there are in all."""
    cases: tuple[CaseFigures, ...]
    """In the order asked for."""


class JudgedCase(NamedTuple):
    """A case with all that was said of it."""

    case: Case
    """The case."""
    digest: str
    """As in KeptCase."""
    judgements: tuple[Judgement, ...]
    """By metric and judge; empty in a `write` run."""


class JudgedName(NamedTuple):
    """A judged case by name."""

    task: Task
    """The kind of text."""
    case_id: str
    """The case."""
    digest: str
    """As in KeptCase."""
    item: str
    """Its sources."""


class Store(Protocol):
    """Where runs live. Every method may be called from any thread; none returns before its rows are committed."""

    @property
    def label(self) -> str:
        """How messages name the store; never with a password."""
        ...

    @property
    def is_shared(self) -> bool:
        """True where several machines may use it at once, and claim what they work on."""
        ...

    def start_run(self, run: Run) -> Run:
        """The run as kept: new, or the one with this id opened again with its first start."""
        ...

    def finish_run(self, run_id: str, status: RunStatus, when: dt.datetime) -> None:
        """Note how and when a run ended."""
        ...

    def runs(self) -> list[Run]:
        """All runs, the latest start first."""
        ...

    def run(self, name: str) -> Run:
        """The run with this id or, failing that, the only one whose id begins so."""
        ...

    def tally(self, run_id: str) -> RunTally:
        """How much a run holds."""
        ...

    def delete_run(self, run_id: str) -> None:
        """Forget a run with its cases and judgements; replies and ratings stay."""
        ...

    def save(self, rows: Iterable[Row]) -> None:
        """Keep rows of any kind, all of them or, when it fails, none; a row kept before is replaced."""
        ...

    def cases(self, run_id: str, only: Sequence[str] | None = None) -> Iterator[Case]:
        """A run's cases by position, read a page at a time; or only those with these ids."""
        ...

    def judgements(self, run_id: str, only: Sequence[str] | None = None) -> Iterator[Judgement]:
        """A run's judgements by their case's position, metric and judge, read a page at a time; or only of these cases.

        Judgements of what a case was before it changed are left out.
        """
        ...

    def claim(self, run_id: str, holder: str, names: Sequence[str], seconds: float) -> set[str]:
        """Those of the names that the holder may work on for so long; the others are somebody else's for now."""
        ...

    def renew_claims(self, run_id: str, holder: str, seconds: float) -> None:
        """Hold for so much longer what is held."""
        ...

    def release(self, run_id: str, holder: str, names: Sequence[str] | None = None) -> None:
        """Give these back, or all that is held."""
        ...

    def missing_cases(self, run_id: str, wanted: Sequence[WantedCase]) -> list[WantedCase]:
        """Those wanted that the run does not hold, in the order given."""
        ...

    def missing_judgements(
        self, run_id: str, wanted: Sequence[WantedJudgement], *, retry_unscored: bool = False
    ) -> list[WantedJudgement]:
        """Those wanted that the run does not hold, or holds for another case digest or signature, or not final."""
        ...

    def find_replies(self, keys: Iterable[str]) -> dict[str, Reply]:
        """The replies that are kept under some of these keys."""
        ...

    def ratings(self) -> Iterator[Rating]:
        """All ratings by case, metric and rater, read a page at a time."""
        ...

    def ratings_of(self, run_id: str, rater: str | None = None) -> list[KeptRating]:
        """What people, or one of them, said of a run's cases as they are in this run."""
        ...

    def score_sums(self, run_id: str) -> list[ScoreSums]:
        """What a run's scores add up to, by task, metric and system."""
        ...

    def scores(self, run_id: str, case_ids: Sequence[str] | None = None) -> list[Judgement]:
        """A run's judgements, or those of some cases, without explanation, evidence and usage: read quickly."""
        ...

    def find_cases(self, run_id: str, query: CaseQuery) -> CasePage:
        """Judged cases of a run, sorted and filtered, a page of them."""
        ...

    def judged_names(self, run_id: str) -> list[JudgedName]:
        """All judged cases of a run by task and id."""
        ...

    def case_names(self, run_id: str, offset: int, limit: int) -> list[str]:
        """Ids of a run's cases in their order."""
        ...

    def judged_case(self, run_id: str, case_id: str) -> JudgedCase:
        """One case of a run with its judgements; UsageError where the run has none of this id."""
        ...

    def secret(self) -> bytes:
        """32 random bytes, made once for a store and the same ever after."""
        ...

    def close(self) -> None:
        """Let go of every connection."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


def stop_waiting() -> None:
    """Let everybody who waits for a store give up: the process is to end."""
    STOPPING.set()


def open_store(url: str, *, create: bool = True, patience_seconds: float | None = None) -> Store:
    """The store at a path, `sqlite:///…` or `postgresql://…`; made when it is not there, unless `create` is False.

    While another process holds it, or its server is gone, it is waited for `patience_seconds`: by default those of
    TRIPTYCH_STORE_PATIENCE, or 30.
    """
    patience_seconds = load_store_patience() if patience_seconds is None else patience_seconds
    if not url.strip():
        raise UsageError("a store needs a path, `sqlite:///FILE` or `postgresql://USER@HOST/DATABASE`; it was empty")
    scheme, separator, _ = url.partition("://")
    if not separator and _NEARLY_A_URL.match(url):
        # As the name of a file it would be shown, and with it a password.
        raise UsageError("a store on a server is postgresql://USER:PASSWORD@HOST/DATABASE, with :// after its scheme")
    if not separator:
        scheme, url = "sqlite", f"sqlite:///{url}"
    scheme = _ALSO_CALLED.get(scheme, scheme)
    store: Store = load(_FOLDER, scheme).connect(url, create=create, patience_seconds=patience_seconds)
    return store
