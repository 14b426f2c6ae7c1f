"""A reviewer's own figure beside the maker's, where no word judges: "I get five hours" of a promised ten."""

from triptych.aspects._grouping import Grouped, Said
from triptych.aspects.lexicons._facets import facets
from triptych.english.units import quantities_in
from triptych.records import Fact

_FALLS_SHORT, _HOLDS = 0.75, 0.95
_SAME_THING = 0.1
"""A figure smaller than this share of the maker's measures something else."""
_WORTH = 1.2
_HARDLY_LEANS = 0.6
_MORE = ("long", "big", "large", "high")


def weigh_figures(groups: list[Grouped], facts: tuple[Fact, ...]) -> None:
    """Let those who give a figure for an aspect and do not judge it lean as the figure does."""
    for grouped in groups:
        claimed = {
            fact.unit: fact.number
            for fact in reversed(facts)
            if fact.number and fact.unit and grouped.facet in facets().terms.get(fact.attribute.lower(), ())
        }
        if claimed and is_more_better(grouped.facet):
            grouped.said = [_weighed(said, claimed) for said in grouped.said]


def is_more_better(facet: str) -> bool:
    """True for a facet of which one wants much."""
    table = facets().words.get(facet, {})
    return any(table.get(word, 0) > 0 for word in _MORE)


def _weighed(said: Said, claimed: dict[str, float]) -> Said:
    if abs(said.value) > _HARDLY_LEANS or said.remark is None:
        return said
    for quantity in quantities_in(said.notes.text, said.remark.start, said.remark.end):
        promised = claimed.get(quantity.unit or "")
        if promised and quantity.number >= _SAME_THING * promised:
            ratio = quantity.number / promised
            value = -_WORTH if ratio < _FALLS_SHORT else _WORTH if ratio >= _HOLDS else said.value
            return said._replace(value=value)
    return said
