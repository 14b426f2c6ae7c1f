"""`make bench` runs every benchmark there is."""

import runpy
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "benchmarks"


def test_every_benchmark_has_a_section_and_the_page_knows_no_other() -> None:
    known = [one.name for one in runpy.run_path(str(FOLDER / "results.py"))["BENCHMARKS"]]
    assert sorted(known) == sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "results")
    page = (FOLDER / "RESULTS.md").read_text(encoding="utf-8")
    assert [line[3:] for line in page.splitlines() if line.startswith("## ")] == known
