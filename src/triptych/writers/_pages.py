"""Texts for people to read: one Markdown or HTML page of all the cases of a run."""

from collections.abc import Iterable, Iterator
from html import escape

from triptych.records import Case
from triptych.texts import read_comparison, short_names, write_comparison

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; color: #1d2330 }
h2 { margin-top: 3rem } h3 { margin-bottom: .3rem } p { max-width: 46rem }
table { border-collapse: collapse; width: 100%; font-size: .9rem }
th, td { border: 1px solid #d5d9e2; padding: .4rem .6rem; vertical-align: top; text-align: left }
thead th { background: #f3f5f9 } tbody th { white-space: nowrap; background: #f9fafc }
"""
_HEAD = '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>Triptych</title>\n'


def markdown_page(cases: Iterable[Case]) -> Iterator[str]:
    """The pieces of a Markdown page: a heading and a text for each case."""
    last = None
    for case in cases:
        if case.query and case.query != last:
            yield f"## {_line(case.query)}\n\n"
            last = case.query
        yield f"### {_heading(case)}\n\n{case.text.strip()}\n\n"


def html_page(cases: Iterable[Case]) -> Iterator[str]:
    """The pieces of an HTML page: a heading and a text for each case."""
    yield f"{_HEAD}<style>{_STYLE}</style>\n"
    last = None
    for case in cases:
        if case.query and case.query != last:
            yield f"<h2>{escape(case.query)}</h2>\n"
            last = case.query
        yield f"<h3>{escape(_heading(case))}</h3>\n{_body(case)}\n"
    yield "</html>\n"


def _heading(case: Case) -> str:
    if case.task == "comparison":
        return "Comparison"
    return f"{case.task.capitalize()}: {_line(short_names([case.products[0].title])[0])}"


def _body(case: Case) -> str:
    if case.task == "comparison":
        return write_comparison(read_comparison(case.text, "md"), "html").strip()
    return f"<p>{escape(case.text)}</p>"


def _line(text: str) -> str:
    return " ".join(text.split())
