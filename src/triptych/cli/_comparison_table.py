"""A comparison on the terminal."""

import sys

from triptych.cli._terminal import is_terminal, show
from triptych.records import Comparison
from triptych.texts import short_names, show_money, write_comparison


def show_comparison(comparison: Comparison, query: str) -> None:
    """A table with a column a product and the verdict beneath; Markdown where standard output is no terminal."""
    if not is_terminal():
        sys.stdout.write(write_comparison(comparison, "md") + "\n")
        return
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.ROUNDED, title=f"“{query}”", title_style="italic", show_lines=True)
    table.add_column("", style="bold")
    for name in short_names([column.title for column in comparison.columns]):
        table.add_column(name, ratio=1)
    for label, values in _rows(comparison):
        table.add_row(label, *(Text(value) for value in values))
    show(table)
    show(Text.assemble(("Verdict  ", "bold"), comparison.verdict))


def _rows(comparison: Comparison) -> list[tuple[str, list[str]]]:
    columns = comparison.columns
    prices = {
        "Base Price": [column.base_price for column in columns],
        "Final Price": [column.final_price for column in columns],
    }
    attributes = enumerate(comparison.attributes)
    return [
        *(
            (label, [show_money(price, grouped=True) if price else "N/A" for price in row])
            for label, row in prices.items()
        ),
        *((name, [column.values[place] or "N/A" for column in columns]) for place, name in attributes),
        ("Average Rating", [f"{column.average_rating:g}" if column.average_rating else "N/A" for column in columns]),
        ("Pros", [_points("+", column.pros) for column in columns]),
        ("Cons", [_points("–", column.cons) for column in columns]),
    ]


def _points(mark: str, points: tuple[str, ...]) -> str:
    return "\n".join(f"{mark} {point}" for point in points) or "N/A"
