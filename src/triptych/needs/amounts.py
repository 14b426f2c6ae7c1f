"""Needs that are numbers: budgets and figures with a unit."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from triptych.english.units import Quantity, convert, quantities_in, units
from triptych.needs.excerpts import Excerpt, Excerpts, Settled, stem
from triptych.needs.lists import listed, pattern
from triptych.needs.words import NeedWords
from triptych.records import AnswerState, Need, Product

_NEAR = 0.04
"""How far a size may be off and still be the size asked for: 17.3 inches are 17."""
_AROUND, _FAR = 0.15, 0.4
"""How far over "around 500" a price may be, and how far it is met in part."""
_WORD = re.compile(r"[^\W\d_]+")
_BESIDE = 3
_FARTHEST = 40
"""A figure that is so many times the one asked for, or less, measures something else."""


class _ListedFigure(NamedTuple):
    """A number of the listing in the unit asked for."""

    number: float
    excerpt: Excerpt
    is_about: bool
    """True where the words around it speak of what is asked."""


def answer_budget(need: Need, product: Product) -> Settled:
    """Whether the price is within the budget."""
    price = product.final_price or product.base_price
    limit = need.most or need.least
    if price is None or limit is None or (limit.currency and price.currency and limit.currency != price.currency):
        return Settled("unknown")
    name = "final_price" if product.final_price else "base_price"
    source = next(source for source in product.sources() if source.kind == "price" and source.id == name)
    shown = (source.evidence(0, len(source.text)),)
    if need.most and price.amount > need.most.amount:
        share = float(price.amount / need.most.amount) - 1 if need.most.amount else _FAR
        if pattern("loosely").match(need.text) and share < _FAR:
            return Settled("met" if share <= _AROUND else "partly", shown)
        return Settled("missed", shown)
    return Settled("missed" if need.least and price.amount < need.least.amount else "met", shown)


def answer_figure(need: Need, excerpts: Excerpts) -> Settled | None:
    """Whether a figure of the listing is the one asked for; None where it has none to hold against it."""
    asked = next((quantity for quantity in quantities_in(need.text) if quantity.unit), None)
    if asked is None or asked.unit is None:
        return _answer_count(need, excerpts)
    beside = f"{need.text[: asked.start]} {need.text[asked.end :]}".lower()
    about = frozenset(stem(word) for word in _WORD.findall(beside) if word not in listed("small beside figures"))
    figures = list(_figures(asked.unit, about, excerpts))
    related = [figure for figure in figures if figure.is_about]
    for chosen in (related, figures):
        good = [figure.excerpt.evidence for figure in chosen if _suits(need.text.lower(), asked, figure.number, about)]
        if good:
            return Settled("met", tuple(dict.fromkeys(good))[:2])
    # Another figure says nothing of what is asked, but where nothing else can be meant.
    against = related or ([] if about else [f for f in figures if f.excerpt.source.kind != "description"])
    if not against:
        return None
    nearest = min(against, key=lambda figure: abs(figure.number - asked.number))
    return Settled(_state(need.text.lower(), asked, nearest.number), (nearest.excerpt.evidence,))


def beside_figures(text: str) -> str:
    """The words of a need without its figures, if there are others: "backup" of "4 hours backup"."""
    rest = text
    for quantity in reversed([found for found in quantities_in(text) if found.unit]):
        rest = rest[: quantity.start] + rest[quantity.end :]
    return rest if any(word not in listed("small beside figures") for word in _WORD.findall(rest.lower())) else text


def _answer_count(need: Need, excerpts: Excerpts) -> Settled | None:
    """The same for a number of things: "4 jars", "spf 50"."""
    asked = pattern("count").search(need.text)
    if not asked:
        return None
    thing = asked["before"] or asked["thing"]
    counted = re.compile(rf"(\d+(?:\.\d+)?)[ -]?{re.escape(thing)}|\b{re.escape(thing)}[ :-]?(\d+)\b")
    for excerpt, text in excerpts.lines:
        if found := counted.search(text):
            number, wanted = float(found[1] or found[2]), float(asked["number"] or asked["behind"])
            state: AnswerState = "met" if number == wanted else "partly" if number > wanted else "missed"
            return Settled(state, (excerpt.evidence,))
    return None


def figures_said(need: Need, asked: NeedWords, excerpts: Excerpts) -> Iterator[tuple[Excerpt, int]]:
    """Where reviewers measured what is asked, with 1 for enough and -1 for too little."""
    text = pattern("once").pattern.sub("one ", need.text.lower())
    wanted = next((quantity for quantity in quantities_in(text) if quantity.unit), None)
    if wanted is None:
        return
    about = frozenset(stem(word) for word in _WORD.findall(text) if word not in listed("small beside figures"))
    for excerpt in excerpts.finds(asked.stems):
        for quantity in quantities_in(excerpt.text) if excerpt.is_review else ():
            same = convert(quantity, wanted.unit or "")
            if same is not None and 1 / _FARTHEST < same.number / wanted.number < _FARTHEST:
                yield excerpt, 1 if _suits(text, wanted, same.number, about) else -1


def _state(text: str, asked: Quantity, number: float) -> AnswerState:
    """A figure that is not the one asked for: somewhat more of something else than a length is met in part."""
    is_length = units()[asked.unit or ""].dimension == "length"
    is_more = asked.number < number <= 2 * asked.number
    return "partly" if is_more and not is_length and not pattern("at most").search(text) else "missed"


def _suits(text: str, asked: Quantity, number: float, about: frozenset[str]) -> bool:
    dimension = units()[asked.unit or ""].dimension
    if pattern("at most").search(text):
        return number <= asked.number * (1 + _NEAR)
    is_reach = dimension == "length" and not about.isdisjoint(map(stem, listed("reaching")))
    is_enough = is_reach or dimension.replace(" ", "_") in listed("enough")
    if is_enough or pattern("at least").search(text):
        return number >= asked.number * (1 - _NEAR)
    either = (asked.low, asked.number) if asked.low and re.search(r"\bor\b", text) else (asked.number,)
    return any(abs(number - each) <= _NEAR * each for each in either)


def _figures(unit: str, about: frozenset[str], excerpts: Excerpts) -> Iterator[_ListedFigure]:
    for excerpt in excerpts.listing:
        if excerpt.source.kind == "specification" and pattern("aside").search(excerpt.source.id):
            continue
        for quantity in quantities_in(excerpt.text):
            is_about = not about.isdisjoint((*_beside(excerpt, quantity), *excerpt.name))
            same = convert(quantity if quantity.unit else _with_unit(excerpt, quantity), unit)
            if same is not None:
                yield _ListedFigure(same.number, excerpt, is_about)


def _beside(excerpt: Excerpt, quantity: Quantity) -> tuple[str, ...]:
    """The stems of the words right before and behind a figure: those of "8GB RAM, 512GB SSD" have one each."""
    start, end = excerpt.start + quantity.start, excerpt.start + quantity.end
    before = [stem for stem, at in zip(excerpt.stems, excerpt.starts, strict=True) if at < start]
    behind = [stem for stem, at in zip(excerpt.stems, excerpt.starts, strict=True) if at >= end]
    return (*before[-_BESIDE:], *behind[:_BESIDE])


def _with_unit(excerpt: Excerpt, quantity: Quantity) -> Quantity:
    """A specification's number whose unit is in its name or goes without saying: "Memory (GB): 12", "Size: 17.3"."""
    if excerpt.source.kind != "specification" or not re.fullmatch(r"[\d.]+", excerpt.text):
        return quantity
    named = re.search(r"\((\w+)\)", excerpt.source.id)
    unit = named[1].lower() if named else "in" if pattern("screen").search(excerpt.source.id) else None
    return replace(quantity, unit=unit if unit in units() else None)
