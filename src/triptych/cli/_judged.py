"""What was judged, from wherever the user keeps it: a judgements file, or a run in the store."""

from pathlib import Path

from triptych.agreement import JudgedRun
from triptych.catalog import ReadOptions, Report, read_records
from triptych.cli._output import STANDARD, say_report
from triptych.errors import UsageError
from triptych.records import Judgement
from triptych.stores import open_store


def read_judged(run: str, url: str, reading: ReadOptions, *, with_cases: bool = False) -> JudgedRun:
    """The judgements of a file or, where there is no such file, of a run in the store with, if asked, its cases."""
    if run == STANDARD or Path(run).exists():
        report = Report(reading)
        judgements = list(read_records(run, Judgement, report))
        if not judgements:
            first = f": {report.problems[0]}" if report.problems else ""
            raise UsageError(f"{run} holds no judgement{first}; `triptych judge CASES -o FILE` makes them")
        say_report(report)
        return JudgedRun(run, judgements)
    try:
        with open_store(url, create=False) as store:
            found = store.run(run)
            judged = list(store.judgements(found.id))
            cases = {case.id: case for case in store.cases(found.id)} if with_cases else {}
    except UsageError as error:
        raise UsageError(f"{run} is neither a file nor a run in the store {url}: {error}") from None
    if not judged:
        raise UsageError(f"the run {found.id} holds no judgements; `triptych judge` makes them")
    return JudgedRun(found.id, judged, cases, found)
