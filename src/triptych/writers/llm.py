"""A model as writer: it is given the sources and our notes, and nothing it says is printed unchecked."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from triptych import __version__
from triptych.calls.caller import Caller
from triptych.calls.fence import make_fence
from triptych.calls.score import drop_reasoning
from triptych.engines import Work
from triptych.measures import Analysis, NothingToMeasure
from triptych.measures.claims import measure
from triptych.models import Message, Option, Rejected, Request
from triptych.records import Answer, Case, Column, Comparison, Reply, Task, Usage, Writing, digest_of
from triptych.texts import write_comparison
from triptych.writers._brief import Brief
from triptych.writers._prompts import (
    MOST_WORDS,
    VERSION,
    Known,
    ask_again,
    ask_for,
    check_paragraph,
    check_table,
    contradiction,
    sentences_of,
    set_right,
    show_sources,
)
from triptych.writers._writer import Assignment, make_case
from triptych.writers.embedded import briefs_of, compose_cases

_RE_ASKS = 1
_AROUND_TOKENS = 900
_ESTIMATE_MARGIN = 0.85
_MOST_REPEATED = 3000
_MOST_PROBLEMS = 8
_DOUBTFUL_TEXT, _DOUBTFUL = 0.24, 0.3
"""A text whose claims are as doubtful as this on average loses those that are as doubtful as that.

Held against rated texts, each shortlist with weights of the others: 62 % of the wrong statements of spoilt texts go,
and 2 of 41 good texts lose more than a sentence.
"""
_FENCED = re.compile(r"^\s*```[a-z]*\n(.*?)\n?```\s*$", re.DOTALL)
_LONGEST_REPLY: dict[Task, int] = {"opinion": 700, "explanation": 350, "comparison": 1600}


@dataclass(frozen=True, slots=True)
class Asking:
    """How a model is asked to write."""

    is_digest: bool = False
    """True sends our notes alone, without the sources."""
    temperature: float = 0.0
    """0 for the same words each time, as far as the server goes."""
    seed: int | None = None
    """For reproducible replies."""
    context_tokens: int | None = None
    """What prompt and reply may have together; None for what the server says, if anything."""
    options: tuple[tuple[str, Option], ...] = ()
    """Further fields of each request."""


class _Text(NamedTuple):
    """A text to write and what is known for it."""

    task: Task
    query: str | None
    briefs: tuple[Brief, ...]
    embedded: Case

    @property
    def answers(self) -> tuple[Answer, ...]:
        return self.embedded.writing.answers if self.embedded.writing else ()


class LlmWriter:
    """Writes with one model."""

    def __init__(self, caller: Caller, asking: Asking, secret: bytes) -> None:
        self.caller = caller
        self._asking = asking
        self._secret = secret
        self._context = asking.context_tokens
        self._knows_context = asking.context_tokens is not None

    @property
    def name(self) -> str:
        """The model's name."""
        return self.caller.model.name

    @property
    def signature(self) -> str:
        """Who, how and with which prompts."""
        return f"llm|{self.name}|{VERSION}|{digest_of(repr(self._asking))}|{__version__}"

    @property
    def work(self) -> Work[Assignment, tuple[Case, ...]]:
        """Waiting for the model."""
        return Work(wait=self.write)

    async def write(self, assignment: Assignment) -> tuple[Case, ...]:
        """The cases of an assignment; Unavailable where the model could not be reached."""
        if not self._knows_context:
            self._context, self._knows_context = await self.caller.model.context_tokens(), True
        texts = await asyncio.to_thread(_prepare, assignment)
        return tuple(await asyncio.gather(*map(self._write, texts)))

    def request(self, task: Task, query: str | None, briefs: Sequence[Brief]) -> Request:
        """The request for one text."""
        products = [brief.product.model_dump_json() for brief in briefs]
        fence = make_fence("\0".join([query or "", *products]).encode("utf-8", "replace"), self._secret)
        shown = show_sources(query, briefs, fence, self._room(task), digest=self._asking.is_digest)
        return Request(
            ask_for(task, shown, fence.mark),
            temperature=self._asking.temperature,
            max_tokens=self._reply_tokens(task),
            seed=self._asking.seed,
            options=self._asking.options,
        )

    def _reply_tokens(self, task: Task) -> int:
        longest = _LONGEST_REPLY[task]
        return longest if self._context is None else min(longest, self._context // 3)

    def _room(self, task: Task) -> int | None:
        """The tokens the sources may have; None where the model's context is not known."""
        if self._context is None:
            return None
        return max(0, int((self._context - self._reply_tokens(task)) * _ESTIMATE_MARGIN) - _AROUND_TOKENS)

    async def _write(self, text: _Text) -> Case:
        """Ask; where something is wrong ask once more, saying what; then print what holds."""
        request, usage, said = self.request(text.task, text.query, text.briefs), Usage(), ""
        problems, denied = ["the model refused the request"], list[tuple[str, str]]()
        for attempt in range(_RE_ASKS + 1):
            try:
                (reply,) = await self.caller.ask(request)
            except Rejected:
                break
            usage += reply.usage
            said = _clean(reply, text.task)
            denied = _denied(said, text)
            problems = [*_form(said, text), *(why for _, why in denied)]
            if not problems or attempt == _RE_ASKS:
                break
            again = Message("user", ask_again(problems[:_MOST_PROBLEMS]))
            shown = Message("assistant", said[:_MOST_REPEATED] or "(no reply)")
            request = replace(request, messages=(*request.messages, shown, again))
        removed, notes = tuple(dict.fromkeys(each for each, _ in denied)), tuple(f"Removed, {why}" for _, why in denied)
        kept = _mend(said, removed, text)
        if kept is None:
            return self._fallback(text, usage, problems)
        writing = Writing(writer=self.name, removed=removed, notes=notes, usage=usage, answers=text.answers)
        products = tuple(brief.product for brief in text.briefs)
        return make_case(text.embedded.id, text.task, text.query or "", products, kept, writing)

    def _fallback(self, text: _Text, usage: Usage, problems: Sequence[str]) -> Case:
        """The embedded text, and why it takes the model's place."""
        note = f"The model's text could not be used: {'; '.join(problems[:3])}."
        writing = Writing(writer=self.name, fallback=True, usage=usage, notes=(note,), answers=text.answers)
        return text.embedded.model_copy(update={"system": self.name, "writing": writing})


def _prepare(assignment: Assignment) -> list[_Text]:
    """The texts to write, with what is known for each and the text that stands in where the model fails."""
    briefs = briefs_of(assignment.shortlist)
    embedded = {case.id: case for case in compose_cases(assignment, briefs)}
    return [
        _Text(
            task,
            None if task == "opinion" else assignment.shortlist.query,
            tuple(briefs[product.id] for product in products),
            embedded[case_id],
        )
        for case_id, task, products in assignment.texts()
    ]


def _clean(reply: Reply, task: Task) -> str:
    """The text of a reply without reasoning, code fences and, for a paragraph, line breaks."""
    said = drop_reasoning(reply.text).strip()
    fenced = _FENCED.match(said)
    if fenced:
        said = fenced[1].strip()
    return said if task == "comparison" else " ".join(said.split())


def _form(said: str, text: _Text) -> list[str]:
    if text.task == "comparison":
        return list(check_table(said, text.briefs))
    return list(check_paragraph(text.task, said))


def _denied(said: str, text: _Text) -> list[tuple[str, str]]:
    """The sentences and cells that the sources contradict or leave in doubt, each with why."""
    comparison = set_right(said, text.briefs) if text.task == "comparison" else None
    prose = comparison.verdict if comparison else said if text.task != "comparison" else ""
    everything = Known(text.briefs, text.query)
    parts = [(each, "", everything) for each in sentences_of(prose)]
    for column, brief in zip(comparison.columns if comparison else (), text.briefs, strict=False):
        own = Known([brief], text.query)
        cells = (value for value in (*column.values, *column.pros, *column.cons) if value)
        parts += [(cell, f" ({brief.name})", own) for cell in cells]
    doubts = _doubts(write_comparison(comparison) if comparison else said, text)
    return [
        (part, f"“{part}”{whose}: {why}")
        for part, whose, known in parts
        if (why := contradiction(part, known) or next((why for claim, why in doubts if claim in part), ""))
    ]


def _doubts(said: str, text: _Text) -> list[tuple[str, str]]:
    """What the sources hardly bear out of a text that is doubtful as a whole, each claim with why.

    Of a text that is mostly borne out a claim in other words is more likely true: there only figures and counts speak.
    """
    products = tuple(brief.product for brief in text.briefs)
    case = make_case(text.embedded.id, text.task, text.query or "", products, said, Writing(writer=text.task))
    try:
        found = measure(Analysis(case))
    except NothingToMeasure:
        return []
    if 1 - found.value < _DOUBTFUL_TEXT:
        return []
    return [
        (claim.text, f"the sources say {claim.reason}" if claim.against else claim.reason or "no source bears it out")
        for claim in found.checked
        if claim.doubt >= _DOUBTFUL and claim.text.strip()
    ]


def _mend(said: str, removed: Sequence[str], text: _Text) -> str | None:
    """The text without what the sources deny; None where its form is beyond repair."""
    if text.task == "comparison":
        comparison = set_right(said, text.briefs)
        verdict = comparison and _shortened(comparison.verdict, removed, text.task)
        if comparison is None or not verdict:
            return None
        columns = tuple(_without(column, removed) for column in comparison.columns)
        kept = write_comparison(Comparison.model_validate({**dict(comparison), "columns": columns, "verdict": verdict}))
    else:
        kept = _shortened(said, removed, text.task)
    return None if _form(kept, text) else kept


def _shortened(paragraph: str, removed: Sequence[str], task: Task) -> str:
    """The paragraph without some sentences, and without its last ones where it is too long."""
    sentences = [sentence for sentence in sentences_of(paragraph) if sentence not in removed]
    while len(sentences) > 1 and len(" ".join(sentences).split()) > MOST_WORDS[task]:
        sentences.pop()
    return " ".join(sentences)


def _without(column: Column, removed: Sequence[str]) -> Column:
    return column.model_copy(
        update={
            "values": tuple(None if value in removed else value for value in column.values),
            "pros": tuple(pro for pro in column.pros if pro not in removed),
            "cons": tuple(con for con in column.cons if con not in removed),
        }
    )
