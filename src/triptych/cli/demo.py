"""Run the bundled shortlists all the way: write, judge, report; no network, no key."""

import json
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from statistics import fmean
from typing import Annotated

import typer

from triptych.catalog import read_cases, read_shortlists
from triptych.cli import _options as opts
from triptych.cli import judge, report, write
from triptych.cli._output import is_terminal, open_output, say, show, show_table
from triptych.records import Case, Comparison, Judgement
from triptych.samples import sample_files, texts_by_others
from triptych.texts import read_comparison, short_names, show_money, write_comparison

FolderOption = Annotated[str, typer.Option("--to", metavar="DIR", help="Where the files go.")]
SampleOption = Annotated[str, typer.Option("--show", metavar="SAMPLE", help="The comparison to print.")]


def command(to: FolderOption = "demo", sample: SampleOption = "office_chairs", workers: opts.Workers = None) -> None:
    """Run the bundled shortlists all the way: write, judge, report; no network, no key.

    Six shortlists of invented products with messy reviews become 42 texts. They are judged beside nine texts by others,
    some good and some bad on purpose, so that you see what the judge makes of the difference. Each command is printed
    before it runs, so that you can do the same with your own data.

    - `triptych demo`
    - `triptych demo --to /tmp/demo --show laptops`
    """
    folder = Path(to)
    shortlists, texts, judgements = (str(folder / f"{name}.jsonl") for name in ("shortlists", "texts", "judgements"))
    store = str(folder / "store.db")
    _save_shortlists(shortlists)
    _announce(f"triptych write {shortlists} -o {texts}")
    # No network, whatever `triptych.toml` says.
    written = {"writer": "embedded", "workers": workers, "store": store, "quiet": True}
    write.command(shortlists, output=texts, **written)
    page = str(folder / "texts.html")
    write.command(shortlists, output=page, **written)
    for case in read_cases(texts):
        if case.id == f"{sample}/comparison":
            _show_comparison(read_comparison(case.text, "md"), case.query or "")
    others, everything = str(folder / "others.jsonl"), str(folder / "all.jsonl")
    _save_others(shortlists, others)
    _announce(f"cat {texts} {others} > {everything}")
    _join([texts, others], everything)
    _announce(f"triptych judge {everything} -o {judgements}")
    judge.command(everything, output=judgements, judge=["embedded"], workers=workers, store=store, quiet=True)
    _show_systems(judgements, others)
    made = [texts, page, judgements]
    if find_spec("altair") and find_spec("vl_convert"):
        made.append(str(folder / "report.html"))
        _announce(f"triptych report {judgements} --cases {everything} -o {made[-1]}")
        report.command([judgements], output=made[-1], cases=[everything], store=store, quiet=True)
    say(f"\nto look at: {', '.join(made)}")
    program = sys.argv[0] if Path(sys.argv[0]).name == "triptych" else "triptych"
    extra = "" if find_spec("fastapi") else " (after pip install 'triptych[web]')"
    say(f"to compare, judge and rate in a browser: {program} serve --store {store}{extra}")


def _save_shortlists(path: str) -> None:
    with open_output(path) as file:
        for sample in sample_files():
            for shortlist in read_shortlists(sample):
                file.write(shortlist.to_json() + "\n")


def _save_others(shortlists: str, path: str) -> None:
    """The bundled texts by others as cases, with the sources of the shortlists."""
    held = {
        (shortlist.id, product.id): (shortlist.query, product)
        for shortlist in read_shortlists(shortlists)
        for product in shortlist.products
    }
    with open_output(path) as file:
        for line in texts_by_others().read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            query, product = held[row["sample"], row["product"]]
            case = Case.model_validate(
                {
                    "id": f"{product.id}/{row['task']}/{row['system']}",
                    "task": row["task"],
                    "query": None if row["task"] == "opinion" else query,
                    "products": (product,),
                    "text": row["text"],
                    "system": row["system"],
                }
            )
            file.write(case.to_json() + "\n")


def _join(paths: Sequence[str], path: str) -> None:
    with open_output(path) as file:
        for one in paths:
            file.write(Path(one).read_text(encoding="utf-8"))


def _show_systems(judgements: str, others: str) -> None:
    """The systems side by side, on the items that all of them wrote about."""
    shared = {(case.task, case.item) for case in read_cases(others)}
    values: dict[str, dict[str, list[float]]] = {}
    systems: dict[str, None] = {}
    for line in Path(judgements).read_text(encoding="utf-8").splitlines():
        one = Judgement.model_validate_json(line)
        if (one.task, one.item) in shared and one.value is not None and one.system:
            systems[one.system] = None
            values.setdefault(f"{one.task}/{one.metric}", {}).setdefault(one.system, []).append(one.value)
    rows = [
        (metric, *(f"{fmean(found[system]):.2f}" if system in found else "–" for system in systems))
        for metric, found in sorted(values.items())
    ]
    show_table("The same products, by four writers", ("metric", *systems), rows)


def _announce(line: str) -> None:
    say(f"\n$ {line}")


def _show_comparison(comparison: Comparison, query: str) -> None:
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
