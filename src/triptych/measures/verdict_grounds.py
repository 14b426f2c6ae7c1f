"""Whether the verdict follows from the table and the query: who wins, on what grounds, and who is beaten."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise

import numpy as np

from triptych.english.meanings import Vectors, embed_once
from triptych.english.stems import plain_degrees
from triptych.english.words import word_set
from triptych.measures._analysis import Analysis
from triptych.measures._choices import choices_in
from triptych.measures._clauses import Clause, brief, tagged
from triptych.measures._covered_aspects import praised_by
from triptych.measures._figures import Figure, figures_in
from triptych.measures._measured import Measured
from triptych.measures._needs import needs_asked
from triptych.measures._pieces import Piece, products_named
from triptych.measures._ranks import is_denied, ranks_of
from triptych.measures._standings import Beaten, find_beaten, speaks_of, standings_of, tells_apart
from triptych.measures._support import TELLING
from triptych.texts import short_names

_NONE_FITS = re.compile(r"\b(?:none|no (?:pair|chair|laptop|shoe|blender|cream|product|one)|nothing)\b", re.IGNORECASE)
_FOR_WHOM = re.compile(r"\b(?:for|suits?|if you|those who|anyone|when)\b", re.IGNORECASE)
_SUPERLATIVE = re.compile(
    r"\b(?:most|best|(?!weak|short|low|small|narrow|poor|hard|inter|near|mod|hon)\w{3,}est)\b", re.I
)
_FOR = re.compile(r"for\b|no (?:contest|question|doubt)\b", re.IGNORECASE)
_FURTHEST = re.compile(r"\b(\w{3,})est\b")
_ADVICE = re.compile(
    r"\b(?:choose|take|pick|get|go for|if you|suits?|for those|for anyone|is for|the one|the choice|"
    r"recommend\w*|leave|keep|save)\b",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    r"\b(?:the other two|both others|the others|either rival|the rest|neither of the others)\b", re.IGNORECASE
)
_BUDGET = r"(?:the |your |my |our |a )?(?:budget|limit|price range|ceiling)\b"
_OVER = re.compile(
    rf"\b(?:over|above|beyond|exceeds?|breaks?|blows?|bursts?|past|outside|stretch(?:es)?) {_BUDGET}", re.IGNORECASE
)
_UNDER = re.compile(
    rf"\b(?:under|within|below|inside|in|fits?|meets?|keeps? to|stays? (?:in|within|under|below)) {_BUDGET}",
    re.IGNORECASE,
)
_LIKE, _SMALL, _FEWEST_WORDS = 0.6, 10, 3
_STRANGE, _MAY_BE_OWN = 0.5, 2
"""A reason of whose words more than this share, or beside a figure more than this many, are neither in the table nor
near it does not stand there."""
_CLEARLY = 0.8
_GRAVE, _ANY_GROUND = 3.6, 1.7
_MOST_NOTES = 6
_SUPPORTED = ((0.0, 1.7), (0.25, 2.1), (0.45, 2.8), (0.55, 3.2), (0.7, 3.8), (0.85, 4.4), (0.95, 4.9), (1.0, 5.0))
"""The share of the reasons that stand in the table: most missing is 2, about half 3, one of several 4."""


@dataclass(frozen=True, slots=True)
class Grounds:
    """What the verdict rests on."""

    winners: tuple[int, ...]
    named: tuple[int, ...]
    given: tuple[str, ...]
    """The reasons."""
    missing: tuple[str, ...]
    """Those that the table does not show."""
    against: tuple[str, ...]
    """Those that it denies."""
    beaten: Beaten
    """How the product to take is beaten."""
    wavers: bool
    """True where one product is both chosen and ruled out."""
    passed_over: tuple[str, ...]
    """The needs of the query that are never weighed."""

    @property
    def supported(self) -> float:
        """The share of the reasons that stand in the table."""
        return 1 - (len(self.missing) + len(self.against)) / max(1, len(self.given))


def measure(analysis: Analysis) -> Measured:
    """1 for a verdict that follows fully; `level` is the anchor that its faults leave open."""
    if not analysis.verdict.strip():
        return Measured(0.0, ("There is no verdict.",), figures={"level": 1.0}, faults=4, of=4)
    verdict = [piece for piece in analysis.pieces if piece.place == "verdict"]
    grounds = _weigh(analysis, verdict)
    titles = short_names([product.title for product in analysis.case.products])
    level = _level(analysis, grounds, verdict)
    return Measured(
        (level - 1) / 4,
        tuple(_notes(grounds, titles)),
        certainty=min(1.0, 0.4 + len(grounds.given) / 10),
        faults=len(grounds.missing) + 2 * len(grounds.against),
        of=len(grounds.given),
        figures={
            "level": level,
            "supported": grounds.supported,
            "against": float(len(grounds.against)),
            "wavers": float(grounds.wavers),
        },
    )


def _notes(grounds: Grounds, titles: Sequence[str]) -> Iterator[str]:
    yield "The verdict names " + (", ".join(titles[n] for n in grounds.named) or "no product") + "."
    yield "To take: " + (", ".join(titles[n] for n in grounds.winners) or "none named") + "."
    stand = len(grounds.given) - len(grounds.missing) - len(grounds.against)
    yield f"{stand} of {len(grounds.given)} reasons stand in the table."
    yield from (f"Not in the table: “{brief(text)}”." for text in grounds.missing[:_MOST_NOTES])
    if grounds.wavers:
        yield "One product is both chosen and ruled out."
    yield from (f"The table says otherwise: “{brief(text)}”." for text in grounds.against[:_MOST_NOTES])
    beaten = grounds.beaten
    if beaten.cost:
        said = "and the verdict says so" if beaten.is_said else "and the verdict does not say so"
        yield f"{titles[grounds.winners[0]]} is beaten by {titles[beaten.by]} on “{beaten.need}”, {said}."
    if grounds.passed_over:
        yield f"Not weighed, though asked for: {', '.join(grounds.passed_over)}."


def _level(analysis: Analysis, grounds: Grounds, verdict: list[Piece]) -> float:
    """The anchor that the gravest fault leaves open, less a little for each other one."""
    text = " ".join(piece.text for piece in verdict)
    if not grounds.winners and not _NONE_FITS.search(text):
        return 1.0
    by_fault = [
        _on_line(grounds.supported),
        5.0 - 2.7 * grounds.beaten.cost,
        5.0 - 1.0 * min(3, len(grounds.against)),
        2.0 if grounds.wavers or analysis.table.form is None else 5.0,
    ]
    grave = sum(level < _GRAVE for level in by_fault)
    unnamed = 0 if _OTHERS.search(text) else len(analysis.case.products) - len(grounds.named)
    slight = 0.6 * unnamed + 0.2 * max(0, len(grounds.passed_over) - 1) + (0.0 if _FOR_WHOM.search(text) else 0.3)
    level = min(by_fault) - 0.4 * max(0, grave - 1) - (0.5 * slight if grave else slight)
    # A choice with any ground is better than none; only one against both table and query is not.
    if grounds.beaten.cost and len(grounds.against) > 1:
        return 1.0
    return min(5.0, max(_ANY_GROUND, level))


def _on_line(share: float) -> float:
    for (left, low), (right, high) in pairwise(_SUPPORTED):
        if share <= right:
            return low + (high - low) * (share - left) / (right - left)
    return _SUPPORTED[-1][1]


def _weigh(analysis: Analysis, verdict: list[Piece]) -> Grounds:
    choices = choices_in(verdict, analysis.case)
    winners = choices.chosen
    reasons, missing, against = _reasons(analysis, verdict)
    text = " ".join(piece.text for piece in verdict)
    asked = needs_asked(analysis)
    stand = standings_of(analysis, asked)
    beaten = find_beaten(analysis, stand, winners, text)
    passed = tuple(
        one.need.text
        for one, values in stand
        if one.weight >= 1 and tells_apart(values) and not speaks_of(analysis, one, text)
    )
    return Grounds(
        winners,
        choices.named,
        tuple(reasons),
        tuple(missing),
        tuple(against),
        beaten,
        bool(choices.avoided & set(winners)),
        passed,
    )


@dataclass(frozen=True)
class _Ground:
    """What the table says of one product, or of all: words and numbers."""

    told: frozenset[str]
    """The words of the table."""
    words: frozenset[str]
    """The same, and those of titles and query."""
    numbers: frozenset[float]

    @cached_property
    def _vectors(self) -> Vectors:
        """The meaning of each word of the table; asked for only where a reason has other words."""
        return np.array([embed_once(word) for word in sorted(self.told)], dtype=np.float32)

    def bears_out(self, clause: Clause) -> bool:
        """True for a reason that stands there."""
        figures = list(figures_in(clause.text))
        if not all(figure.number in self.numbers or _may_be_any(figure) for figure in figures):
            return False
        told = [lemma for lemma in clause.lemmas if lemma[0].isalpha() and lemma not in _USUAL and lemma not in TELLING]
        strange = [lemma for lemma in told if not _is_known(lemma, self.words) and not self._has_like(lemma)]
        if any(figure.number > _SMALL for figure in figures):
            # The table has the very figure; how it is put is the writer's own.
            return len(strange) <= _MAY_BE_OWN
        return not strange or (len(told) > 1 and len(strange) <= _STRANGE * len(told))

    def _has_like(self, word: str) -> bool:
        return bool(self.told) and float((self._vectors @ embed_once(word)).max()) >= _LIKE


def _may_be_any(figure: Figure) -> bool:
    """True for a small number that measures nothing: "the two", "all 3"."""
    return figure.number <= _SMALL and figure.kind in ("plain", "count")


def _ground(analysis: Analysis, product: int | None) -> _Ground:
    said = [cell.said for cell in analysis.cells if product is None or cell.product == product]
    lemmas = (lemma for text in said for sentence in tagged(text) for lemma in sentence.lemmas)
    told = frozenset(lemma for lemma in lemmas if lemma[0].isalpha())
    numbers = {figure.number for text in said for figure in figures_in(text)} | _prices(analysis, product)
    return _Ground(told, told | _words_given(analysis), frozenset(numbers))


# Asked for each product of one case, one after another; only that case is kept.
@lru_cache(maxsize=1)
def _words_given(analysis: Analysis) -> frozenset[str]:
    """The words of titles and query, in dictionary form."""
    given = [item.title for item in analysis.case.products] + [analysis.case.query or ""]
    return frozenset(lemma for text in given for sentence in tagged(text) for lemma in sentence.lemmas)


def _reasons(analysis: Analysis, verdict: list[Piece]) -> tuple[list[str], list[str], list[str]]:
    """Reasons given, those that do not stand in the table for the product in question, those that go against it."""
    grounds: dict[int | None, _Ground] = {}
    ranks = ranks_of(analysis)
    reasons: list[str] = []
    missing: list[str] = []
    against: list[str] = []
    product: int | None = None
    for piece in (piece for piece in verdict if not piece.text.rstrip().endswith("?")):
        for clause in analysis.clauses_in(piece):
            named = products_named(clause.text, analysis.case)
            product = named[0] if len(named) == 1 else None if named else product
            if not _is_reason(clause):
                continue
            if product not in grounds:
                grounds[product] = _ground(analysis, product)
            reasons.append(clause.text)
            fits = _fits_budget(analysis, product, clause.text)
            if product is not None and (
                fits is False
                or is_denied(clause.text, product, ranks)
                or _goes_against(analysis, piece, product, clause.text)
            ):
                against.append(clause.text)
            elif not fits and not grounds[product].bears_out(clause):
                missing.append(clause.text)
    return reasons, missing, against


def _fits_budget(analysis: Analysis, product: int | None, text: str) -> bool | None:
    """Whether a product is on the side of the budget that a reason puts it on; None where it speaks of no side."""
    over, under = bool(_OVER.search(text)), bool(_UNDER.search(text))
    most = next((need.most for need in analysis.needs if need.kind == "budget" and need.most), None)
    if product is None or most is None or over == under:
        return None
    given = analysis.case.products[product]
    if any(str(round(figure.number)) not in given.title for figure in figures_in(text)):
        return None
    price = given.final_price or given.base_price
    return None if price is None else (price.amount > most.amount) == over


def _is_reason(clause: Clause) -> bool:
    """True for a clause that says something of a product, and not only what to do."""
    figures = any(figures_in(clause.text))
    has_word = any(lemma[0].isalpha() for lemma in clause.lemmas)
    is_short = len(clause.text.split()) < _FEWEST_WORDS and not _SUPERLATIVE.search(clause.text)
    if is_short or not (figures or has_word):
        return False
    return figures or not (_ADVICE.search(clause.text) or _FOR.match(clause.text))


_USUAL = word_set(
    "decide row leave miss brief trade-off better worse best far lie between manage machine out beside day hour both "
    "two "
    "body fall bring trade balance stand mean settle matter reason other deserve crown deal remain ask "
    "take choose pick choice winner win recommend good best budget limit price cost rs need suit fit "
    "right option short "
    "long expect plan stretch want come first weak point compromise matter meet three product pair one shopper query"
)


def _is_known(lemma: str, words: set[str] | frozenset[str]) -> bool:
    """True for a word of the table, also in another degree: "lighter" where the table has "light"."""
    return any(form in words for form in plain_degrees(lemma))


def _prices(analysis: Analysis, product: int | None) -> set[float]:
    """The prices and ratings of the table, what they differ by, and the numbers of the query and of names."""
    columns = [
        column
        for place, column in enumerate(analysis.table.columns)
        if product is None or (place < len(analysis.columns) and analysis.columns[place] == product)
    ]
    prices = [m for column in columns for m in (column.base_price, column.final_price) if m]
    amounts = [float(price.amount) for price in prices]
    query = [figure.number for figure in figures_in(analysis.case.query or "")]
    ratings = {column.average_rating for column in columns if column.average_rating}
    known = {*amounts, *query, *ratings}
    titles = [item.title for number, item in enumerate(analysis.case.products) if product in (None, number)]
    known |= {figure.number for title in titles for figure in figures_in(title)}
    names = short_names([item.title for item in analysis.case.products])
    known |= {float(digits) for text in (*titles, *names) for digits in re.findall(r"\d+", text)}
    rivals = [
        float(m.amount) for column in analysis.table.columns for m in (column.base_price, column.final_price) if m
    ]
    return known | {round(abs(a - b), 2) for a in (*rivals, *query) for b in amounts}


def _goes_against(analysis: Analysis, piece: Piece, product: int, text: str) -> bool:
    """True where the verdict calls a product the best at what another is better at by the table."""
    if piece.product != product or not _SUPERLATIVE.search(text):
        return False
    start = piece.start + piece.text.find(text)
    spoken = analysis.covered[product]
    here = {told.name for told in spoken if any(start <= spot.start < start + len(text) for spot in told.spots)}
    # "The widest" speaks of what "wide" speaks of.
    here |= {name for word in _FURTHEST.findall(text.lower()) for name in _meant_by(word)}
    return any(_is_outdone(analysis, product, name) for name in here)


def _is_outdone(analysis: Analysis, product: int, name: str) -> bool:
    said = [_cells_say(analysis, number, name) for number in range(len(analysis.case.products))]
    mine = said[product]
    rivals = [value for n, value in enumerate(said) if n != product and value is not None]
    return mine is not None and bool(rivals) and max(rivals) - mine > _CLEARLY


@lru_cache(maxsize=256)
def _meant_by(stem: str) -> frozenset[str]:
    """The aspects that an adjective without its "-est" praises."""
    forms = (stem, f"{stem}e", f"{stem[:-1]}y", stem[:-1])
    return next((names for form in forms if (names := praised_by(form))), frozenset())


def _cells_say(analysis: Analysis, number: int, name: str) -> float | None:
    """How the cells of one product speak of an aspect."""
    values = [
        spot.value
        for told in analysis.covered[number]
        if told.name == name
        for spot in told.spots
        if spot.start < analysis.table.end
    ]
    return sum(values) / len(values) if values else None
