"""The bench that audits work on: a judge, its rubrics and cases, of which some are bundled, every score asked once."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import Any, Literal

import yaml

from triptych.catalog import read_shortlists
from triptych.engines.local import LocalEngine
from triptych.judges import Judge, judging_work, make_ready
from triptych.records import Case, Judgement, Product, Rubric, Shortlist, Task
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
    return tuple(
        case
        for name, texts in content["shortlists"].items()
        for case in _cases(next(iter(read_shortlists(shortlists[name]))), texts, content["reviews"])
    )


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
