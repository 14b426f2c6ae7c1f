"""Edits that damages share: sentences in and out of prose, cells in and out of tables."""

import re
from collections.abc import Callable, Sequence

from triptych.aspects import read_product
from triptych.records import Case, Product
from triptych.texts import TableReading, read_table

_SENTENCE = re.compile(r"[^.!?]+(?:[.](?=\d)[^.!?]*|(?<=Rs)[.][^.!?]*)*[.!?]+[\"')]*\s*|[^.!?]+$")


def sentences(text: str) -> list[str]:
    """The sentences of a paragraph, each with its blanks."""
    return [part for part in _SENTENCE.findall(text) if part.strip()]


def joined(parts: Sequence[str]) -> str:
    """Sentences as a paragraph."""
    return " ".join(part.strip() for part in parts)


def edit_prose(case: Case, edit: Callable[[list[str]], list[str] | None]) -> str | None:
    """The text with the sentences of its prose edited: all of it, or the verdict of a comparison."""
    if case.task != "comparison":
        edited = edit(sentences(case.text))
        return joined(edited) if edited else None
    verdict = read_table(case.text).verdict
    if verdict is None:
        return None
    edited = edit(sentences(case.text[verdict.start : verdict.end]))
    if not edited:
        return None
    return case.text[: verdict.start] + joined(edited) + case.text[verdict.end :]


def edit_cells(text: str, edit: Callable[[str, str, int], str | None], kinds: Sequence[str]) -> str | None:
    """The text with cells of some rows edited; `edit` is given label, words and column, and None leaves a cell."""
    table = read_table(text)
    changes: list[tuple[int, int, str]] = []
    for row in table.rows:
        if row.kind not in kinds:
            continue
        for column, cell in enumerate(row.cells):
            new = edit(row.label.text, text[cell.start : cell.end], column)
            if new is not None:
                changes.append((cell.start, cell.end, new))
    for start, end, new in sorted(changes, reverse=True):
        text = text[:start] + new + text[end:]
    return text if changes else None


def drop_rows(text: str, is_dropped: Callable[[str, str], bool]) -> str | None:
    """The text without some lines of its table; told by kind and label."""
    table = read_table(text)
    lines = text.split("\n")
    dropped = {row.label.line for row in table.rows if row.kind != "title" and is_dropped(row.kind, row.label.text)}
    if not dropped:
        return None
    return "\n".join(line for number, line in enumerate(lines, start=1) if number not in dropped)


def table_of(case: Case) -> TableReading:
    """The case's text as a comparison."""
    return read_table(case.text)


def tell_of_aspects(case: Case, is_praise: bool) -> str | None:
    """The text with the opposite told of the aspects that reviewers feel most strongly about, and "
    "nothing else of them."""
    wanted = [_strong_aspects(product, not is_praise) for product in case.products]
    if sum(map(len, wanted)) < _FEWEST_ASPECTS:
        return None
    if case.task == "comparison":
        row = "pros" if is_praise else "cons"
        texts = ["; ".join(f"{'excellent' if is_praise else 'terrible'} {name}" for name in names) for names in wanted]
        return edit_cells(case.text, lambda _l, _w, column: texts[column] if column < len(texts) else None, (row,))
    words = "is excellent and everybody loves it" if is_praise else "is terrible and everybody hates it"
    kept = [part for part in sentences(case.text) if not any(name.split()[-1] in part.lower() for name in wanted[0])]
    return joined([*kept, *(f"The {name} {words}." for name in wanted[0])])


def reversed_opinion(case: Case) -> str | None:
    """An opinion that says the opposite of what most reviewers hold of each aspect."""
    disliked, liked = (_strong_aspects(case.products[0], is_liked) for is_liked in (False, True))
    if len(disliked) + len(liked) < _FEWEST_ASPECTS:
        return None
    praise = [f"The {name} is excellent, and reviewers love it." for name in disliked]
    blame = [f"The {name} is terrible, and reviewers hate it." for name in liked]
    return joined([*praise, *blame])


_FEWEST_ASPECTS = 3


def _strong_aspects(product: Product, is_liked: bool) -> list[str]:
    """The aspects that two reviewers or more like, or dislike, and hardly anyone the other way; at most five."""
    found = []
    for aspect in read_product(product).aspects:
        counts = aspect.reviewers
        side, other = (counts.for_, counts.against) if is_liked else (counts.against, counts.for_)
        if side >= _FEWEST_REVIEWERS and side > 3 * other:
            found.append(aspect.name)
    return found[:5]


_FEWEST_REVIEWERS = 2
