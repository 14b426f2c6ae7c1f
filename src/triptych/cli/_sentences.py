"""Sentences in, aspect terms with their polarity out."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from triptych.aspects import Term, find_generic, find_terms, polarities_of
from triptych.catalog import Report, RowProblem
from triptych.catalog.formats import BadRow, File, read_rows
from triptych.cli._options import choose_options, say_report
from triptych.cli._output import open_output
from triptych.errors import UsageError
from triptych.records import Sentiment

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Sentence:
    """One row: its id as given, its text, and the places of the terms where they are given."""

    id: str | int
    text: str
    places: tuple[Place, ...] | None


def label_file(path: str, output: str, *, limit: int | None, strict: bool, quiet: bool, verbose: bool) -> None:
    """Write the aspect terms of each sentence of a file, one row a sentence."""
    report = choose_options(strict=strict, verbose=verbose).make_report()
    sentences = list(_read(File.at(path), report, limit))
    # All sentences together show which words mean the whole product.
    generic = find_generic(sentence.text for sentence in sentences if sentence.places is None)
    with open_output(output) as file:
        for sentence in sentences:
            terms = [_written(term) for term in _terms(sentence, generic)]
            file.write(json.dumps({"id": sentence.id, "terms": terms}, ensure_ascii=False) + "\n")
    if not quiet:
        say_report(report)


def _terms(sentence: _Sentence, generic: frozenset[str]) -> tuple[Term, ...]:
    if sentence.places is None:
        return find_terms(sentence.text, generic)
    found = zip(sentence.places, polarities_of(sentence.text, list(sentence.places)), strict=True)
    return tuple(Term(start, end, sentence.text[start:end], polarity) for (start, end), polarity in found)


def _written(term: Term) -> dict[str, str | int]:
    return {"start": term.start, "end": term.end, "text": term.text, "polarity": _side(term.polarity)}


def _side(polarity: Sentiment) -> str:
    """Positive, negative or neutral: the field's benchmarks have three levels."""
    return polarity.removeprefix("very ")


def _read(file: File, report: Report, limit: int | None) -> Iterator[_Sentence]:
    for row in read_rows(file):
        report.rows += 1
        read = row.message if isinstance(row, BadRow) else _sentence(row.content, row.line)
        if isinstance(read, str):
            report.skip_row([RowProblem(file.name, row.line, "", read)])
            continue
        report.good += 1
        yield read
        if report.good == limit:
            return
    if not report.good:
        first = f"; the first problem: {report.problems[0]}" if report.problems else ""
        raise UsageError(f"{file.name} has no usable sentence; a row is {{'id', 'text', 'terms'?}}{first}")


def _sentence(content: Any, line: int) -> _Sentence | str:
    """The sentence a row holds, or what is wrong with it."""
    if not isinstance(content, Mapping):
        return f"{content!r} is not an object with `id` and `text`"
    text, given = content.get("text"), content.get("id")
    if not isinstance(text, str):
        return f"text: {text!r} is not a text"
    name = given if isinstance(given, (str, int)) and not isinstance(given, bool) else str(line)
    if content.get("terms") is None:
        return _Sentence(name, text, None)
    if not isinstance(content["terms"], list):
        return f"terms: {content['terms']!r} is not a list of terms with start and end"
    places: list[Place] = []
    for n, term in enumerate(content["terms"]):
        place = _place(term, text)
        if place is None:
            return f"terms[{n}]: {term!r} has no start and end within the text (0 to {len(text)})"
        places.append(place)
    return _Sentence(name, text, tuple(places))


def _place(term: Any, text: str) -> Place | None:
    """Where a given term is: by its offsets, else where its words are first found."""
    if not isinstance(term, Mapping):
        return None
    start, end = term.get("start"), term.get("end")
    if isinstance(start, int) and isinstance(end, int):
        return (start, end) if 0 <= start < end <= len(text) else None
    words = term.get("text") or term.get("term")
    if not isinstance(words, str) or words not in text:
        return None
    return text.index(words), text.index(words) + len(words)
