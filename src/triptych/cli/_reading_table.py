"""A reading as a table: each aspect with a bar of those for and against, and the points most make."""

from collections.abc import Iterator

from triptych.cli._output import console, show
from triptych.records import Aspect, Product, Reading

_BAR = 12
_LONGEST_QUOTE = 90
_ROOMY = 110
_MOST_CONTRADICTIONS = 5
_FEW_REVIEWERS, _FEW_ASPECTS = 5, 3
"""With fewer reviewers or fewer aspects that two speak of, what one alone speaks of is shown too."""


def listed(reading: Reading, top: int) -> tuple[Aspect, ...]:
    """The aspects worth a row: those that at least two reviewers speak of, or all where there is little to show."""
    shared = tuple(aspect for aspect in reading.aspects if aspect.reviewers.total > 1)
    is_enough = reading.reviewers >= _FEW_REVIEWERS and len(shared) >= _FEW_ASPECTS
    return (shared if is_enough else reading.aspects)[:top]


def reading_rows(reading: Reading, top: int) -> Iterator[tuple[object, ...]]:
    """A row an aspect, for programs: product, aspect, sentiment, for, against, neutral, quote."""
    for aspect in listed(reading, top):
        counts = aspect.reviewers
        quote = aspect.quotes[0].text if aspect.quotes else ""
        yield reading.product_id, aspect.name, aspect.sentiment, counts.for_, counts.against, counts.neutral, quote


def show_reading(product: Product, reading: Reading, top: int) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    show(Text(product.title, style="bold"))
    show(Text(summary(reading), style="dim"))
    if not reading.aspects:
        return
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("aspect", min_width=12)
    for name in ("for", "against", "neutral"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("", min_width=_BAR, no_wrap=True)
    # The bar already shows the sentiment; a narrow terminal's room is better spent on the points.
    has_room = console().width >= _ROOMY
    if has_room:
        table.add_column("sentiment", no_wrap=True)
    table.add_column("points")
    aspects = listed(reading, top)
    for aspect in aspects:
        counts = aspect.reviewers
        numbers = (str(counts.for_), str(counts.against), str(counts.neutral))
        sentiment = (aspect.sentiment,) if has_room else ()
        table.add_row(aspect.name, *numbers, _bar(aspect), *sentiment, Text(_points(aspect)))
    show(table)
    if left := len(reading.aspects) - len(aspects):
        show(Text(f"{left} more that fewer reviewers speak of; -o writes them all", style="dim"))
    for denied in reading.contradictions[:_MOST_CONTRADICTIONS]:
        people = "1 reviewer denies" if denied.reviewers == 1 else f"{denied.reviewers} reviewers deny"
        show(Text(f"{people}: {denied.fact.attribute}: {denied.fact.value}"))


def summary(reading: Reading) -> str:
    """How many reviewers were read, and what was set aside."""
    aside = ", ".join(f"{count} {reason}" for reason, count in reading.set_aside.items())
    people = "1 reviewer" if reading.reviewers == 1 else f"{reading.reviewers} reviewers"
    said = people if reading.aspects else f"{people}, no aspects spoken of"
    return f"{said}; set aside: {aside}" if aside else said


def _bar(aspect: Aspect) -> str:
    """Green for, red against, dots for the neutral rest."""
    counts = aspect.reviewers
    liked = round(_BAR * counts.for_ / counts.total)
    disliked = min(_BAR - liked, round(_BAR * counts.against / counts.total))
    return f"[green]{'█' * liked}[/][red]{'█' * disliked}[/][dim]{'·' * (_BAR - liked - disliked)}[/]"


def _points(aspect: Aspect) -> str:
    """What most say, in their words and with their number; at least one of each side where there are two."""
    first = next(iter(aspect.points), None)
    other = next((point for point in aspect.points if first and point.direction != first.direction), None)
    chosen = [point for point in (first, other or next(iter(aspect.points[1:]), None)) if point]
    texts = [f"{'−' if point.direction == '-' else '+'} {point.point} ({len(point.reviewers)})" for point in chosen]
    text = "; ".join(texts)
    return text if len(text) <= _LONGEST_QUOTE else text[: _LONGEST_QUOTE - 1] + "…"
