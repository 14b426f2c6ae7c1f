"""Judge: any text and its sources on chosen rubrics, and the scores of a comparison's own text.

Scores are shown with reasons and sources, and the text with what the judge quotes marked.
"""

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from typing import NamedTuple

from fastapi import APIRouter, Request, Response

from triptych.catalog import case_of
from triptych.errors import UsageError
from triptych.pipeline import open_judging
from triptych.records import TASKS, Case, Judgement, Rubric, digest_of
from triptych.rubrics import find_rubrics
from triptych.samples import texts_by_others
from triptych.texts import MarkedText, classic_rows, mark, read_comparison, short_names, show_content
from triptych.web.comparing import ShownSource, show_sources
from triptych.web.forms import SentForm, choice, lead_to_result, upload, word
from triptych.web.intake import Upload, read_brought
from triptych.web.pages.compare import find_comparison, samples
from triptych.web.rendering import Refused, show_page
from triptych.web.state import CurrentSite, Site

router = APIRouter(include_in_schema=False)
_MOST_KEPT = 128
_QUOTED = re.compile(r"[“\"]([^“”\"]{8,})[”\"]")
_SCORE_LINE = re.compile(r"^\W*Score\b.*$", re.MULTILINE)
_CHECKED_AGAINST_SOURCES = "faithfulness"
"""The metric whose explanation quotes what the sources do not bear out."""
_MOST_READ = 200_000


class JudgeForm(NamedTuple):
    """What the form holds."""

    task: str = "comparison"
    query: str = ""
    sources: str = ""
    text: str = ""
    metrics: tuple[str, ...] = ()


@cache
def _examples() -> dict[str, JudgeForm]:
    """Bundled texts to try it with, good and bad on purpose, by name."""
    found: dict[str, JudgeForm] = {}
    for line in texts_by_others().read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        shortlist = samples()[row["sample"]]
        product = next(product for product in shortlist.products if product.id == row["product"])
        query = "" if row["task"] == "opinion" else shortlist.query
        name = f"{row['sample'].replace('_', ' ')}, {row['task']}, {row['system']}"
        sources = json.dumps([json.loads(product.to_json())], ensure_ascii=False, indent=1)
        found[name] = JudgeForm(row["task"], query, sources, row["text"])
    return found


@router.get("/judge")
async def ask(request: Request, site: CurrentSite, example: str = "") -> Response:
    """The form, empty or with a bundled text."""
    return _form(request, site, _examples().get(example, JudgeForm()))


def _form(request: Request, site: Site, filled: JudgeForm, error: str = "") -> Response:
    rubrics = find_rubrics((), None, site.options.settings.rubrics)
    by_task = {task: [rubric for rubric in rubrics if rubric.task == task] for task in TASKS}
    return show_page(
        request,
        "judge.html",
        422 if error else 200,
        filled=filled,
        error=error,
        by_task=by_task,
        judges=site.options.judges,
        examples=list(_examples()),
    )


@router.post("/judge")
async def judge(request: Request, form: SentForm, site: CurrentSite) -> Response:
    metrics = tuple(str(one) for one in form.getlist("metric"))
    filled = JudgeForm(word(form, "task"), word(form, "query"), word(form, "sources"), word(form, "text"), metrics)
    try:
        chosen = choice(form, "judge", site.options.judges)
        case = await site.workshop.compute(_read_case, filled, await upload(form, "file"))
        wanted = [name for name in metrics if name.startswith(f"{case.task}/")]
        find_rubrics(wanted, case.task, site.options.settings.rubrics)
    except UsageError as error:
        return _form(request, site, filled, str(error))
    name = digest_of([case.digest(), wanted, chosen])

    async def work() -> str:
        judged = await judge_case(site, case, wanted, chosen)
        site.shelf("judgements", _MOST_KEPT).put(name, view_judgements(site, case, judged))
        return f"/judge/{name}"

    return await lead_to_result(site, "Judging the text", work())


def _read_case(filled: JudgeForm, file: Upload | None) -> Case:
    """The case that a form makes; the sources may be products, or a shortlist whose query then counts."""
    if not filled.text:
        raise UsageError("text: paste the text that is to be judged")
    if not filled.sources and file is None:
        raise UsageError("sources: paste the products that the text is about, as JSON, or choose a file")
    brought = read_brought(file or Upload("the sources.json", filled.sources.encode(errors="replace")))
    products = brought.shortlists[0].products if brought.shortlists else brought.products
    query = filled.query or (brought.shortlists[0].query if brought.shortlists else "")
    given = [json.loads(product.to_json()) for product in products]
    fields = {"task": filled.task, "text": filled.text, "products": given, "query": query or None}
    return case_of(fields if filled.task != "opinion" else {**fields, "query": None})


@router.get("/judge/{name}")
async def judged(name: str, request: Request, site: CurrentSite) -> Response:
    """The scores of a text that was judged here."""
    view = site.shelf("judgements", _MOST_KEPT).get(name)
    if view is None:
        raise Refused(404, "This judgement was not kept; judge the text again.")
    return show_page(request, "judged.html", view=view, back="/judge", back_words="Judge another text")


@router.get("/compare/{name}/scores")
async def scores(name: str, request: Request, site: CurrentSite) -> Response:
    """What the judge says of the comparison that a page shows."""
    case = (await find_comparison(name, site)).view.comparison

    async def make() -> JudgedView:
        return view_judgements(site, case, await judge_case(site, case, (), "embedded"))

    view = await site.shelf("judgements", _MOST_KEPT).find(f"compare {name}", make)
    return show_page(request, "judged.html", view=view, back=f"/compare/{name}", back_words="Back to the comparison")


class ScoreCard(NamedTuple):
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


class JudgedView(NamedTuple):
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
        options = site.options.judge_options(judge)
        async with open_judging(rubrics, options, store, engine=site.workshop.engine) as judging:
            return tuple(one.judgement for one in await judging.judge(case))

    return await site.workshop.run(work)


def view_judgements(site: Site, case: Case, judgements: Sequence[Judgement]) -> JudgedView:
    """The view of a case and what was said of it, a comparison as a table where it can be read as one."""
    rubrics = {rubric.metric: rubric for rubric in find_rubrics((), case.task, site.options.settings.rubrics)}
    names = dict(zip([p.id for p in case.products], short_names([p.title for p in case.products]), strict=True))
    cards = []
    for one in judgements:
        lines = tuple(line for line in _SCORE_LINE.sub("", one.explanation).splitlines() if line.strip())
        sources = tuple(show_sources(one.evidence, case.products, names))
        cards.append(ScoreCard(one, rubrics.get(one.metric), lines, sources))
    quoted = [words for one in judgements if one.metric == _CHECKED_AGAINST_SOURCES for words in _quoted(one)]
    if case.task == "comparison":
        with suppress(UsageError):
            read = read_comparison(case.text)
            titles = short_names([column.title for column in read.columns])
            told = classic_rows(read)[1:]
            rows = [(row.label, tuple(_mark(show_content(cell), quoted) for cell in row.contents)) for row in told]
            head = ("", tuple(((title, False),) for title in titles))
            return JudgedView(case, tuple(cards), _mark(read.verdict, quoted), (head, *rows))
    return JudgedView(case, tuple(cards), _mark(case.text, quoted))


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
