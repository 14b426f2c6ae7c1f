"""Prices, ratings, measures and other numbers of the text, checked digit by digit against the sources."""

import re
from dataclasses import dataclass

from triptych.measures._analysis import Analysis
from triptych.measures._counts import counts_told
from triptych.measures._figures import Figure, KnownFigures, figures_in, known_figures
from triptych.measures._measured import Measured
from triptych.records import Money
from triptych.texts import ColumnReading

_MOST_NOTES = 8
_SHORT_UNIT = 2
_CODE = re.compile(r"\b([A-Z]{2,5})(\d{1,3})\b")


@dataclass(frozen=True, slots=True)
class CheckedFigure:
    """A figure of the text and whether it holds."""

    number: float
    note: str
    is_right: bool


def measure(analysis: Analysis) -> Measured:
    """The share of figures that the sources give; the same wrong figure counts once."""
    cells = _cells(analysis) if analysis.case.task == "comparison" else []
    checked = [*cells, *_prose(analysis), *_counts(analysis), *_codes(analysis)]
    if not checked:
        return Measured(None, ("the text states no figure",))
    wrong = {one.number: one for one in reversed(checked) if not one.is_right}
    right = sum(one.is_right for one in checked)
    notes = [f"{right} of {len(checked)} figures agree with the sources."]
    notes += [f"{n}. {one.note}" for n, one in enumerate(reversed(wrong.values()), start=1) if n <= _MOST_NOTES]
    return Measured(
        right / len(checked),
        tuple(notes),
        certainty=min(1.0, 0.5 + len(checked) / 8),
        faults=len(wrong),
        of=len(checked),
    )


def _prose(analysis: Analysis) -> list[CheckedFigure]:
    found: list[CheckedFigure] = []
    known: dict[int | None, KnownFigures] = {}
    for piece in analysis.pieces:
        # A verdict sets products against each other, so its figures may be any product's.
        product = piece.product if piece.place in ("value", "pro", "con") else None
        if product not in known:
            sources = analysis.sources if product is None else (analysis.sources[product],)
            known[product] = known_figures(analysis.case, sources)
        for figure in figures_in(piece.text):
            if figure.kind == "count" or (figure.kind == "plain" and figure.number <= 3):
                continue
            is_right = known[product].bears_out(figure)
            found.append(CheckedFigure(figure.number, _name(figure, piece.text), is_right))
    return found


def _codes(analysis: Analysis) -> list[CheckedFigure]:
    """Names of a standard or grade, such as IPX5, where the sources have one of the same kind."""
    known = {code for sources in analysis.sources for source in sources.sources for code in _CODE.findall(source.text)}
    known |= set(_CODE.findall(analysis.case.query or ""))
    kinds = {letters for letters, _ in known}
    told = dict.fromkeys(code for piece in analysis.pieces for code in _CODE.findall(piece.text))
    return [
        CheckedFigure(float(digits), f"“{letters}{digits}” is in no source", (letters, digits) in known)
        for letters, digits in told
        if letters in kinds
    ]


def _counts(analysis: Analysis) -> list[CheckedFigure]:
    return [
        CheckedFigure(count.number, f"“{count.said}”: {count.held}", count.is_right) for count in counts_told(analysis)
    ]


def _name(figure: Figure, text: str) -> str:
    around = text[max(0, figure.start - 25) : figure.end + 15].strip()
    unit = figure.unit or ""
    return f"“{figure.number:g}{' ' * (len(unit) > _SHORT_UNIT)}{unit}” ({around}) is in no source"


def _cells(analysis: Analysis) -> list[CheckedFigure]:
    """The price and rating cells, each against its own product."""
    found: list[CheckedFigure] = []
    for place, column in enumerate(analysis.table.columns):
        number = analysis.columns[place] if place < len(analysis.columns) else None
        if number is None:
            continue
        product = analysis.case.products[number]
        found += _money("Base Price", column, column.base_price, product.base_price, analysis)
        found += _money("Final Price", column, column.final_price, product.final_price, analysis)
        rating = column.average_rating
        if rating is not None:
            right = product.average_rating is not None and abs(rating - product.average_rating) < 1e-9
            note = f"Average Rating {rating:g} of {column.title[:30]}: it is {product.average_rating}"
            found.append(CheckedFigure(rating, note, right))
        elif product.average_rating is not None and analysis.table.row("average_rating"):
            note = f"Average Rating of {column.title[:30]} is left out: it is {product.average_rating}"
            found.append(CheckedFigure(product.average_rating, note, False))
    return found


def _money(
    label: str, column: ColumnReading, said: Money | None, known: Money | None, analysis: Analysis
) -> list[CheckedFigure]:
    name = column.title[:30]
    if said is None:
        has_row = analysis.table.row("base_price" if label == "Base Price" else "final_price") is not None
        note = f"{label} of {name} is left out: it is {known.amount if known else None}"
        return [CheckedFigure(float(known.amount), note, False)] if known and has_row else []
    if known is None:
        return [CheckedFigure(float(said.amount), f"{label} {said.amount} of {name}: the sources give none", False)]
    right = said.amount == known.amount and (not said.currency or not known.currency or said.currency == known.currency)
    return [CheckedFigure(float(said.amount), f"{label} {said.amount} of {name}: it is {known.amount}", right)]
