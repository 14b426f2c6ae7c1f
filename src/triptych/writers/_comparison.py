"""The comparison: a table of the shortlist's products for its query, and the verdict."""

import re
from collections.abc import Iterator, Sequence

from triptych.english.words import word_set
from triptych.listing import AlignedAttribute, align_listings
from triptych.listing.features import listed
from triptych.records import Claim, ClaimKind, Column, Comparison, Direction, Evidence, Product, Shortlist
from triptych.texts import VERDICT_LABEL, write_comparison
from triptych.writers._brief import Brief, whole
from triptych.writers._findings import LITTLE, NOT_OF_PRODUCT, distinct_aspects, undisputed
from triptych.writers._grammar import (
    Statement,
    capital,
    claims_of,
    cut_titles,
    distinct,
    join_sentences,
    show_price,
    small,
    spell,
    with_cents,
)
from triptych.writers._phrases import overlap
from triptych.writers._responses import bears_on
from triptych.writers._retold import as_cell
from triptych.writers._rows import AttributeCell, AttributeRow, choose_rows, is_same, who_says
from triptych.writers._verdict import compose_verdict
from triptych.writers._voices import is_danger, stems_of

_MOST_POINTS, _MOST_FINDINGS = 4, 3
"""Points of a cell besides price and rating, and those of them that are in common words."""
_MOST_ALONE, _LONGEST_ALONE = 2, 4
_BENEFITS = ("warranty", "water resistance")
_HALF, _MANY = 0.5, 4
"""So many remarks for each that there is room for are looked at."""
_NEUTRAL = word_set("material colour connector controls size cut rise closure finish style pattern shape body")
"""What a listing states that is neither for nor against a product."""
_BETWEEN = re.compile(r" \| ")
_Points = Sequence[AttributeCell]


def compose_comparison(shortlist: Shortlist, briefs: Sequence[Brief]) -> tuple[Comparison, str]:
    """The comparison of a shortlist, and its Markdown, which its claims point into."""
    aligned = align_listings(shortlist.products)
    rows = choose_rows(briefs, aligned)
    alone = [list(_alone(aligned, place, [row.label for row in rows])) for place in range(len(briefs))]
    pros = [_points(brief, "+", rows, place, briefs, alone[place]) for place, brief in enumerate(briefs)]
    cons = [_points(brief, "-", rows, place, briefs) for place, brief in enumerate(briefs)]
    told = [[row.cells[n] for row in rows] for n in range(len(briefs))]
    titles = cut_titles([brief.product.title for brief in briefs])
    sentences = compose_verdict(shortlist.query, briefs)
    comparison = Comparison(
        attributes=tuple(row.label for row in rows),
        columns=tuple(map(_column, titles, shortlist.products, told, pros, cons)),
        verdict=join_sentences(sentences),
        query=shortlist.query,
        product_ids=tuple(product.id for product in shortlist.products),
    )
    text = write_comparison(comparison)
    cells = list(map(_cells, shortlist.products, told, pros, cons))
    claims = tuple(_claims(comparison.verdict, text, cells, sentences))
    return comparison.model_copy(update={"claims": claims}), text


def _points(
    brief: Brief,
    direction: Direction,
    rows: Sequence[AttributeRow],
    place: int,
    briefs: Sequence[Brief],
    alone: _Points = (),
) -> list[AttributeCell]:
    """What speaks for a product, or against it, and is in no row: price and rating, what several say, what one says."""
    labels = [row.label for row in rows]
    shown = [span for row in rows if (cell := row.cells[place]) for span in cell.evidence]
    found = [*alone, *list(_findings(brief, direction, labels))[: _MOST_FINDINGS - len(alone)]]
    counted = [span for cell in found for span in cell.evidence]
    told = [*labels, *(cell.text for cell in found)]
    found += _remarks(brief, direction, [*shown, *counted], told, _MOST_POINTS - len(found))
    missed = [] if found or direction == "+" else [r for r in brief.missed() if r.need.kind != "budget"]
    found += [AttributeCell(f"{r.said.missed} ({who_says(r)})", "derived", r.evidence) for r in missed]
    if not found and direction == "-":
        # Better told twice, or in our words, than not at all.
        found += [*_remarks(brief, direction, (), (), 1)] or [*_findings(brief, direction, (), fewest=1)][:1]
    return [*found, *_standing(brief, briefs, direction)]


def _alone(aligned: Sequence[AlignedAttribute], place: int, labels: Sequence[str]) -> Iterator[AttributeCell]:
    """What only this product's listing states, of what people choose by: "castor wheels", "IPX5 water resistance"."""
    told: list[str] = []
    for row in aligned:
        cell = row.cells[place]
        if cell is None or row.is_dull or sum(each is not None for each in row.cells) > 1 or len(told) == _MOST_ALONE:
            continue
        value = cell.text.split(", ")[0]
        is_telling = row.sort == "value" or listed("boon").search(value)
        is_thing = is_telling and row.sort in ("part", "value") and row.attribute not in _NEUTRAL and " " in value
        text = small(value) if is_thing else f"{value} {row.attribute}"
        is_told = any(is_same(f"{row.attribute} {text}", label) for label in (*labels, *told))
        is_short = len(text.split()) <= _LONGEST_ALONE and text.isascii()
        if (is_thing or row.attribute in _BENEFITS) and is_short and not is_told:
            told.append(f"{row.attribute} {text}")
            yield AttributeCell(text, "stated", cell.evidence)


def _findings(brief: Brief, direction: Direction, labels: Sequence[str], *, fewest: int = 2) -> Iterator[AttributeCell]:
    """What reviewers say that is no row and that nobody denies, what most say first."""
    fit_ = [
        finding
        for finding in distinct_aspects(undisputed(brief.findings))
        if finding.direction == direction and finding.point.aspect not in NOT_OF_PRODUCT
        if not finding.against and (finding.count > 1 or finding.point.aspect not in LITTLE)
        if not any(is_same(finding.point.aspect, label) or is_same(finding.told, label) for label in labels)
    ]
    # What only one says is told in their own words, where it can be.
    for finding in [finding for finding in fit_ if finding.count >= fewest][:_MOST_FINDINGS]:
        yield AttributeCell(as_cell(finding.told), "counted", tuple(finding.spans.values()))


def _remarks(
    brief: Brief, direction: Direction, shown: Sequence[Evidence], told: Sequence[str], room: int
) -> Iterator[AttributeCell]:
    """What single reviewers say that no row and no other point does, praise only where nobody denies it.

    What bears on the query comes first.
    """
    settled = undisputed(brief.findings)
    denied = [span for f in brief.findings if f.against or f not in settled for span in f.spans.values()]
    shown, heard = [*shown, *denied] if direction == "+" else shown, [stems_of(text) for text in told]
    voices = brief.complaints if direction == "-" else brief.praise
    voices = tuple(voice for voice in voices if voice.retold or is_danger(voice.span.text)) or voices
    needs = [response.need for response in brief.responses if response.need.kind != "category"]
    bearing = [max((bears_on(voice.span, need) for need in needs), default=0.0) >= _HALF for voice in voices]
    for voice, _ in sorted(zip(voices, bearing, strict=True), key=lambda each: not each[1])[: room * _MANY]:
        own = stems_of(voice.point, "NPVDGJ") or stems_of(voice.point)
        is_again = any(len(own & other) * 2 >= len(own) for other in heard)
        if room > 0 and not is_again and not any(overlap(voice.span, span) for span in shown):
            heard.append(own)
            room -= 1
            yield AttributeCell(voice.point, "counted", (voice.span,))


def _standing(brief: Brief, briefs: Sequence[Brief], direction: Direction) -> Iterator[AttributeCell]:
    """How a product stands by price and rating: over the budget, cheapest, dearest, rated highest."""
    price = brief.price_evidence
    for response in brief.responses:
        if direction == "-" and response.need.kind == "budget" and response.state == "missed" and brief.price:
            yield AttributeCell(f"over your budget at {show_price(brief.price)}", "derived", response.evidence)
    among = f"of the {spell(len(briefs))}"
    prices = sorted(
        b.price.amount for b in briefs if b.price and brief.price and b.price.currency == brief.price.currency
    )
    if brief.price and len(prices) == len(briefs) > 1:
        if direction == "+" and brief.price.amount == prices[0] < prices[1]:
            yield AttributeCell(f"costs the least {among}", "derived", price)
        if direction == "-" and brief.price.amount == prices[-1] > prices[-2]:
            yield AttributeCell(f"costs the most {among}", "derived", price)
    ratings = sorted(b.product.average_rating for b in briefs if b.product.average_rating is not None)
    is_best = len(ratings) == len(briefs) > 1 and brief.product.average_rating == ratings[-1] > ratings[-2]
    if direction == "+" and is_best:
        yield AttributeCell(f"rated highest {among}", "derived", whole(brief.product, "rating", "average_rating"))


def _column(
    title: str, product: Product, cells: Sequence[AttributeCell | None], pros: _Points, cons: _Points
) -> Column:
    return Column(
        title=title,
        base_price=with_cents(product.base_price) if product.base_price else None,
        final_price=with_cents(product.final_price) if product.final_price else None,
        values=tuple(cell.text if cell else None for cell in cells),
        average_rating=product.average_rating,
        pros=tuple(capital(cell.text) for cell in pros),
        cons=tuple(capital(cell.text) for cell in cons),
    )


def _cells(
    product: Product, cells: Sequence[AttributeCell | None], pros: _Points, cons: _Points
) -> list[AttributeCell]:
    """What each cell of a column says and rests on, from the title down."""
    return [
        _stated(whole(product, "title", "title")),
        _stated(whole(product, "price", "base_price")),
        _stated(whole(product, "price", "final_price")),
        *(cell or _ABSENT for cell in cells),
        _stated(whole(product, "rating", "average_rating")),
        _together(pros),
        _together(cons),
    ]


_ABSENT = AttributeCell("N/A", "absent")


def _stated(evidence: tuple[Evidence, ...]) -> AttributeCell:
    return AttributeCell("", "stated", evidence) if evidence else _ABSENT


def _together(cells: _Points) -> AttributeCell:
    if not cells:
        return _ABSENT
    kind = "derived" if any(cell.kind == "derived" for cell in cells) else cells[0].kind
    return AttributeCell("", kind, tuple(span for cell in cells for span in cell.evidence))


def _claims(
    verdict: str, text: str, cells: Sequence[Sequence[AttributeCell]], sentences: Sequence[Statement]
) -> Iterator[Claim]:
    """Claims for cells, row by row, and for the verdict's sentences, at their places in the Markdown."""
    for number, row in enumerate(_places(text)):
        for column, (start, end) in enumerate(row):
            cell = cells[column][number]
            yield Claim(text=text[start:end], start=start, end=end, kind=cell.kind, evidence=distinct(cell.evidence))
    start = text.rindex(f"\n{VERDICT_LABEL}: ") + len(VERDICT_LABEL) + 3
    if text[start:].rstrip("\n") == verdict:
        yield from claims_of(sentences, start)
        return
    # A product's name has marks in it that the Markdown escapes: the verdict is then one claim.
    end = len(text.rstrip("\n"))
    evidence = distinct([span for sentence in sentences for span in sentence.evidence])
    is_derived = any(sentence.kind == "derived" for sentence in sentences)
    kind: ClaimKind = "derived" if is_derived else "advice"
    yield Claim(text=text[start:end], start=start, end=end, kind=kind, evidence=evidence)


def _places(text: str) -> Iterator[list[tuple[int, int]]]:
    """Where the cells of each row are in our own Markdown, labels left out; a pipe inside a cell is escaped."""
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
