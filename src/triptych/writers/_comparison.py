"""The comparison: a table of the shortlist's products for its query, and the verdict."""

import re
from collections.abc import Iterator, Sequence

from triptych.records import Claim, ClaimKind, Column, Comparison, Direction, Evidence, Shortlist
from triptych.texts import VERDICT_LABEL, write_comparison
from triptych.writers._brief import Brief, whole
from triptych.writers._gists import agreeing
from triptych.writers._grammar import at_least, capital
from triptych.writers._paragraph import Statement, claims_of, distinct, join_sentences
from triptych.writers._phrases import overlap, quoted
from triptych.writers._prices import show_price, with_cents
from triptych.writers._rows import AttributeCell, AttributeRow, choose_rows
from triptych.writers._themes import Saying, different, says_more
from triptych.writers._verdict import compose_verdict
from triptych.writers._voices import telling

_MOST_POINTS = 4
_MOST_SHARED = 2
_SEVERAL = 2
_SIDES: dict[Direction, str] = {"+": "liked", "-": "disliked"}
_BEING = re.compile(r"^(?:is|are|was|were) ")
_BETWEEN = re.compile(r" \| ")


def compose_comparison(shortlist: Shortlist, briefs: Sequence[Brief]) -> tuple[Comparison, str]:
    """The comparison of a shortlist, and its Markdown, which its claims point into."""
    rows = choose_rows(briefs)
    pros = [_points(brief, "+", rows, place) for place, brief in enumerate(briefs)]
    cons = [_points(brief, "-", rows, place) for place, brief in enumerate(briefs)]
    sentences = compose_verdict(shortlist.query, briefs)
    comparison = Comparison(
        attributes=tuple(row.label for row in rows),
        columns=tuple(_column(brief, rows, n, pros[n], cons[n]) for n, brief in enumerate(briefs)),
        verdict=join_sentences(sentences),
        query=shortlist.query,
        product_ids=tuple(product.id for product in shortlist.products),
    )
    text = write_comparison(comparison, "md")
    cells = [_cells(brief, rows, n, pros[n], cons[n]) for n, brief in enumerate(briefs)]
    claims = tuple(_claims(comparison.verdict, text, cells, sentences))
    return comparison.model_copy(update={"claims": claims}), text


def _points(brief: Brief, direction: Direction, rows: Sequence[AttributeRow], place: int) -> list[AttributeCell]:
    """What reviewers say on one side and no row has: what several say, then single remarks; a budget missed first."""
    shown = [span for row in rows if (cell := row.cells[place]) for span in cell.evidence]
    labels = {row.label.casefold() for row in rows}
    found = [
        AttributeCell(f"over your budget at {show_price(brief.price)}", "derived", r.evidence)
        for r in brief.responses
        if direction == "-" and r.need.kind == "budget" and r.state == "missed" and brief.price
    ]
    told: list[Saying] = []
    for theme in brief.themes:
        many, few = (theme.likes, theme.dislikes) if direction == "+" else (theme.dislikes, theme.likes)
        if many < max(_SEVERAL, few) or theme.name.casefold() in labels or len(found) == _MOST_SHARED:
            continue
        said = different([s for s in theme.side(direction) if _is_statement(s) and s not in told], 1)
        told += said
        who = f"{_SIDES[direction]} by {at_least(many, brief.reviewers)} of {brief.reviewers}"
        side = theme.liked if direction == "+" else theme.disliked
        evidence = (*(s.gist.span for s in said), *side.values())
        what = ", ".join(theme.words(direction)) or (_bare(said[0], brief) if said else "")
        text = f"{theme.heading}: {what} ({who})" if what else f"{theme.heading} {who}"
        found.append(AttributeCell(text, "counted", evidence))
    shown += [span for cell in found for span in cell.evidence]
    sayings = [
        s
        for s in brief.sayings
        if s.direction == direction and _is_statement(s) and not any(overlap(s.gist.span, span) for span in shown)
    ]
    found += [AttributeCell(_bare(s, brief), "counted", (s.gist.span,)) for s in different(sayings, _MOST_POINTS)]
    if not found or (direction == "-" and len(found) < 2):
        spans = [v.span for v in telling(brief.voices, direction)]
        shown += [span for cell in found for span in cell.evidence]
        fresh = [span for span in spans if not any(overlap(span, other) for other in shown)]
        found += [AttributeCell(quoted(span), "counted", (span,)) for span in fresh[:2]]
    return found[:_MOST_POINTS]


def _is_statement(saying: Saying) -> bool:
    return saying.gist.form not in ("thing", "liking") and says_more(saying)


def _bare(saying: Saying, brief: Brief) -> str:
    """A saying without its article, pronoun or "is": "lid closes securely", "made of steel"."""
    gist = saying.gist
    if gist.form != "predicate":
        return gist.text.removeprefix("the ")
    return _BEING.sub("", agreeing(gist.text, brief.pronoun))


def _column(
    brief: Brief, rows: Sequence[AttributeRow], place: int, pros: Sequence[AttributeCell], cons: Sequence[AttributeCell]
) -> Column:
    product = brief.product
    return Column(
        title=" ".join(product.title.split()),
        base_price=with_cents(product.base_price) if product.base_price else None,
        final_price=with_cents(product.final_price) if product.final_price else None,
        values=tuple(cell.text if (cell := row.cells[place]) else None for row in rows),
        average_rating=product.average_rating,
        pros=tuple(capital(cell.text) for cell in pros),
        cons=tuple(capital(cell.text) for cell in cons),
    )


def _cells(
    brief: Brief, rows: Sequence[AttributeRow], place: int, pros: Sequence[AttributeCell], cons: Sequence[AttributeCell]
) -> list[AttributeCell]:
    """What each cell of a column says and rests on, from the title down."""
    product = brief.product
    return [
        _stated(whole(product, "title", "title")),
        _stated(whole(product, "price", "base_price")),
        _stated(whole(product, "price", "final_price")),
        *(row.cells[place] or _ABSENT for row in rows),
        _stated(whole(product, "rating", "average_rating")),
        _together(pros),
        _together(cons),
    ]


_ABSENT = AttributeCell("N/A", "absent")


def _stated(evidence: tuple[Evidence, ...]) -> AttributeCell:
    return AttributeCell("", "stated", evidence) if evidence else _ABSENT


def _together(cells: Sequence[AttributeCell]) -> AttributeCell:
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
