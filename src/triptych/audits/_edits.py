"""The edits that damages are made of: each returns the edited text of a case, or None where it cannot be done.

"Prose" is the whole text of an opinion or explanation, and the verdict of a comparison.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, cycle, repeat
from typing import Any, Literal

from triptych.aspects import read_product
from triptych.english.sentences import sentence_spans
from triptych.english.units import quantities_in
from triptych.records import Aspect, Case, Product, count_words
from triptych.texts import read_table, short_names
from triptych.texts._tables.cells import Cell

ProsePlace = Literal["start", "after_first", "middle", "end"]
Edit = Callable[..., str | None]
"""What is done to a case, with options; YAML calls it by its name."""
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_NO_TIME = r"(?! (?:hours?|minutes?|days?|weeks?|months?|years?))"
_FEWEST_REVIEWERS = 2
_FEWEST_ASPECTS = 3
_MOST_ASPECTS = 5
_MOST_QUOTES = 3


def _of_sentences(function: Callable[..., list[str] | None]) -> Edit:
    """The edit that a function of the sentences of the prose makes."""
    return lambda case, **options: _edit_prose(case, lambda parts: function(parts, **options))


def _of_phrases(function: Callable[..., str]) -> Edit:
    """The edit that a function of one sentence or cell makes of them all."""

    def run(case: Case, **options: Any) -> str | None:
        text = _edit_prose(case, lambda parts: [function(part, **options) for part in parts])
        if text is None or case.task != "comparison":
            return text
        edited = case.model_copy(update={"text": text})
        return _edit_cells(edited, lambda words, _: function(words, **options), ("attribute", "pros", "cons"))

    return run


def replace_text(case: Case, text: str) -> str:
    return text


def replace_words(case: Case, words: dict[str, str], fewest: int, both_ways: bool = False) -> str | None:
    """Words replaced by others, except before a unit of time, where there are enough; `a | b` is either word."""
    others = {word: new for some, new in words.items() for word in _either(some)}
    others |= {new: word for word, new in words.items()} if both_ways else {}
    return _replace_words(case, others, lambda word: others[word], fewest)


def replace_words_in_turn(case: Case, words: str, turns: Sequence[str], fewest: int) -> str | None:
    """The same with each of some words replaced by the next of others, and so round."""
    others = cycle(turns)
    return _replace_words(case, _either(words), lambda _: next(others), fewest)


def change_figures(case: Case) -> str | None:
    """Each measured figure changed to another, odd one, where there are several."""
    text, count = case.text, 0
    for quantity in reversed(list(quantities_in(case.text))):
        if quantity.unit and quantity.text[0].isdigit():
            odd = _NUMBER.sub(lambda found: f"{float(found.group().replace(',', '')) * 1.37 + 3.1:.1f}", quantity.text)
            text, count = text[: quantity.start] + odd + text[quantity.end :], count + 1
    return text if count > 1 else None


def change_price(case: Case) -> str | None:
    """One digit of the first price changed, everywhere."""
    found = re.search(r"((?:[$₹€£]|Rs\.)\s?)(\d[\d,]*(?:\.\d+)?)", case.text)
    if found is None:
        return None
    digits = found[2]
    wrong = digits[0] + str((int(digits[1]) + 4) % 10) + digits[2:] if digits[1:2].isdigit() else "9" + digits[1:]
    return case.text.replace(found[1] + digits, found[1] + wrong)


@_of_sentences
def add_sentences(parts: list[str], sentences: Sequence[str], at: ProsePlace) -> list[str]:
    place = {"start": 0, "after_first": 1, "middle": (len(parts) + 1) // 2, "end": len(parts)}[at]
    return [*parts[:place], *sentences, *parts[place:]]


@_of_sentences
def interleave(parts: list[str], sentences: Sequence[str], again: bool = False) -> list[str]:
    """A sentence added behind each, as long as there are some; again from the first where they run out."""
    others = cycle(sentences) if again else chain(sentences, repeat(None))
    return [one for pair in zip(parts, others, strict=False) for one in pair if one]


@_of_sentences
def lengthen(parts: list[str], sentence: str, words: int) -> list[str]:
    """A sentence added until there are more than so many words."""
    missing = words + 1 - sum(map(count_words, parts))
    return [*parts, *[sentence] * -(-max(missing, 0) // count_words(sentence))]


@_of_sentences
def repeat_sentences(parts: list[str]) -> list[str]:
    return [one for part in parts for one in (part, part)]


@_of_sentences
def replace_sentences(parts: list[str], sentences: Sequence[str]) -> list[str]:
    """Two of three sentences replaced."""
    return [part if n % 3 == 2 else sentences[n % len(sentences)] for n, part in enumerate(parts)]


@_of_sentences
def shuffle_sentences(parts: list[str]) -> list[str] | None:
    """Every second sentence first, and all backwards."""
    return [*parts[1::2][::-1], *parts[0::2][::-1]] if len(parts) > 3 else None


@_of_sentences
def cut_sentences(parts: list[str]) -> list[str]:
    """Each sentence cut short, with small words behind it that lead nowhere."""
    halves = [words[: max(2, 2 * len(words) // 3)] for words in map(str.split, parts)]
    return [" ".join([half[0].lower(), *half[1:], "and and of the."]) for half in halves]


@_of_sentences
def keep_first_third(parts: list[str]) -> list[str] | None:
    return parts[: max(1, len(parts) // 3)] if len(parts) > 2 else None


@_of_sentences
def drop_sentences(parts: list[str], words: str) -> list[str] | None:
    """The sentences that have none of these words, where that drops two or more but not all."""
    pattern = re.compile(rf"\b(?:{'|'.join(_either(words))})\b", re.IGNORECASE)
    kept = [part for part in parts if not pattern.search(part)]
    return kept if len(kept) < len(parts) - 1 else None


@_of_phrases
def substitute(text: str, patterns: Sequence[tuple[str, str]]) -> str:
    """Regular expressions replaced, one after the other."""
    for pattern, new in patterns:
        text = re.sub(pattern, new, text)
    return text


@_of_phrases
def lower_first_letters(text: str) -> str:
    """Sentences and cells begin with a small letter."""
    return text.strip()[:1].lower() + text.strip()[1:]


@_of_phrases
def garble_words(text: str) -> str:
    """The words of each sentence and cell taken from both ends in turn."""
    words = text.split()
    return " ".join(words[::-2] + words[len(words) % 2 :: 2]) if len(words) > 2 else text


def set_cells(
    case: Case, words: Sequence[str], rows: Sequence[str], columns: Sequence[int] = (), keep: str = ""
) -> str | None:
    """Cells of some rows with other words, by column in turn; `{cell}` is what the cell said before."""

    def change(before: str, column: int) -> str | None:
        is_meant = (not columns or column in columns) and (not keep or before != keep)
        return words[column % len(words)].replace("{cell}", before) if is_meant else None

    return _edit_cells(case, change, rows)


def raise_ratings(case: Case) -> str | None:
    """Every average rating half a star higher, or a little more."""

    def change(before: str, column: int) -> str | None:
        found = re.match(r"(\d\.?\d?)(.*)", before)
        return f"{min(5.0, float(found[1]) + 0.5 + column / 10):.1f}{found[2]}" if found else None

    return _edit_cells(case, change, ("average_rating",))


def drop_rows(case: Case, rows: Sequence[str], keep: int = 0) -> str | None:
    """The table without rows of some kinds, all but the first few of them."""
    dropped = {row.label.line for row in [row for row in read_table(case.text).rows if row.kind in rows][keep:]}
    lines = enumerate(case.text.split("\n"), start=1)
    return "\n".join(line for number, line in lines if number not in dropped) if dropped else None


def number_labels(case: Case) -> str | None:
    """Attributes called "Attribute 1" and so on."""
    labels = [row.label for row in read_table(case.text).attributes]
    return _replaced(case.text, [(at.start, at.end, f"Attribute {n}") for n, at in enumerate(labels, start=1)])


def rotate_columns(case: Case) -> str | None:
    """What is below the titles moved by one product."""
    rows = [row.cells for row in read_table(case.text).rows if row.kind != "title" and len(row.cells) > 1]
    return _moved(case.text, [pair for cells in rows for pair in zip(cells, (*cells[1:], cells[0]), strict=True)])


def swap_pros_and_cons(case: Case) -> str | None:
    table = read_table(case.text)
    pros, cons = table.row("pros"), table.row("cons")
    pairs = zip(pros.cells, cons.cells, strict=False) if pros and cons else ()
    return _moved(case.text, [both for pro, con in pairs for both in ((pro, con), (con, pro))])


def drop_table(case: Case) -> str | None:
    table = read_table(case.text)
    return None if table.form is None else (case.text[: table.start] + case.text[table.end :]).strip() or None


def replace_verdict(case: Case, text: str) -> str | None:
    """Another verdict; `{last}` is the last product's short name."""
    return _edit_verdict(case, lambda _: text.replace("{last}", _names(case)[-1]))


def rotate_names(case: Case) -> str | None:
    """The verdict with each product's name instead of the one before it."""
    names = _names(case)
    others = dict(zip(names, [*names[1:], names[0]], strict=True))
    pattern = "|".join(map(re.escape, names))
    changed = _edit_verdict(case, lambda verdict: re.sub(pattern, lambda found: others[found.group()], verdict))
    return changed if changed != case.text else None


def drop_verdict(case: Case) -> str | None:
    """The table alone."""
    head, mark, _ = case.text.partition("Final Verdict Summary")
    return head.rstrip(" *\n") if mark else None


def reverse_aspects(case: Case, is_praise: bool) -> str | None:
    """The opposite said of the aspects that reviewers feel most strongly about, and nothing else of them."""
    wanted = [_strong_aspects(product, not is_praise) for product in case.products]
    if sum(map(len, wanted)) < _FEWEST_ASPECTS:
        return None
    if case.task == "comparison":
        said = [("; ".join(f"{'excellent' if is_praise else 'terrible'} {name}" for name in names)) for names in wanted]
        rows = ("pros" if is_praise else "cons",)
        return _edit_cells(case, lambda _, column: said[column] if column < len(said) else None, rows)
    words = "is excellent and everybody loves it" if is_praise else "is terrible and everybody hates it"
    kept = [part for part in _sentences(case.text) if not any(name.split()[-1] in part.lower() for name in wanted[0])]
    return _joined([*kept, *(f"The {name} {words}." for name in wanted[0])])


def reverse_opinion(case: Case) -> str | None:
    """An opinion that says of each aspect the opposite of what most reviewers hold."""
    disliked, liked = (_strong_aspects(case.products[0], is_liked) for is_liked in (False, True))
    if len(disliked) + len(liked) < _FEWEST_ASPECTS:
        return None
    praise = [f"The {name} is excellent, and reviewers love it." for name in disliked]
    return _joined([*praise, *(f"The {name} is terrible, and reviewers hate it." for name in liked)])


def misplace_quotes(case: Case) -> str | None:
    """Quotations added on the wrong side: praise as complaints, and complaints as praise."""
    aspects = read_product(case.products[0]).aspects
    liked = [aspect for aspect in aspects if aspect.reviewers.for_ > 2 * aspect.reviewers.against]
    disliked = [aspect for aspect in aspects if aspect.reviewers.against > 2 * aspect.reviewers.for_]
    added = [f"Buyers praise this: “{words}”." for words in _quoted(disliked)]
    added += [f"Reviewers complain: “{words}”." for words in _quoted(liked)]
    return _edit_prose(case, lambda parts: [*parts, *added]) if added else None


def _either(words: str) -> list[str]:
    return [word.strip() for word in words.split("|")]


def _replace_words(case: Case, words: Iterable[str], other: Callable[[str], str], fewest: int) -> str | None:
    def replaced(found: re.Match[str]) -> str:
        new = other(found.group().lower())
        return new[0].upper() + new[1:] if found.group()[0].isupper() else new

    pattern = rf"\b(?:{'|'.join(words)})\b{_NO_TIME}"
    text, count = re.subn(pattern, replaced, case.text, flags=re.IGNORECASE)
    return text if count >= fewest else None


def _sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text)]


def _joined(parts: Iterable[str]) -> str:
    return " ".join(part.strip() for part in parts)


def _edit_verdict(case: Case, change: Callable[[str], str | None]) -> str | None:
    verdict = read_table(case.text).verdict
    new = change(case.text[verdict.start : verdict.end]) if verdict else None
    return case.text[: verdict.start] + new + case.text[verdict.end :] if verdict and new else None


def _edit_prose(case: Case, change: Callable[[list[str]], list[str] | None]) -> str | None:
    def changed(text: str) -> str | None:
        return _joined(change(_sentences(text)) or ()) or None

    return _edit_verdict(case, changed) if case.task == "comparison" else changed(case.text)


def _edit_cells(case: Case, change: Callable[[str, int], str | None], rows: Sequence[str]) -> str | None:
    """The text with cells of some kinds of rows changed; None from `change` leaves a cell as it is."""
    meant = [row.cells for row in read_table(case.text).rows if row.kind in rows]
    places = [(column, cell.start, cell.end) for cells in meant for column, cell in enumerate(cells)]
    changed = [(start, end, change(case.text[start:end], column)) for column, start, end in places]
    return _replaced(case.text, [(start, end, new) for start, end, new in changed if new is not None])


def _moved(text: str, cells: Sequence[tuple[Cell, Cell]]) -> str | None:
    """The text with what the first cell of each pair says replaced by what the second said."""
    return _replaced(text, [(to.start, to.end, text[cell.start : cell.end]) for to, cell in cells])


def _replaced(text: str, changes: Sequence[tuple[int, int, str]]) -> str | None:
    for start, end, new in sorted(changes, reverse=True):
        text = text[:start] + new + text[end:]
    return text if changes else None


def _names(case: Case) -> list[str]:
    return list(short_names([product.title for product in case.products]))


def _strong_aspects(product: Product, is_liked: bool) -> list[str]:
    """The aspects that two reviewers or more like, or dislike, and hardly anyone the other way."""
    counted = [(one.name, one.reviewers.for_, one.reviewers.against) for one in read_product(product).aspects]
    sides = counted if is_liked else [(name, against, for_) for name, for_, against in counted]
    found = [name for name, side, other in sides if side >= _FEWEST_REVIEWERS and side > 3 * other]
    return found[:_MOST_ASPECTS]


def _quoted(aspects: Sequence[Aspect]) -> list[str]:
    quotes = [aspect.quotes[0].text for aspect in aspects if aspect.quotes]
    kept = [" ".join(words.split()).rstrip(".!?") for words in quotes if "“" not in words and '"' not in words]
    return kept[:_MOST_QUOTES]
