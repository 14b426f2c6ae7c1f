"""What the listing states beside what reviewers say: figures they do not get, absolute claims that fail."""

import re
from collections.abc import Iterable, Iterator

from triptych.aspects._grouping import Grouped
from triptych.aspects._notes import Notes
from triptych.aspects.lexicon import facets, pattern
from triptych.english.sentences import sentences_of
from triptych.english.units import Quantity, quantities_in
from triptych.records import Contradiction, Evidence, Fact

_OFF_BY = 0.15
_REACH = 160
"""How far a reviewer's own figure may stand from the maker's, in characters."""


def find_contradictions(
    product_id: str, facts: tuple[Fact, ...], groups: Iterable[Grouped], read: list[Notes]
) -> tuple[Contradiction, ...]:
    """The facts that reviewers deny, most denied first."""
    if not facts:
        return ()
    by_name = {grouped.facet: grouped for grouped in groups if grouped.facet}
    found: list[Contradiction] = []
    has_figures = any(fact.number is not None and fact.unit for fact in facts)
    stated = [(notes, list(quantities_in(notes.text))) for notes in read] if has_figures else []
    figures = [(notes, some) for notes, some in stated if len(some) > 1]
    numbered: set[tuple[float, str]] = set()
    promised: set[str] = set()
    for fact in sorted(facts, key=lambda fact: fact.evidence.source != "specification"):
        names = _promised(fact.value) - promised
        promised |= names
        evidence = [
            said.notes.evidence(product_id, *said.span)
            for name in sorted(names & by_name.keys())
            for said in by_name[name].said
            if said.value < -1.5 and said.spoken.implied
        ]
        if fact.number is not None and fact.unit and (fact.number, fact.unit) not in numbered:
            numbered.add((fact.number, fact.unit))
            evidence = [*evidence, *_denials_of_number(product_id, fact, figures)]
        once = {span.source_id: span for span in reversed(evidence)}
        if once:
            spans = tuple(sorted(once.values(), key=lambda span: (span.source_id, span.start)))
            found.append(Contradiction(fact=fact, reviewers=len(once), evidence=spans))
    return tuple(sorted(found, key=lambda denied: (-denied.reviewers, denied.fact.attribute, denied.fact.value)))


def _denials_of_number(product_id: str, fact: Fact, figures: list[tuple[Notes, list[Quantity]]]) -> Iterator[Evidence]:
    """Reviewers who quote the maker's figure and give another."""
    for notes, stated in figures:
        quoted = [one for one in stated if one.number == fact.number and one.unit in (fact.unit, None)]
        others = [quantity for quantity in stated if _differs(quantity, fact)]
        for quote in quoted:
            near = [o for o in others if abs(o.start - quote.start) <= _REACH and (o.unit or quote.unit)]
            if near:
                first, last = min(quote.start, near[0].start), max(quote.end, near[0].end)
                if _is_denied(notes.text, quote, first, last):
                    yield notes.evidence(product_id, first, last)
                    break


def _is_denied(text: str, quote: Quantity, first: int, last: int) -> bool:
    """True where the words around say that the figure is the maker's, or wrong."""
    around = text[max(0, first - 60) : last + 60]
    if pattern("denied").search(around):
        return True
    if pattern("confirmed").search(around):
        return False
    before = text[max(0, quote.start - 16) : quote.start]
    return bool(pattern("claimed").search(around) or re.search(r"\b(?:not|n't|never)\W+(?:\w+\W+)?$", before))


def _differs(quantity: Quantity, fact: Fact) -> bool:
    """True for a figure that can only be the reviewer's own measure of the same thing."""
    if quantity.unit not in (fact.unit, None) or not fact.number or not quantity.number:
        return False
    ratio = quantity.number / fact.number
    return abs(ratio - 1) > _OFF_BY and 0.1 < ratio < 10


def _promised(text: str) -> set[str]:
    """The facets that an absolute claim ("leakproof", "fragrance-free") promises to be well."""
    return {
        sign.facet
        for claim in pattern("absolute").finditer(text)
        for sentence in sentences_of(claim.group())
        for _, _, sign in facets().signs.found_in(sentence.words, sentence.lemmas)
        if sign.value is not None and sign.value > 0
    }
