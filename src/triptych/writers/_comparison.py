"""The comparison: a table of the shortlist's products for its query, and the verdict."""

import re
from collections.abc import Iterator, Sequence

from triptych.records import Claim, ClaimKind, Column, Comparison, Direction, Evidence, Shortlist
from triptych.texts import VERDICT_LABEL, write_comparison
from triptych.writers._brief import Brief, whole
from triptych.writers._gists import agreeing
from triptych.writers._grammar import capital, count_of, cut_titles, spell
from triptych.writers._paragraph import Statement, claims_of, distinct, join_sentences
from triptych.writers._phrases import overlap, quote
from triptych.writers._prices import show_price, with_cents
from triptych.writers._rows import AttributeCell, AttributeRow, choose_rows, is_same
from triptych.writers._themes import Saying, different, says_more
from triptych.writers._verdict import compose_verdict
from triptych.writers._voices import BAD_NEWS, learnt_worth, telling

_MOST_POINTS = 4
_MOST_SHARED = 2
_SEVERAL = 2
_SIDES: dict[Direction, str] = {"+": "liked", "-": "disliked"}
_LONGEST_POINT = 14
_BEING = re.compile(r"^(?:is|are|was|were) ")
_BETWEEN = re.compile(r" \| ")


def compose_comparison(shortlist: Shortlist, briefs: Sequence[Brief]) -> tuple[Comparison, str]:
    """The comparison of a shortlist, and its Markdown, which its claims point into."""
    rows = choose_rows(briefs)
    pros = [_points(brief, "+", rows, place) for place, brief in enumerate(briefs)]
    cons = [_points(brief, "-", rows, place) or _without_better(brief, briefs) for place, brief in enumerate(briefs)]
    titles = cut_titles([brief.product.title for brief in briefs])
    sentences = compose_verdict(shortlist.query, briefs)
    comparison = Comparison(
        attributes=tuple(row.label for row in rows),
        columns=tuple(_column(titles[n], brief, rows, n, pros[n], cons[n]) for n, brief in enumerate(briefs)),
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
    labels = [row.label for row in rows]
    found = [
        AttributeCell(f"over your budget at {show_price(brief.price)}", "derived", r.evidence)
        for r in brief.responses
        if direction == "-" and r.need.kind == "budget" and r.state == "missed" and brief.price
    ]
    for theme in brief.themes:
        many, few = (theme.likes, theme.dislikes) if direction == "+" else (theme.dislikes, theme.likes)
        if (
            many < max(_SEVERAL, few)
            or any(is_same(theme.heading, label) for label in labels)
            or len(found) == _MOST_SHARED
        ):
            continue
        side = theme.liked if direction == "+" else theme.disliked
        words = theme.words(direction)
        text = f"{theme.heading} {_SIDES[direction]} by {count_of(many, brief.reviewers)}"
        found.append(AttributeCell(f"{text} ({', '.join(words)})" if words else text, "counted", (*side.values(),)))
    named: set[str] = set()
    if direction == "-":
        sure = brief.warnings[:_MOST_SHARED]
        found += [AttributeCell(voice.said, "counted", (voice.span,)) for voice in sure]
        named = {voice.span.source_id for voice in sure}
    shown += [span for cell in found for span in cell.evidence]
    sayings = [
        s
        for s in brief.sayings
        if s.direction == direction and _is_statement(s) and not any(overlap(s.gist.span, span) for span in shown)
        if direction == "+" or (s.reviewer not in named and learnt_worth(s.gist.text.split()) < BAD_NEWS)
    ]
    found += [AttributeCell(_bare(s, brief), "counted", (s.gist.span,)) for s in different(sayings, _MOST_POINTS)]
    if not found or (direction == "-" and len(found) < _SEVERAL):
        voices = [v for v in (*brief.headlines, *telling(brief.voices, direction)) if v.direction == direction]
        shown += [span for cell in found for span in cell.evidence]
        fresh = [
            voice
            for voice in voices
            if quote(voice.span, _LONGEST_POINT) and not any(overlap(voice.span, other) for other in shown)
            if direction == "+" or (voice.span.source_id not in named and voice.is_bad_news)
        ]
        found += [AttributeCell(voice.said, "counted", (voice.span,)) for voice in fresh[:2]]
    if not found:
        things = [s for s in brief.sayings if s.direction == direction and s.gist.form in ("thing", "liking")]
        said = different([s for s in things if len(s.gist.text.split()) > 1], _SEVERAL)
        found = [AttributeCell(s.gist.text.removeprefix("the "), "counted", (s.gist.span,)) for s in said]
    return found[:_MOST_POINTS]


def _without_better(brief: Brief, briefs: Sequence[Brief]) -> list[AttributeCell]:
    """What can be held against a product of which nobody complains: needs it misses, or its price."""
    missed = [
        AttributeCell(
            brief.in_few_words(r, against=True) or agreeing(r.said.missed, brief.pronoun), "derived", r.evidence
        )
        for r in brief.missed()
        if not brief.figures_on(r.need)
    ]
    prices = sorted(other.price.amount for other in briefs if other.price)
    is_dearest = brief.price and len(prices) == len(briefs) > 1 and brief.price.amount == prices[-1] > prices[-2]
    if not missed and is_dearest:
        evidence = whole(brief.product, "price", "final_price") or whole(brief.product, "price", "base_price")
        missed = [AttributeCell(f"costs the most of the {spell(len(briefs))}", "derived", evidence)]
    return missed[:_MOST_SHARED]


def _is_statement(saying: Saying) -> bool:
    return saying.gist.form not in ("thing", "liking") and says_more(saying)


def _bare(saying: Saying, brief: Brief) -> str:
    """A saying without its article, pronoun or "is": "lid closes securely", "made of steel"."""
    gist = saying.gist
    if gist.form != "predicate":
        return gist.text.removeprefix("the ")
    return _BEING.sub("", agreeing(gist.text, brief.pronoun))


def _column(
    title: str,
    brief: Brief,
    rows: Sequence[AttributeRow],
    place: int,
    pros: Sequence[AttributeCell],
    cons: Sequence[AttributeCell],
) -> Column:
    product = brief.product
    return Column(
        title=title,
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
