"""The comparison: a table of the shortlist's products for its query, and the verdict."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from triptych.records import Claim, ClaimKind, Column, Comparison, Evidence, Shortlist
from triptych.texts import VERDICT_LABEL, short_names, write_comparison
from triptych.writers._plan.answers import answer
from triptych.writers._plan.attributes import choose_attributes
from triptych.writers._plan.needs import Want, wants_of
from triptych.writers._plan.points import Point
from triptych.writers._plan.rows import Row, Value, shared_names
from triptych.writers._plan.sheets import Sheet
from triptych.writers._plan.spans import price_evidence, rating_evidence, title_evidence
from triptych.writers._prose.paragraph import Sentence, claims_of, distinct, join_sentences
from triptych.writers._prose.remarks import plain_features
from triptych.writers._prose.verdict import compose_verdict
from triptych.writers._words.money import show_price, with_cents
from triptych.writers._words.topics import topic
from triptych.writers._words.wording import Wheel, capital

_MOST_POINTS = 4
_MOST_FEATURES = 3
_BETWEEN = re.compile(r" \| ")


def compose_comparison(shortlist: Shortlist, sheets: Sequence[Sheet]) -> tuple[Comparison, str]:
    """The comparison of a shortlist whose products have these sheets, and its Markdown, which its claims point into."""
    products = shortlist.products
    names = short_names([product.title for product in products])
    sheets = [replace(sheet, name=name) for sheet, name in zip(sheets, names, strict=True)]
    category = next((product.category for product in products if product.category), None)
    wants = wants_of(shortlist.query, category)
    attributes = choose_attributes(wants, sheets)
    called = shared_names(sheets)
    sides = [_Sides(sheet, wants, called) for sheet in sheets]
    sentences = compose_verdict(wants, sheets, Wheel(shortlist.query))
    comparison = Comparison(
        attributes=tuple(each.label for each in attributes),
        columns=tuple(_column(sheet, attributes, place, sides[place]) for place, sheet in enumerate(sheets)),
        verdict=join_sentences(sentences),
        query=shortlist.query,
        product_ids=tuple(product.id for product in products),
    )
    cells = [_cells(sheet, attributes, place, sides[place]) for place, sheet in enumerate(sheets)]
    text = write_comparison(comparison, "md")
    claims = tuple(_claims(comparison.verdict, text, cells, sentences))
    return comparison.model_copy(update={"claims": claims}), text


class _Sides:
    """What speaks for a product and against it."""

    def __init__(self, sheet: Sheet, wants: Sequence[Want], called: Mapping[str, str]) -> None:
        told = [point for point in sheet.points if point.is_shared and point.side != "split"]
        self.pros = _tallies(told, "liked", _MOST_POINTS, called) or _features(sheet)
        over = [each for want in wants if (each := answer(want, sheet)).over]
        budget = [Value(f"{show_price(each.over)} over budget", "derived", each.evidence) for each in over if each.over]
        self.cons = [*budget[:1], *_tallies(told, "disliked", _MOST_POINTS - len(budget[:1]), called)]


def _tallies(points: Sequence[Point], lean: str, most: int, called: Mapping[str, str]) -> list[Value]:
    """The points on one side that matter most, the most frequent first."""
    chosen = [point for point in points if point.lean == lean][:most]
    return [
        Value(f"{capital(_noun(point, called))} ({point.many} of {point.among})", "counted", point=point)
        for point in sorted(chosen, key=lambda point: -point.many)
    ]


def _noun(point: Point, called: Mapping[str, str]) -> str:
    """What a point is called in this table."""
    name = called[point.family]
    return point.topic.noun if name == point.name else topic(name, point.side).noun


def _features(sheet: Sheet) -> list[Value]:
    """What the shop praises, where no reviewer praises anything."""
    features = list(plain_features(sheet))[:_MOST_FEATURES]
    return [Value(f"{feature.text} (listing)", "stated", (feature.evidence,)) for feature in features]


def _column(sheet: Sheet, attributes: Sequence[Row], place: int, sides: _Sides) -> Column:
    product = sheet.product
    return Column(
        title=" ".join(product.title.split()),
        base_price=with_cents(product.base_price) if product.base_price else None,
        final_price=with_cents(product.final_price) if product.final_price else None,
        values=tuple(value.text if (value := each.values[place]) else None for each in attributes),
        average_rating=product.average_rating,
        pros=tuple(value.text for value in sides.pros),
        cons=tuple(value.text for value in sides.cons),
    )


_Cell = tuple[ClaimKind, tuple[Evidence, ...]]
_ABSENT: _Cell = ("absent", ())


def _cells(sheet: Sheet, attributes: Sequence[Row], place: int, sides: _Sides) -> list[_Cell]:
    """What each cell of a column is and rests on, from the title down."""
    product = sheet.product
    rating = rating_evidence(product)[:1] if product.average_rating is not None else ()
    return [
        ("stated", (title_evidence(product),)),
        _cell(price_evidence(product, "base_price")),
        _cell(price_evidence(product, "final_price")),
        *((value.kind, value.evidence) if (value := each.values[place]) else _ABSENT for each in attributes),
        _cell(rating),
        _points(sides.pros),
        _points(sides.cons),
    ]


def _cell(evidence: tuple[Evidence, ...]) -> _Cell:
    return ("stated", evidence) if evidence else _ABSENT


def _points(values: Sequence[Value]) -> _Cell:
    if not values:
        return _ABSENT
    kinds = [value.kind for value in values]
    kind: ClaimKind = "derived" if "derived" in kinds else kinds[0]
    return kind, tuple(span for value in values for span in value.evidence)


def _claims(
    verdict: str, text: str, cells: Sequence[Sequence[_Cell]], sentences: Sequence[Sentence]
) -> Iterator[Claim]:
    """Claims for cells, row by row, and for the verdict's sentences, at their places in the Markdown."""
    for number, row in enumerate(_rows(text)):
        for column, (start, end) in enumerate(row):
            kind, evidence = cells[column][number]
            yield Claim(text=text[start:end], start=start, end=end, kind=kind, evidence=distinct(evidence))
    start = text.rindex(f"\n{VERDICT_LABEL}: ") + len(VERDICT_LABEL) + 3
    if text[start:].rstrip("\n") == verdict:
        yield from claims_of(sentences, start)
        return
    # A product's name has marks in it that the Markdown escapes: the verdict is then one claim.
    end = len(text.rstrip("\n"))
    evidence = distinct([span for sentence in sentences for span in sentence.evidence])
    is_derived = any(sentence.kind == "derived" for sentence in sentences)
    yield Claim(
        text=text[start:end], start=start, end=end, kind="derived" if is_derived else "advice", evidence=evidence
    )


def _rows(text: str) -> Iterator[list[tuple[int, int]]]:
    """Where the cells of each row stand in our own Markdown, labels left out.

    A pipe inside a cell is written `\\|`, so " | " stands between cells only. Reading the table would tell the same
    and take as long as all the rest of writing it.
    """
    start = 0
    for number, line in enumerate(text.splitlines(keepends=True)):
        row = line.rstrip("\n")
        if not row:
            return
        if number != 1:
            starts = [match.end() for match in _BETWEEN.finditer(row)]
            ends = [*(match.start() for match in _BETWEEN.finditer(row)), len(row) - len(" |")][1:]
            yield [(start + begin, start + end) for begin, end in zip(starts, ends, strict=True)]
        start += len(line)
