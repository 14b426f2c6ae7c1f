"""Audits by name, carried out one after the other on one bench."""

from collections.abc import Sequence
from typing import Protocol, cast

from triptych import __version__
from triptych.audits._bench import Bench
from triptych.audits._findings import AuditReport, AuditResult
from triptych.catalog import read_document
from triptych.errors import UsageError, unknown_name
from triptych.plugins import load, names_in

_FOLDER = "triptych.audits"
MAX_SHIFT = 0.5


class Audit(Protocol):
    """A module of this folder."""

    async def carry_out(self, bench: Bench) -> AuditResult:
        """What the audit finds."""
        ...


def find_audits(names: Sequence[str] = ()) -> dict[str, Audit]:
    """Audits by name; all of them for none."""
    known = names_in(_FOLDER)
    for name in names:
        if name not in known:
            raise unknown_name("audit", name, known)
    return {name: cast(Audit, load(_FOLDER, name)) for name in dict.fromkeys(names or known)}


async def run_audits(bench: Bench, names: Sequence[str] = (), max_shift: float = MAX_SHIFT) -> AuditReport:
    """What audits find about the judge on a bench."""
    audits = find_audits(names)
    if not any(bench.rubrics_for(case) for case in bench.cases):
        raise UsageError("none of the metrics can judge any of the cases; they are of other tasks")
    results = [await audit.carry_out(bench) for audit in audits.values()]
    return AuditReport(
        judge=bench.judge.name,
        version=__version__,
        cases=len(bench.cases),
        max_shift=max_shift,
        results=tuple(results),
    )


def read_audit(path: str) -> AuditReport:
    """The audit that `triptych audit … -o audit.json` wrote."""
    return read_document(path, AuditReport, "an audit", "triptych audit JUDGE -o audit.json")
