"""Judgements as a page shows them: scores with reasons and sources, and the text with what the judge quotes marked."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from triptych.errors import UsageError
from triptych.pipeline import open_judging
from triptych.records import Case, Judgement, Rubric
from triptych.rubrics import find_rubrics
from triptych.texts import MarkedText, classic_rows, mark, read_comparison, short_names, show_content
from triptych.web.comparing import ShownSource, show_sources
from triptych.web.state import Site

_QUOTED = re.compile(r"[“\"]([^“”\"]{8,})[”\"]")
_SCORE_LINE = re.compile(r"^\W*Score\b.*$", re.MULTILINE)
_CHECKED_AGAINST_SOURCES = "faithfulness"
"""The metric whose explanation quotes what the sources do not bear out."""
_MOST_READ = 200_000


@dataclass(frozen=True, slots=True)
class ScoreCard:
    """A judgement with its rubric, where that is at hand."""

    judgement: Judgement
    rubric: Rubric | None
    lines: tuple[str, ...]
    """The explanation, line by line, without the score's own."""
    sources: tuple[ShownSource, ...]

    @property
    def anchor(self) -> str:
        """What the rubric says that this score means."""
        return self.rubric.anchors.get(self.judgement.score or 0, "") if self.rubric else ""


@dataclass(frozen=True, slots=True)
class JudgedView:
    """A case with its judgements."""

    case: Case
    cards: tuple[ScoreCard, ...]
    parts: MarkedText
    """The text, or the verdict of a comparison."""
    rows: tuple[tuple[str, tuple[MarkedText, ...]], ...] = ()
    """The table of a comparison: each row with its label."""

    @property
    def marked(self) -> int:
        cells = [cell for _, row in self.rows for cell in row]
        return sum(is_marked for text in (self.parts, *cells) for _, is_marked in text)


async def judge_case(site: Site, case: Case, metrics: Sequence[str], judge: str) -> tuple[Judgement, ...]:
    """The judgements of a case by one of the judges that are offered, on some metrics or all of its task."""
    rubrics = find_rubrics(tuple(metrics), case.task, site.options.settings.rubrics)

    async def work() -> tuple[Judgement, ...]:
        store = None if judge == "embedded" else site.store
        async with open_judging(
            rubrics, site.options.judge_options(judge), store, engine=site.workshop.engine
        ) as judging:
            return tuple(one.judgement for one in await judging.judge(case))

    return await site.workshop.run(work)


def view_judgements(site: Site, case: Case, judgements: Sequence[Judgement]) -> JudgedView:
    """The view of a case and what was said of it, a comparison as a table where it can be read as one."""
    rubrics = {rubric.metric: rubric for rubric in find_rubrics((), case.task, site.options.settings.rubrics)}
    names = dict(zip([p.id for p in case.products], short_names([p.title for p in case.products]), strict=True))
    cards = [
        ScoreCard(one, rubrics.get(one.metric), _lines(one), tuple(show_sources(one.evidence, case.products, names)))
        for one in judgements
    ]
    quoted = [words for one in judgements if one.metric == _CHECKED_AGAINST_SOURCES for words in _quoted(one)]
    if case.task == "comparison":
        with suppress(UsageError):
            read = read_comparison(case.text)
            titles = short_names([column.title for column in read.columns])
            rows: list[tuple[str, tuple[MarkedText, ...]]] = [("", tuple(((title, False),) for title in titles))]
            rows += [
                (row.label, tuple(_mark(show_content(cell), quoted) for cell in row.contents))
                for row in classic_rows(read)[1:]
            ]
            return JudgedView(case, tuple(cards), _mark(read.verdict, quoted), tuple(rows))
    return JudgedView(case, tuple(cards), _mark(case.text, quoted))


def _lines(judgement: Judgement) -> tuple[str, ...]:
    return tuple(line for line in _SCORE_LINE.sub("", judgement.explanation).splitlines() if line.strip())


def _quoted(judgement: Judgement) -> Iterator[str]:
    """What an explanation quotes, whoever judged."""
    for found in _QUOTED.finditer(judgement.explanation[:_MOST_READ]):
        words = found[1].rstrip(" …").removesuffix("...").strip()
        if words:
            yield words


def _mark(text: str, quoted: Sequence[str]) -> MarkedText:
    """The text with what is quoted of it marked."""
    places = [(text.find(words), len(words)) for words in quoted]
    return mark(text, ((start, start + length) for start, length in places if start >= 0))
