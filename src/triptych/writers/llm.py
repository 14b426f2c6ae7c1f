"""A model as writer: it is given evidence and asked for our texts; nothing it says is printed unchecked."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from triptych import __version__
from triptych.aspects import read_product
from triptych.calls.caller import Caller
from triptych.calls.fence import make_fence
from triptych.calls.score import drop_reasoning
from triptych.engines import Work
from triptych.errors import UsageError
from triptych.models import Message, Option, Rejected, Request
from triptych.records import Answer, Case, Product, Reply, Task, Usage, Writing, digest_of
from triptych.texts import read_comparison, read_table, write_comparison
from triptych.writers._llm.checks import Evidence, check_paragraph, check_table, sentences_of, unsupported
from triptych.writers._llm.prompts import VERSION, ask_again, ask_for
from triptych.writers._llm.sources import show_digest, show_sources
from triptych.writers._plan.sheets import Sheet, make_sheet
from triptych.writers._prose.opinion import FEWEST
from triptych.writers._writer import Assignment, make_case
from triptych.writers.embedded import write_cases

_RE_ASKS = 2
_AROUND_TOKENS = 700
_ESTIMATE_MARGIN = 0.85
_MOST_REPEATED = 3000
_FENCED = re.compile(r"^\s*```[a-z]*\n(.*?)\n?```\s*$", re.DOTALL)
_LONGEST_REPLY: dict[Task, int] = {"opinion": 700, "explanation": 350, "comparison": 1600}


@dataclass(frozen=True, slots=True)
class Asking:
    """How a model is asked to write."""

    is_direct: bool = False
    """True sends the raw sources instead of the digest."""
    temperature: float = 0.0
    """0 for the same words each time, as far as the server goes."""
    seed: int | None = None
    """For replies that can be had again."""
    context_tokens: int | None = None
    """What prompt and reply may have together; None for what the server says, if anything."""
    options: tuple[tuple[str, Option], ...] = ()
    """Further fields of each request."""


@dataclass(frozen=True, slots=True)
class _Text:
    """A text to write and what is known for it."""

    case_id: str
    task: Task
    products: tuple[Product, ...]
    evidence: Evidence
    embedded: Case

    @property
    def answers(self) -> tuple[Answer, ...]:
        """How the product answers each need, as the sources say, whatever the model writes."""
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
        return tuple(await asyncio.gather(*(self._write(text, assignment.shortlist.query) for text in texts)))

    def request(self, task: Task, query: str | None, sheets: tuple[Sheet, ...]) -> Request:
        """The request for one text."""
        products = tuple(sheet.product for sheet in sheets)
        content = "\0".join([query or "", *(product.model_dump_json() for product in products)])
        fence = make_fence(content.encode("utf-8", "replace"), self._secret)
        room = self._room(task)
        if self._asking.is_direct:
            shown = show_sources(query, products, fence, room)
        else:
            shown = show_digest(query, sheets, fence, room)
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

    async def _write(self, text: _Text, query: str) -> Case:
        asked = query if text.task != "opinion" else None
        request = self.request(text.task, asked, text.evidence.sheets)
        usage = Usage()
        said = ""
        for attempt in range(_RE_ASKS + 1):
            try:
                (reply,) = await self.caller.ask(request)
            except Rejected:
                break
            usage += reply.usage
            said = _clean(reply, text.task)
            problems = _problems(said, text)
            if not problems:
                return self._case(text, query, said, usage)
            if attempt < _RE_ASKS:
                shown = said[:_MOST_REPEATED] or "(no reply)"
                told = (Message("assistant", shown), Message("user", ask_again(problems)))
                request = replace(request, messages=(*request.messages, *told))
        return self._mend(text, query, said, usage)

    def _mend(self, text: _Text, query: str, said: str, usage: Usage) -> Case:
        """The text without what cannot be borne out, or the embedded one where too little is left."""
        kept, removed = _without_unsupported(said, text)
        if removed and not _problems(kept, text):
            return self._case(text, query, kept, usage, removed)
        writing = Writing(writer=self.name, fallback=True, usage=usage, answers=text.answers)
        return text.embedded.model_copy(update={"system": self.name, "writing": writing})

    def _case(self, text: _Text, query: str, said: str, usage: Usage, removed: tuple[str, ...] = ()) -> Case:
        if text.task == "comparison":
            said = _in_our_form(said, text.products)
        writing = Writing(writer=self.name, removed=removed, usage=usage, answers=text.answers)
        return make_case(text.case_id, text.task, query, text.products, said, writing)


def _prepare(assignment: Assignment) -> list[_Text]:
    """The texts to write, with what is known for each and the text that stands in where the model fails."""
    readings = {product.id: read_product(product) for product in assignment.shortlist.products}
    sheets = {product.id: make_sheet(product, readings[product.id]) for product in assignment.shortlist.products}
    embedded = {case.id: case for case in write_cases(assignment, readings)}
    texts = []
    for case_id, task, products in assignment.texts():
        query = assignment.shortlist.query if task != "opinion" else None
        evidence = Evidence(query, tuple(sheets[product.id] for product in products))
        texts.append(_Text(case_id, task, products, evidence, embedded[case_id]))
    return texts


def _clean(reply: Reply, task: Task) -> str:
    """The text of a reply without reasoning, code fences and, for a paragraph, line breaks."""
    said = drop_reasoning(reply.text).strip()
    fenced = _FENCED.match(said)
    if fenced:
        said = fenced[1].strip()
    return said if task == "comparison" else " ".join(said.split())


def _problems(said: str, text: _Text) -> tuple[str, ...]:
    """What is wrong with a text, in sentences, at most a handful."""
    evidence = text.evidence
    if text.task == "comparison":
        found = list(check_table(said, evidence))
        verdict = read_table(said).verdict
        sentences = sentences_of(verdict.text) if verdict else []
    else:
        # A model is held to the full length only where the sources carried the embedded text that far.
        carries = text.task == "opinion" and len(text.embedded.text.split()) >= FEWEST
        found = list(check_paragraph(text.task, said, evidence, FEWEST if carries else 0))
        sentences = sentences_of(said)
    for sentence in sentences:
        why = unsupported(sentence, evidence)
        if why:
            found.append(f"{sentence!r}: {why}")
    return tuple(found[:6])


def _in_our_form(said: str, products: Sequence[Product]) -> str:
    """A comparison that passed its checks as the Markdown we exchange, with the titles whole."""
    comparison = read_comparison(said, "md")
    columns = tuple(
        column.model_copy(update={"title": " ".join(product.title.split())})
        for column, product in zip(comparison.columns, products, strict=True)
    )
    return write_comparison(comparison.model_copy(update={"columns": columns}), "md")


def _without_unsupported(said: str, text: _Text) -> tuple[str, tuple[str, ...]]:
    """The text without the sentences that no source bears, and those sentences."""
    if text.task == "comparison":
        try:
            comparison = read_comparison(said, "md")
        except UsageError:
            return said, ()
        kept, removed = _split(comparison.verdict, text.evidence)
        if not kept:
            return said, ()
        return write_comparison(comparison.model_copy(update={"verdict": kept}), "md"), removed
    return _split(said, text.evidence)


def _split(paragraph: str, evidence: Evidence) -> tuple[str, tuple[str, ...]]:
    sentences = sentences_of(paragraph)
    removed = tuple(sentence for sentence in sentences if unsupported(sentence, evidence))
    return " ".join(sentence for sentence in sentences if sentence not in removed), removed
