"""Whether the verdict follows from the table and the query: its choice, its grounds, what it passes over."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from triptych.english.wordings import Wording
from triptych.english.words import plain_degrees
from triptych.measures._analysis import Analysis, Measured, bad, good, growing
from triptych.measures._text import Clause, Piece, brief, places_named, products_named, tagged, told_words, wording
from triptych.measures.figures import figures_in
from triptych.measures.needs import Asked, needs_asked
from triptych.texts import short_names

_SMALL, _FEWEST_WORDS = 10, 3
_STRANGE = 0.5
"""A reason of whose words more than this share are not in the table does not stand there."""
_MOST_NOTES = 6


@dataclass(frozen=True, slots=True)
class Verdict(Measured):
    """What the verdict rests on; the value is the share of its reasons that stand in the table, 0 without a choice."""

    over_budget: float = bad()
    """1 where the choice breaks a budget that another keeps, and nothing is said of it."""
    unfounded: float = bad()
    """The share of reasons that the table does not have."""
    swapped: float = bad()
    """How many more reasons fit another product's column than the column of the one they are given for."""
    weighed: float = good()
    """The share of the query's needs that it takes up."""


def measure(analysis: Analysis) -> Verdict:
    """Choice, reasons, and what the query asked for."""
    pieces = [piece for piece in analysis.pieces if piece.place == "verdict"]
    if not analysis.verdict.strip() or not pieces:
        return Verdict(0.0, ("There is no verdict.",))
    text = " ".join(piece.text for piece in pieces)
    chosen = _choices(analysis, pieces)
    reasons = list(_reasons(analysis, pieces))
    missing = [clause.text for clause, product in reasons if not _stands(analysis, clause, product)]
    asked = [one for one in needs_asked(analysis) if one.weight >= 1]
    passed = [one.need.text for one in asked if not _speaks_of(analysis, one, text)]
    is_choice = bool(chosen) or bool(wording("none_fits").search(text))
    over = bool(chosen) and _breaks_budget(analysis, chosen[0]) and not wording("admitted").search(text)
    titles = short_names([product.title for product in analysis.case.products])
    notes = [f"To take: {titles[chosen[0]] if chosen else 'none named'}."]
    notes.append(f"{len(reasons) - len(missing)} of {len(reasons)} reasons stand in the table.")
    notes += [f"Not in the table: “{brief(one)}”." for one in missing[:_MOST_NOTES]]
    notes += ["The choice is over the budget, and nothing is said of it."] if over else []
    notes += [f"Not weighed, though asked for: {', '.join(passed)}."] if passed else []
    return Verdict(
        (1 - len(missing) / max(1, len(reasons))) * is_choice * (analysis.table.form is not None),
        tuple(notes),
        certainty=min(1.0, 0.4 + len(reasons) / 10),
        over_budget=float(over),
        unfounded=len(missing) / max(1, len(reasons)),
        swapped=growing(sum(_fits_elsewhere(analysis, *reason) for reason in reasons), 1.0),
        weighed=1 - len(passed) / max(1, len(asked)),
    )


def _choices(analysis: Analysis, verdict: Sequence[Piece]) -> list[int]:
    """The products to take, clearest first."""
    taken: list[int] = []
    suited: list[int] = []
    named: list[int] = []
    for piece in verdict:
        places = places_named(piece.text, analysis.case)
        ruled_out = set(_meant(wording("rejected"), piece, places))
        named += [number for _, _, number in places if number not in ruled_out]
        # "Do not take it" is no "take", but "take it to avoid glare" is one.
        denied = [match.span() for match in wording("rejected").finditer(piece.text)]
        taken += _meant(wording("taken"), piece, places, denied)
        suited += [number for number in _meant(wording("suited"), piece, places, denied) if number not in ruled_out]
        if len(places) == 1 and not re.search(r"[^\W\d_]{3,}", piece.text[: places[0][0]] + piece.text[places[0][1] :]):
            taken.append(places[0][2])
    return list(dict.fromkeys([*taken, *suited])) or (named[:1] if len(set(named)) == 1 else [])


def _meant(
    words: Wording, piece: Piece, places: Sequence[tuple[int, int, int]], denied: Sequence[tuple[int, int]] = ()
) -> Iterator[int]:
    """The product that each such word is said of: the one named right after it, else the last before, else the next."""
    for match in words.finditer(piece.text):
        if any(start <= match.start() < end for start, end in denied):
            continue
        after = [place for place in places if place[0] >= match.end()]
        before = [place for place in places if place[0] < match.end()]
        if after and not re.search(r"[.,;:!?]", piece.text[match.end() : after[0][0]][:-1]):
            yield after[0][2]
        elif before or after:
            yield before[-1][2] if before else after[0][2]
        elif piece.product is not None:
            # "So it is the one to take" goes on about the product named before.
            yield piece.product


def _reasons(analysis: Analysis, verdict: Sequence[Piece]) -> Iterator[tuple[Clause, int | None]]:
    """What the verdict says of products, and not only what to do, each with the product in question."""
    product: int | None = None
    for piece in verdict:
        for clause in analysis.clauses_in(piece):
            named = products_named(clause.text, analysis.case)
            product = named[0] if len(named) == 1 else None if named else product
            says_something = len(clause.text.split()) >= _FEWEST_WORDS and bool(clause.lemmas)
            if figures_in(clause.text) or (says_something and not wording("verdict_advice").search(clause.text)):
                yield clause, product


def _stands(analysis: Analysis, clause: Clause, product: int | None) -> bool:
    """True for a reason that the table has."""
    words, numbers = _ground(analysis, product)
    for figure in figures_in(clause.text):
        is_any = figure.number <= _SMALL and figure.kind in ("plain", "count")
        if not is_any and figure.number not in numbers:
            return False
    told = told_words(clause.lemmas)
    strange = [lemma for lemma in told if not any(form in words for form in plain_degrees(lemma))]
    return len(strange) <= _STRANGE * len(told)


def _fits_elsewhere(analysis: Analysis, clause: Clause, product: int | None) -> int:
    """1 where another product's column has more of a reason than that of its own product, -1 where none has as much."""
    if product is None or len(analysis.case.products) < 2:
        return 0
    told = {form for lemma in clause.lemmas for form in plain_degrees(lemma)}
    figures = {figure.number for figure in figures_in(clause.text)}
    columns = [_column(analysis, number) for number in range(len(analysis.case.products))]
    fits = [len(told & words) + 2 * len(figures & numbers) for words, numbers in columns]
    mine = fits.pop(product)
    return (max(fits) > mine) - (max(fits) < mine)


# Asked for each reason of one case; only the last cases are kept.
@lru_cache(maxsize=8)
def _column(analysis: Analysis, product: int) -> tuple[frozenset[str], frozenset[float]]:
    """The words and numbers that the table has in the column of one product."""
    said = [cell.said for cell in analysis.cells if cell.product == product]
    lemmas = {lemma for text in said for sentence in tagged(text) for lemma in sentence.lemmas if lemma[0].isalpha()}
    numbers = {figure.number for text in said for figure in figures_in(text)}
    columns = zip(analysis.table.columns, analysis.columns, strict=False)
    own = [column for column, number in columns if number == product]
    numbers |= {float(money.amount) for column in own for money in (column.base_price, column.final_price) if money}
    numbers |= {column.average_rating for column in own if column.average_rating}
    return frozenset(lemmas), frozenset(numbers)


@lru_cache(maxsize=8)
def _ground(analysis: Analysis, product: int | None) -> tuple[frozenset[str], frozenset[float]]:
    """What a reason may rest on: the column of its product, or all; titles and query; all prices and differences."""
    products = range(len(analysis.case.products)) if product is None else (product,)
    columns = [_column(analysis, number) for number in products]
    given = [item.title for item in analysis.case.products] + [analysis.case.query or ""]
    lemmas = {lemma for text in given for sentence in tagged(text) for lemma in sentence.lemmas if lemma[0].isalpha()}
    numbers = {figure.number for text in given for figure in figures_in(text)}
    numbers |= {float(digits) for text in given for digits in re.findall(r"\d+", text)}
    told = analysis.table.columns
    amounts = [float(m.amount) for column in told for m in (column.base_price, column.final_price) if m]
    numbers |= {column.average_rating for column in told if column.average_rating}
    asked = [figure.number for figure in figures_in(analysis.case.query or "")]
    differences = {round(abs(a - b), 2) for a in amounts for b in (*amounts, *asked)}
    return (
        frozenset(lemmas).union(*(words for words, _ in columns)),
        frozenset(numbers.union(amounts, differences, *(own for _, own in columns))),
    )


def _breaks_budget(analysis: Analysis, product: int) -> bool:
    """True where a product costs more than the budget allows and another does not."""
    most = next((need.most for need in analysis.needs if need.kind == "budget" and need.most), None)
    prices = [item.final_price or item.base_price for item in analysis.case.products]
    mine = prices[product]
    if most is None or mine is None or mine.amount <= most.amount:
        return False
    return any(price and price.amount <= most.amount for price in prices)


def _speaks_of(analysis: Analysis, one: Asked, text: str) -> bool:
    """True where a verdict takes up a need."""
    if one.need.kind == "budget":
        return bool(wording("verdict_money").search(text)) or any(
            figure.number in one.amounts for figure in figures_in(text)
        )
    if one.lemmas & {lemma for sentence in tagged(text) for lemma in sentence.lemmas}:
        return True
    spots = (s for product in analysis.covered for told in product if told.name in one.aspects for s in told.spots)
    return any(spot.start >= analysis.table.end for spot in spots)
