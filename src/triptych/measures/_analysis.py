"""A case looked at once, for all measures: what its text says, what its sources say, what its query asks; and what a
measure is and gives back."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields
from functools import cached_property
from math import exp
from typing import Any, Literal, NamedTuple, Protocol, cast

import numpy as np

from triptych.english.meanings import Vectors, embed, likeness
from triptych.english.sentences import Sentence
from triptych.measures import _text
from triptych.measures._sources import ProductSources, Quote, find_quotes, sources_of
from triptych.measures._text import Clause, Piece, clauses_of, products_named, sentence_text, tagged, wording
from triptych.needs import read_needs
from triptych.plugins import load
from triptych.records import Case, Evidence, Need, Reading, SourceKind, group_by
from triptych.texts import TableReading, read_table, short_names

_MARKS = re.compile(r"[*_#`~>|]|</?[a-z][^<>]{0,100}>", re.IGNORECASE)
_HIDDEN = re.compile(
    r"<!--.*?(?:-->|\Z)|<(script|style|template|noscript)\b.*?(?:</\1\s*>|\Z)"
    r"|<(\w+)\b[^<>]*(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0|\shidden\b)[^<>]*>.*?(?:</\2\s*>|\Z)",
    re.IGNORECASE | re.DOTALL,
)
"""Comments, scripts and elements that are not displayed."""
_LONG_CELL = 8
"""Words of a cell from which it claims more than one thing."""
_FEWEST_OWN_WORDS = 0.3
"""A text with a smaller share of words of its own is a paste of quotes, and is read as it stands."""
_STAND_IN = "this"
"""What stands in a sentence for what it quotes, so that the sentence stays one."""
_STRAY, STRANGE, _MOSTLY = 0.35, 0.55, 0.6
"""A stray sentence is no nearer than this to any clause of the sources, and so many of its words to none of theirs."""
_LONGEST_TEXT = 60_000
"""Characters of a text that are looked at; no text of ours comes near, and time stays bounded."""


class Stated(NamedTuple):
    """Something the text says that sources may bear out: a clause of the prose, or a cell."""

    text: str
    start: int
    piece: Piece
    """What it stands in."""
    products: tuple[int, ...]
    """The products it may be about."""
    content: tuple[str, ...]
    """The words that say something, each once, without names and words of who thinks so."""

    @property
    def said(self) -> str:
        """What it says by itself: a value with its label."""
        return self.piece.lead + self.text if self.piece.place == "value" else self.text


class Analysis:
    """Everything that measures ask of one case, made when first asked for and kept."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.text = visible(case.text[:_LONGEST_TEXT])
        self._meanings: dict[str, Vectors] = {}

    @cached_property
    def sources(self) -> tuple[ProductSources, ...]:
        """The sources of each product."""
        return tuple(sources_of(product) for product in self.case.products)

    @cached_property
    def sources_seen(self) -> tuple[SourceKind, ...]:
        """The kinds of source that the case has."""
        return tuple(dict.fromkeys(source.kind for product in self.case.products for source in product.sources()))

    @cached_property
    def readings(self) -> tuple[Reading, ...]:
        """What each product is held against: its opinion text where a comparison or explanation has one."""
        if self.case.task == "opinion":
            return tuple(sources.fallback_reading for sources in self.sources)
        return tuple(sources.opinion_reading or sources.fallback_reading for sources in self.sources)

    @cached_property
    def table(self) -> TableReading:
        """The text as a comparison."""
        return read_table(self.text)

    @cached_property
    def columns(self) -> tuple[int | None, ...]:
        """The product of each column."""
        return _text.match_columns(self.case, self.table)

    @cached_property
    def quotes(self) -> tuple[Quote, ...]:
        """What the running text puts between quotation marks, and where a source has it."""
        return tuple(find_quotes(self._running, self.sources, self.case.query or ""))

    @cached_property
    def prose(self) -> str:
        """The running text in the writer's own words: what it quotes truly has a stand-in."""
        return own_words(self._running, self.quotes) if self.quotes else self._running

    @cached_property
    def quoted(self) -> str:
        """What is quoted truly, each quote on a line of its own and in its place; empty where nothing is."""
        if self.prose == self._running:
            return ""
        shown = [" "] * len(self._running)
        for quote in self.quotes:
            if quote.evidence is not None:
                shown[quote.start + 1 : quote.end - 1] = quote.text
                shown[quote.end - 1] = "\n"
        return "".join(shown)

    @cached_property
    def _running(self) -> str:
        """The running text in its place: all else, and marks, are blanks, so that offsets stay those of the text."""
        if self.case.task != "comparison":
            return _MARKS.sub(_blank, self.text)
        passages = [*self.table.prose, *([self.table.verdict] if self.table.verdict else [])]
        shown = [" "] * len(self.text)
        for passage in passages:
            shown[passage.start : passage.end] = self.text[passage.start : passage.end]
            if passage.end < len(shown):
                shown[passage.end] = "\n"
        return _MARKS.sub(_blank, "".join(shown))

    @cached_property
    def verdict(self) -> str:
        """The verdict of a comparison; empty where it has none."""
        return self.text[slice(*self._verdict_span)]

    @cached_property
    def _verdict_span(self) -> tuple[int, int]:
        """Where the verdict stands: without a heading, all that follows the table and names a product."""
        found = self.table.verdict
        if found:
            return found.start, found.end
        after = [passage for passage in self.table.prose if self.table.end and passage.start >= self.table.end]
        is_verdict = any(products_named(passage.text, self.case) for passage in after)
        return (after[0].start, after[-1].end) if is_verdict else (0, 0)

    @cached_property
    def sentences(self) -> list[Sentence]:
        """The sentences of the prose, tagged; quotes stand apart in `quoted`."""
        return tagged(self.prose)

    @cached_property
    def unasserted(self) -> frozenset[int]:
        """The sentences that ask, suppose or deny something, where that is how most of the text is written."""
        is_open = [one.is_question or wording("unasserted").match(sentence_text(one)) for one in self.sentences]
        found = frozenset(number for number, is_one in enumerate(is_open) if is_one)
        return found if len(found) > len(self.sentences) / 2 else frozenset()

    @cached_property
    def asserted(self) -> str:
        """The prose with what it does not assert blanked out."""
        shown = self.prose
        for number in self.unasserted:
            start, end = self.sentences[number].starts[0], self.sentences[number].ends[-1]
            shown = shown[:start] + " " * (end - start) + shown[end:]
        return shown

    @cached_property
    def clauses(self) -> tuple[Clause, ...]:
        """The clauses of the prose, and then of what it quotes."""
        found = [clause for some in self._own_clauses.values() for clause in some]
        ends = [sentence.ends[-1] for sentence in self.sentences]
        for clause in clauses_of(tagged(self.quoted)):
            # A quote is of the sentence that it stands in.
            number = min(bisect_right(ends, clause.start), len(ends) - 1)
            found.append(clause._replace(sentence=number))
        return tuple(found)

    @cached_property
    def _own_clauses(self) -> dict[int, list[Clause]]:
        """The clauses of each sentence of the prose, by where it begins."""
        asserted = (clause for clause in clauses_of(self.sentences) if clause.sentence not in self.unasserted)
        return group_by(asserted, lambda clause: self.sentences[clause.sentence].starts[0])

    def clauses_in(self, piece: Piece) -> list[Clause]:
        """The clauses of a piece that is a sentence of the prose."""
        return self._own_clauses.get(piece.start, [])

    @cached_property
    def clause_vectors(self) -> Vectors:
        """The meaning of each clause."""
        return self.meanings([clause.text for clause in self.clauses])

    @cached_property
    def strays(self) -> frozenset[int]:
        """The sentences about something else: few of their words are the sources' or the query's, or like them."""
        asked = {lemma for sentence in tagged(self.case.query or "") for lemma in sentence.lemmas}
        vectors = self.meanings([sentence_text(sentence) for sentence in self.sentences])
        near = [likeness(vectors, one.vectors).max(axis=1, initial=0) for one in self.sources]
        found: set[int] = set()
        for number, sentence in enumerate(self.sentences):
            told = set(_text.told_words(_text.content_lemmas(sentence))) - asked
            is_advice = wording("advice").search(sentence_text(sentence))
            if not told or is_advice or max(some[number] for some in near) >= _STRAY:
                continue
            strange = sum(max(one.nearness(word) for one in self.sources) < STRANGE for word in told)
            found |= {number} if strange >= _MOSTLY * len(told) else set()
        return frozenset(found)

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """All that the text says, with the product it is said of."""
        cells = tuple(_text.cell_pieces(self.table, self.columns)) if self.case.task == "comparison" else ()
        return (*cells, *self._prose_pieces())

    @cached_property
    def cells(self) -> tuple[Piece, ...]:
        """The values, pros and cons of the table."""
        return tuple(piece for piece in self.pieces if piece.is_cell)

    @cached_property
    def claims(self) -> tuple[Stated, ...]:
        """What the text claims, piece by piece."""
        everyone = tuple(range(len(self.sources)))
        names = short_names([product.title for product in self.case.products])
        named = {lemma for title in names for sentence in tagged(title) for lemma in sentence.lemmas}
        found: list[Stated] = []
        for piece in self.pieces:
            products = everyone if piece.product is None else (piece.product,)
            statements = [(piece.text, piece.start)]
            if not piece.is_cell:
                statements = [(clause.text, clause.start) for clause in self.clauses_in(piece)]
            elif len(piece.text.split()) > _LONG_CELL:
                clauses = clauses_of(tagged(piece.text))
                statements = [(clause.text, piece.start + clause.start) for clause in clauses]
            for text, start in statements:
                stated = Stated(text, start, piece, products, ())
                lemmas = (lemma for sentence in tagged(stated.said) for lemma in _text.content_lemmas(sentence))
                content = dict.fromkeys(lemma for lemma in _text.told_words(lemmas) if lemma not in named)
                found.append(stated._replace(content=tuple(content)))
        return tuple(found)

    @cached_property
    def plain(self) -> str:
        """The words that a reader sees: cells and prose, without marks."""
        if self.case.task != "comparison":
            return self.text
        cells = (cell.text for row in self.table.rows for cell in (row.label, *row.cells))
        return " . ".join([*cells, self.prose])

    @cached_property
    def plain_words(self) -> int:
        """How many words a reader sees."""
        return len(re.findall(r"[A-Za-z][A-Za-z'’-]*", self.plain))

    @cached_property
    def read(self) -> list[Sentence]:
        """The sentences of the prose, and what stands in cells."""
        return [*self.sentences, *(sentence for cell in self.cells for sentence in tagged(cell.text))]

    def piece_at(self, place: int) -> Piece | None:
        """The piece that stands at a place of the text; of the points of one cell, the first."""
        return next((piece for piece in self.pieces if piece.start <= place < piece.end), None)

    @cached_property
    def cell_vectors(self) -> Vectors:
        """The meaning of each cell; a value is understood with its label."""
        return self.meanings([piece.said for piece in self.cells])

    def meanings(self, texts: list[str]) -> Vectors:
        """The meaning of each of some texts; what measures ask for twice is made once."""
        new = [text for text in dict.fromkeys(texts) if text not in self._meanings]
        self._meanings.update(zip(new, embed(new), strict=True))
        return np.array([self._meanings[text] for text in texts]) if texts else embed(())

    @cached_property
    def covered(self) -> tuple[tuple[_text.CoveredAspect, ...], ...]:
        """For each product the aspects that the text speaks of."""
        find = _text.covered_aspects
        if self.case.task == "comparison":
            by_product = group_by(self.pieces, lambda piece: piece.product)
            return tuple(find(by_product.get(k, ()), reading) for k, reading in enumerate(self.readings))
        own, quoted = ([Piece(text, 0, len(text), "prose")] for text in (self.asserted, self.quoted))
        return tuple(_text.join_covered(find(own, reading), find(quoted, reading)) for reading in self.readings)

    @cached_property
    def needs(self) -> tuple[Need, ...]:
        """What the query asks."""
        return read_needs(self.case.query or "", self.case.products[0].category)

    def _prose_pieces(self) -> Iterator[Piece]:
        is_comparison = self.case.task == "comparison"
        start, end = self._verdict_span if is_comparison else (0, 0)
        last: int | None = None
        for sentence in self.sentences:
            text = sentence_text(sentence)
            named = products_named(text, self.case) if is_comparison else (0,)
            # "It costs …" goes on about the product named before.
            product = named[0] if len(named) == 1 else None if named else last
            last = named[-1] if named else last
            place: _text.Place = "verdict" if start <= sentence.starts[0] < end else "prose"
            yield Piece(text, sentence.starts[0], sentence.ends[-1], place, product)


def visible(text: str) -> str:
    """The text with what a reader's browser would not show blanked out, so that offsets stay."""
    return _HIDDEN.sub(_blank, text) if "<" in text else text


def _blank(match: re.Match[str]) -> str:
    return " " * len(match.group())


def own_words(text: str, quotes: Iterable[Quote]) -> str:
    """The text, as long as before, with a stand-in for each quote that a source bears out."""
    shown = text
    for quote in quotes:
        if quote.evidence is not None:
            closed = quote.end - 1
            while closed > quote.start + len(_STAND_IN) and text[closed - 1] in ".!?":
                closed -= 1
            mask = _STAND_IN.rjust(closed - quote.start + 1)
            shown = shown[: quote.start] + mask + text[closed : quote.end - 1] + shown[quote.end :]
    return shown if len(shown.split()) >= _FEWEST_OWN_WORDS * len(text.split()) else text


Sign = Literal[1, -1]
"""Whether more of a quantity is better or worse."""


def good(default: float = 0.0) -> Any:
    """A field of a measure's class that holds a quantity of which more is better."""
    return field(default=default, metadata={"sign": 1})


def bad(default: float = 0.0) -> Any:
    """A field of a measure's class that holds a quantity of which more is worse."""
    return field(default=default, metadata={"sign": -1})


@dataclass(frozen=True, slots=True)
class Measured:
    """What was found in one text. A measure's own class adds further quantities, each 0 to 1."""

    value: float = field(metadata={"sign": 1})
    """The chief quantity, 0 to 1: more is better."""
    notes: tuple[str, ...] = ()
    """The lists and counts, as a careful person would note them."""
    evidence: tuple[Evidence, ...] = ()
    """Spans of the sources that were counted."""
    certainty: float = 1.0
    """0 to 1: lower where there was little material."""

    def quantities(self) -> Iterator[tuple[str, float, Sign]]:
        """Each quantity by its name, with whether more of it is better."""
        for one in fields(self):
            if "sign" in one.metadata:
                yield one.name, getattr(self, one.name), one.metadata["sign"]


class NothingToMeasure(Exception):
    """A case has nothing that a measure could look at; says what is lacking."""


class Measure(Protocol):
    """A module of this folder."""

    def measure(self, analysis: Analysis) -> Measured:
        """What the measure finds in one analysed case; raises `NothingToMeasure` where there is nothing."""


def growing(amount: float, scale: float) -> float:
    """A count or density as a share: 0 for none, 0.63 at the scale, nearly 1 at three times the scale."""
    return 1 - exp(-max(0.0, amount) / scale)


def take_measure(name: str, analysis: Analysis) -> Measured:
    """What one measure finds in an analysed case."""
    return cast(Measure, load("triptych.measures", name)).measure(analysis)
