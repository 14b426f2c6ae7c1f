import gzip
import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scored import judgement
from triptych.catalog import (
    ReadOptions,
    Report,
    read_any,
    read_cases,
    read_ratings,
    read_records,
    read_shortlists,
)
from triptych.catalog.formats import _files
from triptych.errors import UsageError
from triptych.records import Judgement, Product, Shortlist

PRODUCT: dict[str, Any] = {"id": "p1", "title": "Dhunva Sprint"}

SHORTLIST: dict[str, Any] = {"id": "s1", "query": "earbuds", "products": [PRODUCT, {"id": "p2", "title": "Sonu"}]}

CASE: dict[str, Any] = {"id": "c1", "task": "opinion", "products": [PRODUCT], "text": "Buyers like it."}

RATING: dict[str, Any] = {"case_id": "c1", "metric": "fluency", "rater": "ann", "score": 4}

WriteLines = Callable[..., str]

WriteText = Callable[[str, str | bytes], str]


def problems_of(report: Report) -> list[tuple[int | None, str]]:
    return [(problem.line, problem.field) for problem in report.problems]


def test_what_is_written_reads_back_as_it_was(write_lines: WriteLines, tmp_path: Path) -> None:
    reviews = ["<i>Good</i>", {"text": "A\n\n\nB", "stars": 2}, "", {"id": "7", "text": "C"}]
    product = {**PRODUCT, "base_price": "$24.90", "specs": {"a": 1}, "reviews": reviews}
    first = list(read_shortlists(write_lines([{**SHORTLIST, "products": [product, SHORTLIST["products"][1]]}])))
    again = tmp_path / "again.jsonl"
    again.write_text("".join(shortlist.to_json() + "\n" for shortlist in first), encoding="utf-8")
    stream = read_shortlists(again)
    assert list(stream) == first
    assert not stream.report.cleaned


def test_a_second_row_with_the_same_id_is_reported(write_lines: WriteLines) -> None:
    shortlists = read_shortlists(write_lines([SHORTLIST, SHORTLIST]))
    assert len(list(shortlists)) == 1
    assert "'s1' was the id of line 1 already" in str(shortlists.report.problems[0])
    cases = read_cases(write_lines([CASE, {**CASE, "id": "c2"}, CASE]))
    assert len(list(cases)) == 2
    ratings = read_ratings(write_lines([RATING, {**RATING, "score": 2}, {**RATING, "metric": "clarity"}]))
    assert len(list(ratings)) == 2
    assert problems_of(ratings.report) == [(2, "rater")]


def test_a_directory_and_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is a directory"):
        read_shortlists(tmp_path)
    with pytest.raises(UsageError, match="does not exist"):
        read_shortlists(tmp_path / "nowhere.jsonl")
    with pytest.raises(UsageError):
        read_shortlists("nul\0byte.jsonl")
    with pytest.raises(UsageError):
        read_shortlists("long" * 2000)


def test_a_line_that_is_too_long_is_never_held(write_text: WriteText, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_files, "MOST_LINE_BYTES", 1000)
    rows = [json.dumps(SHORTLIST), json.dumps({**SHORTLIST, "id": "x" * 5000}), json.dumps({**SHORTLIST, "id": "s3"})]
    stream = read_shortlists(write_text("a.jsonl", "\n".join(rows)))
    assert [shortlist.id for shortlist in stream] == ["s1", "s3"]
    assert problems_of(stream.report) == [(2, "")]
    assert "longer than" in stream.report.problems[0].message


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    def give(content: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))

    line = json.dumps(SHORTLIST).encode()
    for content in (line, gzip.compress(line), b"\xef\xbb\xbf" + line, json.dumps([SHORTLIST], indent=1).encode()):
        give(content)
        assert [shortlist.id for shortlist in read_shortlists("-")] == ["s1"]
        give(content)
        assert read_any("-").kind == "shortlists"
    give(b"case_id,metric,rater,score\nc1,clarity,ann,4\n")
    stream = read_any("-")
    assert (stream.kind, stream.name, len(list(stream))) == ("ratings", "standard input", 1)


def test_a_limit_takes_so_many_good_rows(write_lines: WriteLines) -> None:
    rows = [{**SHORTLIST, "id": f"s{n}"} if n % 2 else {"query": "x"} for n in range(10)]
    stream = read_shortlists(write_lines(rows), ReadOptions(limit=2))
    assert [shortlist.id for shortlist in stream] == ["s1", "s3"]
    with pytest.raises(UsageError, match="limit"):
        read_shortlists(write_lines(rows), ReadOptions(limit=0))


def test_rows_are_read_one_at_a_time(write_lines: WriteLines) -> None:
    rows = [{**SHORTLIST, "id": f"s{n}"} for n in range(500)]
    stream = read_shortlists(write_lines(rows))
    assert next(iter(stream)).id == "s0"
    assert stream.report.rows == 1


def test_problems_beyond_the_first_are_counted_only(write_lines: WriteLines) -> None:
    stream = read_shortlists(write_lines([{"query": "x"}] * 30 + [SHORTLIST]), ReadOptions(most_problems=10))
    assert len(list(stream)) == 1
    assert (len(stream.report.problems), stream.report.problem_count, stream.report.skipped) == (10, 30, 30)


def test_every_bundled_sample_reads_without_a_problem() -> None:
    folder = Path(__file__).parents[2] / "src" / "triptych" / "samples"
    samples = sorted(folder.glob("*.json"))
    assert samples
    for path in samples:
        stream = read_any(path)
        records: list[Any] = list(stream)
        assert all(isinstance(record, (Shortlist, Product)) for record in records)
        assert (stream.report.problems, stream.report.unknown_keys, stream.report.notes) == ([], {}, {})


READING = """
import subprocess
import sys
from pathlib import Path
from triptych.catalog import read_shortlists

def peak():
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) // 1024

before = peak()
count = sum(1 for shortlist in read_shortlists(sys.argv[1]))
print(count, peak() - before)
"""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the peak is read from Linux's /proc")
@pytest.mark.parametrize("name", ["rows.jsonl", "rows.json"])
def test_a_long_file_is_never_held(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    reviews = [f"review number {n} " + "of some length " * 10 for n in range(8)]
    products = [{"id": f"p{n}", "title": "T", "reviews": reviews} for n in range(3)]
    with path.open("w", encoding="utf-8") as file:
        file.write("[\n" if name.endswith("json") else "")
        for n in range(15_000):
            file.write(
                ("," if name.endswith("json") and n else "")
                + json.dumps({**SHORTLIST, "id": n, "products": products})
                + "\n"
            )
        file.write("]" if name.endswith("json") else "")
    assert path.stat().st_size > 60_000_000
    done = subprocess.run([sys.executable, "-c", READING, str(path)], capture_output=True, text=True, check=True)
    count, grown = map(int, done.stdout.split())
    assert count == 15_000
    assert grown < 40


def test_our_own_records_are_read_back_and_wrong_rows_are_reported(tmp_path: Path) -> None:
    good = judgement("a/s", 3.25).model_dump(mode="json")
    path = tmp_path / "judgements.jsonl"
    path.write_text("\n".join([json.dumps({**good, "mine": 1}), json.dumps({**good, "value": 9}), "{"]))
    report = Report()
    assert list(read_records(str(path), Judgement, report)) == [judgement("a/s", 3.25)]
    assert [(problem.line, problem.field) for problem in report.problems] == [(2, "value"), (3, "")]
    assert (report.rows, report.good, report.unknown_keys) == (3, 1, {"mine": None})
