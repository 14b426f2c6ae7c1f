"""Texts for people to read: one Markdown or HTML page of all the cases of a run."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby

from triptych.records import Case, Task
from triptych.texts import for_markdown, read_comparison, short_names, write_comparison

_STYLE = """
:root { color-scheme: light; --ink: #1d2330; --soft: #5b6475; --line: #dde1ea; --pale: #f5f7fb; --mark: #2f5fd0 }
* { box-sizing: border-box }
body { font: 16px/1.55 system-ui, sans-serif; max-width: 76rem; margin: 0 auto; padding: 1.5rem; color: var(--ink) }
h2 { margin: 3rem 0 1rem; font-size: 1.4rem; line-height: 1.3 } h2::first-letter { text-transform: uppercase }
h3 { margin: 0 0 .6rem; font-size: 1.1rem }
h4 { margin: 1rem 0 .2rem; font-size: .8rem; letter-spacing: .04em; text-transform: uppercase; color: var(--soft) }
p { margin: 0 }
.comparison { overflow-x: auto }
table { border-collapse: collapse; width: 100%; min-width: 44rem; font-size: .9rem }
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
th, td { border-bottom: 1px solid var(--line); padding: .5rem .75rem; vertical-align: top; text-align: left }
thead th { background: var(--pale); font-weight: 600 }
tbody th { white-space: nowrap; color: var(--soft); font-weight: 600 }
td ul { margin: 0; padding-left: 1.1rem }
.verdict { margin: 1.2rem 0 0; padding: .9rem 1.1rem; border-left: 4px solid var(--mark); background: var(--pale) }
.products { display: grid; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); gap: 1.2rem }
.products { margin-top: 1.5rem }
article { border: 1px solid var(--line); border-radius: .6rem; padding: 1.1rem 1.2rem }
"""
_HEAD = (
    '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>Triptych</title>\n'
)
_TITLES: dict[Task, str] = {
    "comparison": "Comparison",
    "explanation": "For this query",
    "opinion": "What reviewers say",
}


def markdown_page(cases: Iterable[Case]) -> Iterator[str]:
    """The pieces of a Markdown page: a heading and a text for each case."""
    last = None
    for case in cases:
        if case.query and case.query != last:
            yield f"## {for_markdown(_line(case.query))}\n\n"
            last = case.query
        yield f"### {for_markdown(_heading(case))}\n\n{for_markdown(case.text.strip())}\n\n"


def html_page(cases: Iterable[Case]) -> Iterator[str]:
    """The pieces of an HTML page: for each query its comparison, and its products side by side with their texts."""
    yield f"{_HEAD}<style>{_STYLE}</style>\n"
    last, in_products = None, False
    for subject, group in groupby(cases, key=_subject):
        found = list(group)
        query = next((case.query for case in found if case.query), None)
        is_new = query is not None and query != last
        if in_products and (subject is None or is_new):
            yield "</div>\n"
            in_products = False
        if query and is_new:
            yield f"<h2>{escape(query)}</h2>\n"
            last = query
        if subject is None:
            yield "".join(map(_comparison, found))
            continue
        if not in_products:
            yield '<div class="products">\n'
            in_products = True
        yield _card(found)
    yield "</div>\n</html>\n" if in_products else "</html>\n"


def _subject(case: Case) -> str | None:
    """The product that a text is about; None for a comparison."""
    return None if case.task == "comparison" else case.products[0].id


def _comparison(case: Case) -> str:
    return write_comparison(read_comparison(case.text, "md"), "html").strip() + "\n"


def _card(cases: Sequence[Case]) -> str:
    """A product with the texts about it."""
    texts = "".join(f"<h4>{_TITLES[case.task]}</h4>\n<p>{escape(case.text, quote=False)}</p>\n" for case in cases)
    return f"<article>\n<h3>{escape(_name(cases[0]))}</h3>\n{texts}</article>\n"


def _heading(case: Case) -> str:
    return "Comparison" if case.task == "comparison" else f"{_name(case)}: {_TITLES[case.task].lower()}"


def _name(case: Case) -> str:
    return _line(short_names([case.products[0].title])[0])


def _line(text: str) -> str:
    return " ".join(text.split())
