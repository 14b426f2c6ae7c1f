"""Does the right score fall when a good text is spoiled in a known way, and do the others stay?

    python benchmarks/damage.py            by rubric: how often it fell far enough, how often it stayed
    python benchmarks/damage.py --kinds    by damage and rubric

Good texts are those of the known-score examples that deserve a 5 on the rubric in question. A score must fall by half
an anchor, by a whole one where the damage is severe; where it is not concerned it must move by less than half. A
damaged text without a score has neither fallen nor stayed: it counts as wrong.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from anchors import ROOT, make_case
from triptych.audits import load_damages
from triptych.catalog import read_shortlists
from triptych.judges.embedded import EmbeddedJudge, connect
from triptych.records import Case, Rubric
from triptych.rubrics import find_rubrics
from triptych.samples import sample_files

FALLS, FALLS_FAR, STAYS = 0.5, 1.0, 0.5


@dataclass(frozen=True, slots=True)
class Pair:
    """A text before and after a damage, on one rubric."""

    damage: str
    rubric: str
    is_aimed: bool
    is_right: bool
    fall: float | None
    """None where the damaged text got no score."""


def good_texts(folder: Path) -> Iterator[tuple[Rubric, Case]]:
    """The texts that deserve a 5, each with the rubric it deserves it on."""
    shortlists = {path.stem: next(iter(read_shortlists(path))) for path in sample_files()}
    for rubric in find_rubrics():
        path = folder / f"{rubric.name}.jsonl"
        for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
            row = json.loads(line)
            if row["expect"] == 5:
                yield rubric, make_case(rubric.task, row, shortlists[row["sample"]])


def pairs(judge: EmbeddedJudge) -> Iterator[Pair]:
    """Every good text with every damage that concerns its rubric."""
    for rubric, case in good_texts(ROOT / "anchors"):
        before = judge.judge_all(case, [rubric])[0].value
        for damage in load_damages():
            is_aimed = rubric.name in damage.aims
            if before is None or not (is_aimed or rubric.name in damage.spares):
                continue
            spoiled = damage.spoil(case)
            if spoiled is None or spoiled == case.text:
                continue
            after = judge.judge_all(case.model_copy(update={"text": spoiled}), [rubric])[0].value
            fall = None if after is None else before - after
            far = FALLS_FAR if damage.is_severe else FALLS
            is_right = fall is not None and (fall >= far if is_aimed else abs(fall) < STAYS)
            yield Pair(damage.name, rubric.name, is_aimed, is_right, fall)


def main() -> None:
    """Print the shares."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--kinds", action="store_true")
    given = options.parse_args()
    found = list(pairs(connect()))
    if given.kinds:
        for one in sorted(found, key=lambda pair: (pair.rubric, pair.damage)):
            fall = "none" if one.fall is None else f"{one.fall:+.2f}"
            mark = "aimed " if one.is_aimed else "spared"
            print(f"{one.rubric:36}{one.damage:24}{mark} {fall:>6} {'' if one.is_right else 'WRONG'}")
    by_rubric: dict[str, list[Pair]] = defaultdict(list)
    for one in found:
        by_rubric[one.rubric].append(one)
    print(f"{'rubric':36}{'kinds':>6}{'fell':>12}{'stayed':>12}")
    for name, some in [*by_rubric.items(), ("all", found)]:
        aimed, spared = [p for p in some if p.is_aimed], [p for p in some if not p.is_aimed]
        print(f"{name:36}{len({p.damage for p in aimed}):6}{_share(aimed):>12}{_share(spared):>12}")


def _share(some: list[Pair]) -> str:
    return f"{sum(p.is_right for p in some) / len(some):.0%} of {len(some)}" if some else "-"


if __name__ == "__main__":
    main()
