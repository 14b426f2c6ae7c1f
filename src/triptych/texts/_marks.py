"""A text with some of it marked, and of a long one no more than it takes to read what is marked."""

from collections.abc import Iterable, Sequence

Span = tuple[int, int]
MarkedText = tuple[tuple[str, bool], ...]
"""A text piece by piece, True for what is marked."""


def mark(text: str, spans: Iterable[Span], *, whole: int | None = None, around: int = 0) -> MarkedText:
    """The text with some spans marked; one longer than `whole` is cut to what is around the marks."""
    marked = merge(list(spans))
    begin, end = 0, len(text)
    if marked and whole is not None and len(text) > whole:
        begin, end = max(0, marked[0][0] - around), min(len(text), marked[-1][1] + around)
    parts, at = [("… " if begin else "", False)], begin
    for start, stop in marked:
        parts += [(text[at:start], False), (text[start:stop], True)]
        at = stop
    parts += [(text[at:end], False), (" …" if end < len(text) else "", False)]
    return tuple(part for part in parts if part[0])


def merge(spans: Sequence[Span]) -> list[Span]:
    """The same places without overlaps, in order."""
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
