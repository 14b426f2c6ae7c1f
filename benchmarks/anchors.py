"""How the embedded judge scores the texts whose score is known: within one anchor, and exactly.

python benchmarks/anchors.py                 the texts that were looked at while measures were made
python benchmarks/anchors.py --unseen        the third that was not
python benchmarks/anchors.py --each fluency  every text of a metric, with its value
"""

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from triptych.catalog import read_shortlists
from triptych.judges.embedded import connect
from triptych.records import Case, Judgement, Shortlist
from triptych.rubrics import find_rubrics
from triptych.samples import sample_files

ROOT = Path(__file__).resolve().parent.parent / "tests" / "judges"


@dataclass(frozen=True, slots=True)
class Anchored:
    """A text, the score it deserves, and what it got."""

    rubric: str
    name: str
    expect: int
    judgement: Judgement

    @property
    def off_by(self) -> float:
        """How many anchors the score is off; 5 where there is none."""
        return 5 if self.judgement.score is None else abs(self.judgement.score - self.expect)


def judge_anchors(folder: Path) -> Iterator[Anchored]:
    """Every anchor text below a folder, judged on its own rubric."""
    shortlists = {path.stem: next(iter(read_shortlists(path))) for path in sample_files()}
    judge = connect()
    for rubric in find_rubrics():
        path = folder / f"{rubric.name}.jsonl"
        for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
            row = json.loads(line)
            case = make_case(rubric.task, row, shortlists[row["sample"]])
            (judgement,) = judge.judge_all(case, [rubric])
            yield Anchored(rubric.name, row["name"], row["expect"], judgement)


def make_case(task: str, row: dict[str, str], shortlist: Shortlist) -> Case:
    """The case that an anchor's row stands for."""
    products = [p for p in shortlist.products if task == "comparison" or p.id == row["product"]]
    query = None if task == "opinion" else row["query"] or shortlist.query
    return Case.model_validate(
        {"id": row["name"], "task": task, "query": query, "products": products, "text": row["text"]}
    )


def main() -> None:
    """Print both figures for each rubric and for all."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--unseen", action="store_true")
    options.add_argument("--each", metavar="METRIC")
    given = options.parse_args()
    found = list(judge_anchors(ROOT / ("anchors_unseen" if given.unseen else "anchors")))
    if given.each and not given.unseen:
        for one in found:
            if given.each in one.rubric:
                print(one.expect, one.judgement.score, f"{one.judgement.value or 0:.2f}", one.rubric, one.name)
        return
    print(f"{'rubric':36}{'texts':>6}{'within 1':>10}{'exact':>8}")
    for name in [*dict.fromkeys(one.rubric for one in found), "all"]:
        some = [one for one in found if name in (one.rubric, "all")]
        near, exact = (sum(one.off_by <= most for one in some) / len(some) for most in (1, 0))
        print(f"{name:36}{len(some):6}{near:10.0%}{exact:8.0%}")


if __name__ == "__main__":
    main()
