"""Run the bundled shortlists all the way: write, judge, report; no network, no key."""

import json
import sys
from importlib.util import find_spec
from pathlib import Path
from statistics import fmean
from typing import Annotated

import typer

from triptych.catalog import read_cases, read_shortlists
from triptych.cli import _options as opts
from triptych.cli import judge, report, write
from triptych.cli._output import console, is_terminal, open_output, say, show_table
from triptych.records import Case, Comparison, Judgement
from triptych.samples import sample_files, texts_by_others
from triptych.texts import LABELS, Content, classic_rows, read_comparison, short_names, show_content, write_comparison


def command(
    to: Annotated[str, typer.Option(metavar="DIR", help="Where the files go.")] = "demo",
    sample: Annotated[str, typer.Option("--show", metavar="SAMPLE", help="The comparison to print.")] = "office_chairs",
    workers: opts.Workers = None,
) -> None:
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
    with open_output(shortlists) as file:
        file.writelines(one.to_json() + "\n" for sample_file in sample_files() for one in read_shortlists(sample_file))
    say(f"\n$ triptych write {shortlists} -o {texts}")
    # No network, whatever `triptych.toml` says.
    page = str(folder / "texts.html")
    for output in (texts, page):
        write.command(shortlists, output=output, writer="embedded", workers=workers, store=store, quiet=True)
    for case in read_cases(texts):
        if case.id == f"{sample}/comparison":
            _show_comparison(read_comparison(case.text), case.query or "")
    others, everything = str(folder / "others.jsonl"), str(folder / "all.jsonl")
    _save_others(shortlists, others)
    say(f"\n$ cat {texts} {others} > {everything}")
    with open_output(everything) as file:
        file.writelines(Path(part).read_text(encoding="utf-8") for part in (texts, others))
    say(f"\n$ triptych judge {everything} -o {judgements}")
    judge.command(everything, output=judgements, judge=["embedded"], workers=workers, store=store, quiet=True)
    _show_systems(judgements, others)
    made = [texts, page, judgements]
    if find_spec("altair") and find_spec("vl_convert"):
        made.append(str(folder / "report.html"))
        say(f"\n$ triptych report {judgements} --cases {everything} -o {made[-1]}")
        report.command([judgements], output=made[-1], cases=[everything], store=store, quiet=True)
    say(f"\nto look at: {', '.join(made)}")
    program = sys.argv[0] if Path(sys.argv[0]).name == "triptych" else "triptych"
    extra = "" if find_spec("fastapi") else " (after pip install 'triptych[web]')"
    say(f"to compare, judge and rate in a browser: {program} serve --store {store}{extra}")


def _save_others(shortlists: str, path: str) -> None:
    """The bundled texts by others as cases, with the sources of the shortlists."""
    listed = [(shortlist, product) for shortlist in read_shortlists(shortlists) for product in shortlist.products]
    held = {(shortlist.id, product.id): (shortlist.query, product) for shortlist, product in listed}
    with open_output(path) as file:
        for line in texts_by_others().read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            query, product = held[row["sample"], row["product"]]
            fields = {name: row[name] for name in ("task", "text", "system")} | {"products": (product,)}
            fields["id"] = f"{product.id}/{row['task']}/{row['system']}"
            fields["query"] = None if row["task"] == "opinion" else query
            file.write(Case.model_validate(fields).to_json() + "\n")


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


def _show_comparison(comparison: Comparison, query: str) -> None:
    """A table with a column a product and the verdict beneath; Markdown where standard output is no terminal."""
    if not is_terminal():
        sys.stdout.write(write_comparison(comparison) + "\n")
        return
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.ROUNDED, title=f"“{query}”", title_style="italic", show_lines=True)
    table.add_column("", style="bold")
    for name in short_names([column.title for column in comparison.columns]):
        table.add_column(name, ratio=1)
    for row in classic_rows(comparison)[1:]:
        mark = "–" if row.label == LABELS["cons"] else "+"
        table.add_row(row.label, *(Text(_cell(content, mark)) for content in row.contents))
    console().print(table)
    console().print(Text.assemble(("Verdict  ", "bold"), comparison.verdict))


def _cell(content: Content, mark: str) -> str:
    """A cell with a line for each pro or con."""
    points = content if isinstance(content, tuple) else ()
    return "\n".join(f"{mark} {point}" for point in points) or show_content(content)
